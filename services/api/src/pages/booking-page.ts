import { type Catalog, mapUrl, openingStatus, openSpansOn, usualWeek } from '@silla/core'
import { languages } from '@silla/errors'
import { type EpochDay, wallClock, weekdayOf } from '@silla/slots'
import { imageUrl } from '@silla/wire'
import { html } from 'ghtml'
import { icons } from './icons.ts'
import { emailLink, languageLinks, languageOf, page, phoneLink, reachLinks } from './layout.ts'
import {
  comingClosings,
  hasBookableService,
  latestReviews,
  offersByCategory,
  ratingOf,
  type ServiceOffer,
} from './page-content.ts'
import { type PageFormat, pageFormat } from './page-format.ts'
import { pageStyle } from './page-style.ts'
import type { PageParts, RenderedPage } from './rendered-page.ts'
import { structuredData } from './structured-data.ts'
import { fill, textsIn } from './texts/texts.ts'
import { widgetTags } from './widget-tags.ts'

/** What a booking page is made of. */
export interface BookingPageParts extends PageParts {
  /** By the clock of the salon. */
  now: Date
  /** Chosen by the address, from the salon's own. */
  chosen: { serviceId: number | null; professionalId: number | null }
}

/**
 * What of a page changes with time and not with the catalogue: it is part of the key under which the
 * page is cached.
 */
export function pageMoment(catalog: Catalog, now: Date): string {
  const { day } = wallClock(now, catalog.settings.timezone)
  return JSON.stringify([day, openingStatus(catalog, now)])
}

/** The booking page of a salon. */
export function bookingPage(parts: BookingPageParts): RenderedPage {
  const { catalog, language, url } = parts
  const { business } = catalog
  const format = pageFormat(catalog, language)
  const { texts } = format
  const style = pageStyle(business.brandColor)
  const images = new Set<string>()
  const image = (stored: string): string => {
    const address = imageUrl(stored, parts)
    images.add(address)
    return address
  }
  const view: View = {
    ...parts,
    format,
    image,
    today: wallClock(parts.now, timezoneOf(catalog)).day,
  }
  const body = html`<a class="skip" href="#reserva">${texts.skipToBooking}</a>
<header>
!${parts.isLive ? '' : html`<p class="test">${texts.testSalon}</p>`}
<div class="wrap bar">!${languageLinks(language, texts, (other) => `?lang=${other}`)}</div>
!${business.coverUrl ? html`<img class="cover" src="${image(business.coverUrl)}" alt="" width="1600" height="480" fetchpriority="high">` : ''}
<div class="wrap hero">!${hero(view)}</div>
</header>
<div class="wrap columns">
<main class="main">
<section id="reserva" aria-labelledby="reserva-titulo">
<h2 id="reserva-titulo"!${isBookable(view) ? ' class="hidden"' : ''}>${texts.bookingTitle}</h2>
!${bookingSection(view)}
</section>
!${servicesSection(view)}
!${teamSection(view)}
!${reviewsSection(view)}
</main>
<div class="side">
!${hoursSection(view)}
!${closingsSection(view)}
!${contactSection(view)}
!${rulesSection(view)}
</div>
</div>
<footer class="foot"><div class="wrap"><bdi>${business.name}</bdi> · !${addressText(catalog)}</div></footer>`
  const title = fill(texts.title, { salon: business.name })
  return {
    html: page({
      language,
      locale: format.locale,
      title,
      style,
      head: headOf(view, title, url),
      iconUrl: business.logoUrl ? image(business.logoUrl) : '',
      body,
    }),
    style,
    images: [...images],
  }
}

interface View extends BookingPageParts {
  format: PageFormat
  today: EpochDay
  /** The address of an image, which the policy then allows. */
  image(stored: string): string
}

const timezoneOf = ({ settings }: Catalog): string => settings.timezone

const isBookable = ({ key, catalog }: View): boolean => key !== null && hasBookableService(catalog)

function headOf(view: View, title: string, url: string): string {
  const { catalog, language, format, isLive, widget, assetsBaseUrl, today } = view
  const { business } = catalog
  const { texts } = format
  const description =
    format.text(business.description).text ||
    fill(texts.defaultDescription, { salon: business.name })
  const picture = business.coverUrl || business.logoUrl
  const others = languages.filter((other) => other !== language)
  return html`<meta name="description" content="${description}">
!${isLive ? '' : '<meta name="robots" content="noindex">'}
<link rel="canonical" href="${url}?lang=${language}">
!${languages.map((other) => html`<link rel="alternate" hreflang="${other}" href="${url}?lang=${other}">`)}
<link rel="alternate" hreflang="x-default" href="${url}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${business.name}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url}?lang=${language}">
<meta property="og:locale" content="${texts.openGraphLocale}">
!${others.map((other) => html`<meta property="og:locale:alternate" content="${textsIn(other).openGraphLocale}">`)}
!${picture ? html`<meta property="og:image" content="${imageUrl(picture, view)}">` : ''}
<meta name="twitter:card" content="${business.coverUrl ? 'summary_large_image' : 'summary'}">
!${isBookable(view) ? widgetTags(widget, 'booking', language) : ''}
<script type="application/ld+json">!${structuredData(catalog, format, {
    url,
    assetsBaseUrl,
    closings: comingClosings(catalog, today),
  })}</script>`
}

function hero(view: View): string {
  const { catalog, format, image } = view
  const { business } = catalog
  const { texts } = format
  const description = format.text(business.description)
  const rating = ratingOf(catalog)
  return html`!${
    business.logoUrl
      ? html`<img class="logo" src="${image(business.logoUrl)}" alt="" width="96" height="96">`
      : ''
  }<div>
<h1><bdi>${business.name}</bdi></h1>
!${description.text ? html`<p class="lead"!${languageOf(description)}>${description.text}</p>` : ''}
<ul class="facts">
!${
    rating
      ? html`<li>!${icons.star}<span>${format.rating(rating.mean)} (${format.count(texts.reviewCount, rating.count)})</span></li>`
      : ''
  }
<li>!${statusText(view)}</li>
</ul>
<p class="actions">
!${isBookable(view) ? html`<a class="button primary" href="#reserva">${texts.book}</a>` : ''}
!${business.phone ? html`<a class="button" href="tel:${business.phone}">!${icons.phone}${texts.call}</a>` : ''}
!${hasAddress(catalog) ? html`<a class="button" href="${mapUrl(business)}" rel="noopener">!${icons.place}${texts.directions}</a>` : ''}
</p>
</div>`
}

function statusText({ catalog, format, now, today }: View): string {
  const status = openingStatus(catalog, now)
  return html`<span class="status!${status.isOpen ? ' open' : ''}"><span class="dot"></span><span>${format.status(status, today)}</span></span>`
}

/** The widget, or how to book without it. */
function bookingSection(view: View): string {
  const { catalog, format, key, chosen, url } = view
  const { texts } = format
  if (!hasBookableService(catalog)) return direct(texts.noOnlineServices)
  if (key === null) return direct(texts.withoutWidget)
  return html`<noscript>!${direct(texts.withoutScript)}</noscript>
<silla-booking key="${key}" manage-url="${url}/r/{code}?lang=${format.language}" lang="${format.language}" theme="auto"!${attribute('service', chosen.serviceId)}!${attribute('professional', chosen.professionalId)}>
<div class="bones" aria-hidden="true"><i></i><i></i><i></i><i></i></div>
<div class="late">!${direct(texts.withoutWidget)}</div>
</silla-booking>`

  /** How to book without the widget. */
  function direct(text: string): string {
    return html`<div class="card"><p>${text}</p>!${reachLinks(catalog)}</div>`
  }
}

const attribute = (name: string, value: number | null): string =>
  value === null ? '' : ` ${name}="${value}"`

function servicesSection(view: View): string {
  const { catalog, format } = view
  const groups = offersByCategory(catalog)
  if (groups.length === 0) return ''
  return html`<section aria-labelledby="servicios">
<h2 id="servicios">${format.texts.servicesTitle}</h2>
!${groups.map(({ category, offers }) => {
    const name = format.text(category.name)
    const description = format.text(category.description)
    return html`<div class="group">
<h3!${languageOf(name)}>${name.text}</h3>
!${description.text ? html`<p!${languageOf(description)}>${description.text}</p>` : ''}
<ul class="services">!${offers.map((offer) => serviceItem(offer, view))}</ul>
</div>`
  })}
</section>`
}

function serviceItem(offer: ServiceOffer, view: View): string {
  const { format } = view
  const { texts } = format
  const name = format.text(offer.service.name)
  const description = format.text(offer.service.description)
  const price = format.price(offer.priceCents)
  return html`<li>
<div class="what">
<h4!${languageOf(name)}>${name.text}</h4>
!${description.text ? html`<p class="text"!${languageOf(description)}>${description.text}</p>` : ''}
<p class="meta">${format.duration(offer.durationMinutes)}!${offer.bookable ? '' : html` · ${texts.onlyByPhone}`}</p>
</div>
<div class="end">
<p class="price">!${
    offer.regularPriceCents === null
      ? ''
      : html`<s aria-label="${fill(texts.insteadOf, { price: format.price(offer.regularPriceCents) })}">${format.price(offer.regularPriceCents)}</s> `
  }${offer.isLowest ? fill(texts.from, { price }) : price}</p>
!${
    offer.bookable && isBookable(view)
      ? html`<a class="pick" href="?lang=${format.language}&servicio_id=${offer.service.id}#reserva" rel="nofollow">${texts.pick}<span class="hidden"!${languageOf(name)}> ${name.text}</span></a>`
      : ''
  }
</div>
</li>`
}

function teamSection({ catalog, format, image }: View): string {
  const { professionals } = catalog
  const { texts } = format
  if (professionals.length === 0) return ''
  return html`<section aria-labelledby="equipo">
<h2 id="equipo">${texts.teamTitle}</h2>
<ul class="team">!${professionals.map((professional) => {
    const title = format.text(professional.title)
    const bio = format.text(professional.bio)
    const { count, ratingSum } = professional.reviews
    return html`<li>
!${
      professional.imageUrl
        ? html`<img src="${image(professional.imageUrl)}" alt="" width="64" height="64" loading="lazy">`
        : html`<span class="face" aria-hidden="true">${professional.name.charAt(0)}</span>`
    }
<div>
<h3><bdi>${professional.name}</bdi></h3>
!${title.text ? html`<p class="role"!${languageOf(title)}>${title.text}</p>` : ''}
!${
      count > 0
        ? html`<p class="role">★ ${format.rating(ratingSum / count)} (${format.count(texts.reviewCount, count)})</p>`
        : ''
    }
</div>
!${bio.text ? html`<p class="bio"!${languageOf(bio)}>${bio.text}</p>` : ''}
</li>`
  })}</ul>
</section>`
}

function reviewsSection({ catalog, format }: View): string {
  const reviews = latestReviews(catalog)
  if (reviews.length === 0) return ''
  const { texts } = format
  return html`<section aria-labelledby="resenas">
<h2 id="resenas">${texts.reviewsTitle}</h2>
<ul class="reviews">!${reviews.map(({ review, professional }) => {
    const rating = fill(texts.ratingOf, { rating: format.rating(review.rating) })
    return html`<li>
<p class="stars"><span role="img" aria-label="${rating}">${'★'.repeat(review.rating)}${'☆'.repeat(5 - review.rating)}</span></p>
<blockquote dir="auto">${review.comment}</blockquote>
<p class="by"><bdi>${review.customerName}</bdi> · <bdi>${professional.name}</bdi> · ${format.date(review.day)}</p>
</li>`
  })}</ul>
</section>`
}

/** The usual week; today's row has the hours of today, closing days included. */
function hoursSection(view: View): string {
  const { catalog, format, today } = view
  const { texts } = format
  const weekday = weekdayOf(today)
  return html`<section class="card" aria-labelledby="horario">
<h2 id="horario">${texts.hoursTitle}</h2>
<p>!${statusText(view)}</p>
<table class="hours"><tbody>!${usualWeek(catalog).map((usual) => {
    const isToday = usual.weekday === weekday
    const open = isToday ? openSpansOn(catalog, today) : usual.open
    const classes = [isToday ? 'now' : '', open.length === 0 ? 'off' : ''].filter(Boolean).join(' ')
    return html`<tr!${classes === '' ? '' : ` class="${classes}"`}!${isToday ? ' aria-current="date"' : ''}>
<th scope="row">${format.weekday(usual.weekday)}${isToday ? ` (${texts.today})` : ''}</th>
<td>!${open.length === 0 ? html`${texts.closedDay}` : open.map((span) => html`<span>${format.spans([span])}</span>`)}</td>
</tr>`
  })}</tbody></table>
<p class="small">${fill(texts.zoneNote, { zone: catalog.settings.timezone.replaceAll('_', ' ') })}</p>
</section>`
}

function closingsSection({ catalog, format, today }: View): string {
  const closings = comingClosings(catalog, today)
  if (closings.length === 0) return ''
  const { texts } = format
  return html`<section class="card" aria-labelledby="cierres">
<h2 id="cierres">${texts.closingsTitle}</h2>
<ul class="closings">!${closings.map(({ first, last, span, reason }) => {
    const why = format.text(reason)
    const when = span === null ? texts.allDay : format.spans([span])
    return html`<li><strong>${format.days(first, last)}</strong>${format.comma}${when}!${
      why.text ? html`<span class="why"!${languageOf(why)}>${why.text}</span>` : ''
    }</li>`
  })}</ul>
</section>`
}

function contactSection({ catalog, format }: View): string {
  const { business } = catalog
  const { texts } = format
  const website = /^https?:\/\//.test(business.website) ? business.website : ''
  return html`<section class="card" aria-labelledby="contacto">
<h2 id="contacto">${texts.contactTitle}</h2>
<address class="contact"><ul>
!${hasAddress(catalog) ? html`<li>!${icons.place}<a href="${mapUrl(business)}" rel="noopener">!${addressText(catalog)}</a></li>` : ''}
!${business.phone ? html`<li>!${icons.phone}!${phoneLink(business.phone)}</li>` : ''}
!${business.email ? html`<li>!${icons.mail}!${emailLink(business.email)}</li>` : ''}
!${website ? html`<li>!${icons.globe}<a href="${website}" rel="noopener">${texts.website}</a></li>` : ''}
</ul></address>
</section>`
}

const hasAddress = ({ business }: Catalog): boolean =>
  business.address.street !== '' || business.address.city !== ''

const addressText = ({ business }: Catalog): string => {
  const { street, postalCode, city } = business.address
  const town = [postalCode, city].filter(Boolean).join(' ')
  return html`<bdi>${[street, town].filter(Boolean).join(', ')}</bdi>`
}

/** The salon's booking rules in plain words. */
function rulesSection({ catalog, format, payment }: View): string {
  const { settings } = catalog
  const { texts } = format
  const rescheduleHours = settings.rescheduleHours ?? settings.cancellationHours
  const moveRule =
    rescheduleHours > 0
      ? fill(texts.rescheduleUntil, { time: format.period(rescheduleHours * 60) })
      : texts.rescheduleUntilStart
  const rules = [
    settings.cancellationHours > 0
      ? fill(texts.cancelUntil, { time: format.period(settings.cancellationHours * 60) })
      : texts.cancelUntilStart,
    settings.rescheduleLimit > 0
      ? format.count(texts.rescheduleTimes, settings.rescheduleLimit, { rule: moveRule })
      : '',
    paymentRule(),
    settings.confirmsByHand ? texts.confirmedByHand : '',
    settings.phoneRequired ? texts.phoneNeeded : '',
    format.count(texts.bookAhead, settings.horizonDays),
    settings.pointsEnabled ? texts.pointsEarned : '',
  ].filter(Boolean)
  return html`<section class="card" aria-labelledby="normas">
<h2 id="normas">${texts.rulesTitle}</h2>
<ul class="rules">!${rules.map((rule) => html`<li>${rule}</li>`)}</ul>
</section>`

  function paymentRule(): string {
    if (!settings.acceptsOnlinePayments || payment === null) return texts.payThere
    return settings.requiresPrepayment ? texts.payBefore : texts.payOnlineOrThere
  }
}
