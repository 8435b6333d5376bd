import type { Language } from '@silla/core'
import type { Translation } from './translations/translation.ts'

/** The content of an email, before layout. */
export interface Content {
  subject: string
  name: string
  paragraphs: string[]
  /** A sign-in code, shown large. */
  code?: string
  /** Rows of label and value; a row with an empty value is left out. */
  details?: [label: string, value: string][]
  /** The last paragraph, in grey. */
  note?: string
}

/** The same email as plain text and as HTML; the HTML loads no images, styles or fonts. */
export function renderLayout(
  content: Content,
  translation: Translation,
  language: Language,
  salonName: string,
) {
  const details = (content.details ?? []).filter(([, value]) => value !== '')
  const message = {
    ...content,
    details,
    greeting: translation.greeting(content.name),
    footer: translation.footer(salonName),
  }
  return { text: asText(message), html: asHtml(message, translation.direction, language) }
}

type Message = Content & { details: [string, string][]; greeting: string; footer: string }

function asText({ greeting, paragraphs, code, details, note, footer }: Message): string {
  const blocks = [
    greeting,
    ...paragraphs,
    code ?? '',
    details.map(([label, value]) => `${label}: ${value}`).join('\n'),
    note ?? '',
    `-- \n${footer}`,
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

function asHtml(
  { subject, greeting, paragraphs, code, details, note, footer }: Message,
  direction: Translation['direction'],
  language: Language,
): string {
  // explicit sides: few mail clients support CSS that follows the text direction
  const [side, gap] = direction === 'rtl' ? ['right', '4px 0 4px 16px'] : ['left', '4px 16px 4px 0']
  const rows = details.map(
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
    note ? `<p style="color:#666">${escaped(note)}</p>` : '',
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
