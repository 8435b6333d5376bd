import { type Catalog, formatPhone } from '@silla/core'
import { type Language, languages } from '@silla/locale'
import { imageUrl } from '@silla/wire'
import { html } from 'ghtml'
import type { SalonText } from './page-format.ts'
import type { PageTexts } from './texts/page-texts.ts'
import { textsIn } from './texts/texts.ts'

/** What stands in the frame of a page. */
export interface PageFrame {
  language: Language
  /** For the attribute `lang`: `en-ES`. */
  locale: string
  title: string
  style: string
  /** HTML for the head, besides what every page has. */
  head?: string
  /** The address of an icon; empty: none. */
  iconUrl?: string
  body: string
}

/** An HTML document. */
export function page({ language, locale, title, style, head, iconUrl, body }: PageFrame): string {
  return html`<!doctype html>
<html lang="${locale}" dir="${textsIn(language).direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#16181d" media="(prefers-color-scheme: dark)">
<meta name="format-detection" content="telephone=no">
<link rel="icon" href="${iconUrl || 'data:,'}">
<style>!${style}</style>
!${head}
</head>
<body>
!${body}
</body>
</html>
`
}

/** Links to a page in each language. */
export const languageLinks = (
  current: Language,
  texts: PageTexts,
  urlIn: (language: Language) => string,
): string =>
  html`<nav class="langs" aria-label="${texts.languages}">!${languages.map(
    (language) =>
      html`<a href="${urlIn(language)}" lang="${language}" hreflang="${language}" rel="nofollow"!${
        language === current ? ' aria-current="true"' : ''
      }>${textsIn(language).languageName}</a>`,
  )}</nav>`

/** The attributes of an element with a text of the salon, which may be in another language. */
export const languageOf = ({ language }: SalonText): string =>
  language === null ? '' : ` lang="${language}" dir="auto"`

/** Phone and email of a salon, where the page itself does not help. */
export function reachLinks({ business }: Catalog): string {
  const { phone, email } = business
  return html`<p class="reach">!${phone ? phoneLink(phone) : ''}!${email ? emailLink(email) : ''}</p>`
}

export const phoneLink = (phone: string): string =>
  html`<a href="tel:${phone}"><bdi dir="ltr">${formatPhone(phone)}</bdi></a>`

export const emailLink = (email: string): string =>
  html`<a href="mailto:${email}"><bdi dir="ltr">${email}</bdi></a>`

/** The salon's logo and name, as a link to its page. */
export const homeLink = (
  { business }: Catalog,
  url: string,
  assets: { assetsBaseUrl: string },
): string =>
  html`<a class="home" href="${url}">!${
    business.logoUrl
      ? html`<img src="${imageUrl(business.logoUrl, assets)}" alt="" width="32" height="32">`
      : ''
  }<bdi>${business.name}</bdi></a>`
