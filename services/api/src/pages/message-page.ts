import type { Catalog } from '@silla/core'
import type { Code } from '@silla/errors'
import type { Language } from '@silla/locale'
import { html } from 'ghtml'
import { homeLink, page, reachLinks } from './layout.ts'
import { pageStyle } from './page-style.ts'
import type { PageTexts } from './texts/page-texts.ts'
import { fill, textsIn } from './texts/texts.ts'

/** The salon of a page that cannot be shown. */
export interface MessageSalon {
  catalog: Catalog
  /** Of its booking page. */
  url: string
  assetsBaseUrl: string
}

/**
 * The page that is shown instead of another one.
 *
 * @param salon null: it is not known, or may not be named
 */
export function messagePage(
  code: Code,
  language: Language,
  salon: MessageSalon | null,
): { html: string; style: string } {
  const texts = textsIn(language)
  const [title, text] = messageOf(code, texts)
  const style = pageStyle(salon?.catalog.business.brandColor ?? null)
  const body = html`!${
    salon
      ? html`<header class="wrap bar">!${homeLink(salon.catalog, salon.url, salon)}</header>`
      : ''
  }
<main class="wrap"><div class="message">
<h1>${title}</h1>
<p>${text}</p>
!${salon ? wayOn(code, salon, texts) : ''}
</div></main>`
  const locale = language
  return {
    html: page({ language, locale, title, style, head: noIndex, body }),
    style,
  }
}

const noIndex = '<meta name="robots" content="noindex">'

function messageOf(code: Code, texts: PageTexts): [title: string, text: string] {
  switch (code) {
    case 'BOOKING_NOT_FOUND':
      return [texts.bookingNotFoundTitle, texts.bookingNotFoundText]
    case 'BUSINESS_SUSPENDED':
      return [texts.suspendedTitle, texts.suspendedText]
    case 'RATE_LIMIT_EXCEEDED':
      return [texts.tooManyTitle, texts.tooManyText]
    case 'SERVICE_UNAVAILABLE':
    case 'BUSINESS_MOVING':
      return [texts.unavailableTitle, texts.unavailableText]
    case 'INTERNAL_ERROR':
      return [texts.failedTitle, texts.failedText]
    default:
      return [texts.notFoundTitle, texts.notFoundText]
  }
}

function wayOn(code: Code, { catalog, url }: MessageSalon, texts: PageTexts): string {
  const book = fill(texts.backToSalon, { salon: catalog.business.name })
  return html`!${reachLinks(catalog)}!${
    code === 'BOOKING_NOT_FOUND'
      ? html`<p class="actions"><a class="button" href="${url}">${book}</a></p>`
      : ''
  }`
}
