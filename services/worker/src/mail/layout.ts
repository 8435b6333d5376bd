import type { Language } from '@silla/core'
import type { Translation } from './translations/translation.ts'

/** What a letter says, before it looks like anything. */
export interface Content {
  subject: string
  name: string
  paragraphs: string[]
  /** a code to type in, shown large */
  code?: string
  /** labels and values; a value that is empty is left out */
  facts?: [label: string, value: string][]
  /** said last, in a low voice */
  afterwards?: string
}

/** The same letter twice: as plain text, and as HTML that needs nothing from anywhere. */
export function renderLayout(
  content: Content,
  words: Translation,
  language: Language,
  salonName: string,
) {
  const facts = (content.facts ?? []).filter(([, value]) => value !== '')
  const whole = {
    ...content,
    facts,
    greeting: words.greeting(content.name),
    footer: words.footer(salonName),
  }
  return { text: asText(whole), html: asHtml(whole, words.direction, language) }
}

type Whole = Content & { facts: [string, string][]; greeting: string; footer: string }

function asText({ greeting, paragraphs, code, facts, afterwards, footer }: Whole): string {
  const blocks = [
    greeting,
    ...paragraphs,
    code ?? '',
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    afterwards ?? '',
    `-- \n${footer}`,
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

function asHtml(
  { subject, greeting, paragraphs, code, facts, afterwards, footer }: Whole,
  direction: Translation['direction'],
  language: Language,
): string {
  // spelt out, because few readers of mail know sides by the direction of the text
  const [side, gap] = direction === 'rtl' ? ['right', '4px 0 4px 16px'] : ['left', '4px 16px 4px 0']
  const rows = facts.map(
    ([label, value]) =>
      `<tr><th scope="row" align="${side}" style="padding:${gap};color:#666;font-weight:normal;vertical-align:top">${escaped(label)}</th><td style="padding:4px 0"><bdi>${escaped(value)}</bdi></td></tr>`,
  )
  const parts = [
    `<p>${escaped(greeting)}</p>`,
    ...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    code
      ? `<p style="font-size:32px;letter-spacing:8px;font-weight:bold"><span dir="ltr">${escaped(code)}</span></p>`
      : '',
    rows.length > 0
      ? `<table role="presentation" style="border-collapse:collapse">${rows.join('')}</table>`
      : '',
    afterwards ? `<p style="color:#666">${escaped(afterwards)}</p>` : '',
    `<hr style="border:0;border-top:1px solid #ddd;margin:24px 0 8px"><p style="color:#666;font-size:13px">${escaped(footer)}</p>`,
  ]
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;font-family:system-ui,'Segoe UI',Roboto,Arial,sans-serif;font-size:16px;line-height:1.5;color:#111">
<div style="max-width:560px;margin:0 auto">
${parts.filter((part) => part !== '').join('\n')}
</div>
</body>
</html>
`
}

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
