import { type BookingDetail, type BookingMessages, type Catalog, mapUrl } from '@silla/core'
import { wallClock } from '@silla/slots'
import { imageUrl } from '@silla/wire'
import { html } from 'ghtml'
import { homeLink, languageLinks, languageOf, page, reachLinks } from './layout.ts'
import { messagesSection } from './messages-section.ts'
import { type PageFormat, pageFormat } from './page-format.ts'
import { pageStyle } from './page-style.ts'
import type { PageParts, RenderedPage } from './rendered-page.ts'
import { fill } from './texts/texts.ts'
import { widgetTags } from './widget-tags.ts'

/** What the page of a booking is made of. */
export interface ManagePageParts extends PageParts {
  /** As its code lets anybody see it, who has the link. */
  detail: BookingDetail
  messages: BookingMessages
  /** Whether they were changed just now. */
  isSaved: boolean
}

/**
 * The page of one booking. The facts of the booking are in the HTML, for browsers without scripts
 * and until the widget takes their place. The code in the address proves access to them (D9).
 */
export function managePage(parts: ManagePageParts): RenderedPage {
  const { catalog, language, detail, key, widget, url } = parts
  const { business } = catalog
  const { code } = detail.booking
  const format = pageFormat(catalog, language)
  const { texts } = format
  const style = pageStyle(business.brandColor)
  const facts = bookingFacts(detail, catalog, format)
  const body = html`<header>
!${parts.isLive ? '' : html`<p class="test">${texts.testSalon}</p>`}
<div class="wrap bar">!${homeLink(catalog, `${url}?lang=${language}`, parts)}!${languageLinks(
    language,
    texts,
    (other) => `?lang=${other}`,
  )}</div>
</header>
<main class="wrap"><div class="narrow">
<h1>${texts.manageTitle}</h1>
!${
    key === null
      ? html`!${facts}<p class="after">${texts.manageByContact}</p>!${reachLinks(catalog)}`
      : html`<silla-manage key="${key}" code="${code}" booking-url="${url}?lang=${language}&servicio_id={services}#reserva" lang="${language}" theme="auto">!${facts}
<div class="late"><p class="after">${texts.manageByContact}</p>!${reachLinks(catalog)}</div></silla-manage>
<noscript><p class="after">${texts.manageWithoutScript}</p>!${reachLinks(catalog)}</noscript>`
  }
!${messagesSection(parts.messages, texts, {
    ...{ language, isSaved: parts.isSaved },
    wording: texts.messages.wording,
  })}
</div></main>`
  return {
    html: page({
      language,
      locale: format.locale,
      title: `${texts.manageTitle} · ${business.name}`,
      style,
      head: html`<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
!${key === null ? '' : widgetTags(widget, 'manage', language)}`,
      body,
    }),
    style,
    // the widget shows no others
    images: [imageUrl(business.logoUrl, parts)],
  }
}

function bookingFacts({ booking }: BookingDetail, catalog: Catalog, format: PageFormat): string {
  const { texts } = format
  const { business } = catalog
  const start = wallClock(booking.startsAt, booking.timezone)
  const end = wallClock(booking.endsAt, booking.timezone)
  const people = [...new Set(booking.lines.map(({ professional }) => professional.name))]
  const services = booking.lines.map(({ name }) => {
    const text = format.text(name)
    return html`<span!${languageOf(text)}>${text.text}</span>`
  })
  const { street, postalCode, city } = business.address
  const address = [street, `${postalCode} ${city}`.trim()].filter(Boolean).join(', ')
  const expires =
    booking.state === 'pending' && booking.expiresAt !== null
      ? fill(texts.expires, {
          time: format.time(wallClock(booking.expiresAt, booking.timezone).minute),
        })
      : ''
  return html`<dl class="card ticket">
<div><dt>${texts.when}</dt><dd>${[format.day(start.day), format.spans([{ startMinute: start.minute, endMinute: end.minute }])].join(format.comma)}</dd></div>
<div><dt>${texts.services}</dt><dd>!${services.join(format.comma)}</dd></div>
<div><dt>${texts.with}</dt><dd><bdi>${people.join(format.comma)}</bdi></dd></div>
<div><dt>${texts.total}</dt><dd>${format.price(booking.totalCents)}</dd></div>
<div><dt>${texts.state}</dt><dd>${texts.states[booking.state]}!${expires ? html` · ${expires}` : ''}</dd></div>
<div><dt>${texts.code}</dt><dd><code dir="ltr">${booking.code}</code></dd></div>
!${address ? html`<div><dt>${texts.where}</dt><dd><a href="${mapUrl(business)}" rel="noopener noreferrer"><bdi>${address}</bdi></a></dd></div>` : ''}
</dl>`
}
