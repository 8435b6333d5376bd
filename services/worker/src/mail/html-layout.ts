import { html } from 'ghtml'
import { type MailColors, mailColors } from './colors.ts'
import type { Button, Message, Quote, Row } from './content.ts'
import type { MailContext } from './mail-context.ts'

/**
 * An email as HTML that mail programs display alike: tables, inline styles and explicit sides, since
 * few of them support flexible boxes or CSS that follows the text direction. Nothing is loaded but
 * the salon's logo, and without it the email is complete.
 */
export function renderHtml(message: Message, context: MailContext): string {
  const { subject, heading, greeting, paragraphs, code, note } = message
  const { salon, logoUrl } = context
  const { direction, language } = context.translation
  const side = direction === 'rtl' ? 'right' : 'left'
  const colors = mailColors(salon.business.brandColor)
  return html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no">
<title>${subject}</title>
<style>!${styleSheet(colors)}</style>
!${structuredData(message)}
</head>
<body class="page" dir="${direction}" style="margin:0;padding:0;background-color:${colors.light.page}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${message.preview}!${previewFiller}</div>
<div role="article" aria-roledescription="email" aria-label="${heading}" lang="${language}" dir="${direction}">
<table role="presentation" class="page" dir="${direction}" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${colors.light.page}" style="background-color:${colors.light.page}">
<tr><td align="center" style="padding:24px 8px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" class="card" dir="${direction}" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${colors.light.card}" style="max-width:600px;background-color:${colors.light.card};border-radius:12px;overflow:hidden;!${font}">
<tr><td class="pad" align="${side}" bgcolor="${colors.brand}" style="padding:16px 32px;background-color:${colors.brand};color:${colors.onBrand}">!${masthead(message, logoUrl, colors)}</td></tr>
<tr><td class="pad text" align="${side}" style="padding:28px 32px 32px;color:${colors.light.text};font-size:16px;line-height:1.5;text-align:${side}">
<h1 class="text" style="margin:0 0 16px;font-size:24px;line-height:1.25;font-weight:700;color:${colors.light.text}">${heading}</h1>
!${[greeting, ...paragraphs].map((text) => html`<p style="margin:0 0 16px">${text}</p>`)}
!${code === '' ? '' : html`<p style="margin:0 0 16px;font-size:32px;letter-spacing:8px;font-weight:bold"><span dir="ltr">${code}</span></p>`}
!${table(message.details, side, colors)}
!${message.sections.map(
    (
      section,
    ) => html`<h2 class="text" style="margin:0 0 8px;font-size:18px;line-height:1.3;font-weight:700;color:${colors.light.text}">${section.heading}</h2>
!${table(section.rows, side, colors)}`,
  )}
!${table(message.amounts, side, colors)}
!${message.buttons.map((button, index) => buttonOf(button, index === 0, colors))}
!${note === '' ? '' : html`<p class="muted" style="margin:16px 0 0;font-size:14px;color:${colors.light.muted}">${note}</p>`}
</td></tr>
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;!${font}">
<tr><td class="pad muted" align="${side}" style="padding:20px 32px;font-size:13px;line-height:1.6;color:${colors.light.muted};text-align:${side}">!${footer(message, colors)}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</div>
</body>
</html>
`
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif"

/** After the preview text, so that mail programs do not fill it up with the beginning of the mail. */
const previewFiller = '&#8199;&#847;'.repeat(40)

/**
 * For mail programs that read it: small screens and dark mode. Everything else is inline. The
 * second form is for Outlook on the web, which names colours instead of supporting the query.
 */
const styleSheet = ({ dark }: MailColors): string => {
  const colors = (prefix: string) =>
    [
      [`.page`, `background-color:${dark.page}`],
      [`.card`, `background-color:${dark.card}`],
      [`.text`, `color:${dark.text}`],
      [`.muted`, `color:${dark.muted}`],
      [`.rule`, `border-color:${dark.rule}`],
      [`.button`, `background-color:${dark.button}`],
      [`.on-button`, `color:${dark.onButton}`],
      [`.outline`, `border-color:${dark.link}`],
      [`.link`, `color:${dark.link}`],
    ]
      .map(([selector, rule]) => `${prefix}${selector}{${rule} !important}`)
      .join('')
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.pad{padding-left:20px !important;padding-right:20px !important}.wide{width:100% !important}}
@media (prefers-color-scheme:dark){${colors('')}}
${colors('[data-ogsc] ')}`
}

/** The salon's logo on white, since logos are drawn for it, else its name. */
function masthead({ sender }: Message, logoUrl: string | null, { onBrand }: MailColors): string {
  const name = `font-size:18px;line-height:1.3;font-weight:700`
  if (logoUrl === null)
    return html`<span style="${name};color:${onBrand}"><bdi>${sender.name}</bdi></span>`
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td bgcolor="#ffffff" style="padding:6px;background-color:#ffffff;border-radius:8px"><img src="${logoUrl}" alt="${sender.name}" height="48" style="display:block;width:auto;height:auto;max-width:240px;max-height:48px;border:0;${name};color:#18181b"></td></tr></table>`
}

/** Rows of label and value, with a line above each. */
function table(rows: readonly Row[], side: string, { light }: MailColors): string {
  if (rows.length === 0) return ''
  const padding = side === 'right' ? '8px 0 8px 12px' : '8px 12px 8px 0'
  const cell = `padding:${padding};border-top:1px solid ${light.rule};vertical-align:top;text-align:${side};font-size:15px`
  return html`<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px;border-collapse:collapse">!${rows.map(
    ([label, value, quote, url]) =>
      html`<tr><th scope="row" class="rule muted" align="${side}" width="38%" style="${cell};color:${light.muted};font-weight:normal">!${url === undefined ? html`${label}` : html`<a class="link" href="${url}" target="_blank" style="color:${light.link}">${label}</a>`}</th><td class="rule text" align="${side}" style="${cell};color:${light.text};overflow-wrap:anywhere;white-space:pre-line"><bdi>${value}</bdi>!${quote ? quoteOf(quote, side, light) : ''}</td></tr>`,
  )}</table>`
}

/** With a line at its side. The direction is that of the quoted text. */
const quoteOf = ({ label, lines }: Quote, side: string, light: MailColors['light']): string =>
  html`<div class="muted" style="margin:8px 0 4px;font-size:13px;color:${light.muted}">${label}:</div><blockquote class="rule" style="margin:0;padding-${side}:12px;border-${side}:3px solid ${light.rule}"><div dir="auto" style="white-space:pre-line;overflow-wrap:anywhere">${lines.join('\n')}</div></blockquote>`

/** A cell with a background, which is a button where links have no padding (Outlook). */
function buttonOf({ label, url }: Button, isFirst: boolean, { light }: MailColors): string {
  const [cellClass, linkClass] = isFirst ? ['button', 'on-button'] : ['outline', 'link']
  const link = `display:block;padding:13px 24px;font-size:16px;line-height:1.3;font-weight:600;text-align:center;text-decoration:none;color:${isFirst ? light.onButton : light.link}`
  const fill = isFirst ? `background-color:${light.button}` : `border:1px solid ${light.link}`
  return html`<table role="presentation" class="wide" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 12px"><tr><td class="${cellClass}" align="center" !${isFirst ? html`bgcolor="${light.button}"` : ''} style="${fill};border-radius:8px;mso-padding-alt:13px 24px"><a class="${linkClass}" href="${url}" target="_blank" style="${link}">${label}</a></td></tr></table>`
}

/** Who writes: name, address, phone and website of the salon. */
function footer({ sender, automatic }: Message, { light }: MailColors): string {
  const link = (url: string, text: string) =>
    html`<a class="link" href="${url}" style="color:${light.footerLink}"><bdi>${text}</bdi></a>`
  const { name, address, phone, website } = sender
  const lines = [
    html`<strong><bdi>${name}</bdi></strong>`,
    html`<bdi>${address}</bdi>`,
    phone === '' ? '' : link(`tel:${phone.replace(/[^+\d]/g, '')}`, phone),
    website === '' ? '' : link(website, website),
    html`${automatic}`,
  ]
  return lines.filter((line) => line !== '' && line !== '<bdi></bdi>').join('<br>')
}

/** JSON in a script element: no sign in it ends the element. */
const structuredData = ({ structuredData: data }: Message): string =>
  data === null
    ? ''
    : `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
