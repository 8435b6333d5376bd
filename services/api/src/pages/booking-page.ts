import { type Catalog, mapUrl, openingStatus, openSpansOn, usualWeek } from '@silla/core'
import { languages } from '@silla/locale'
import { type EpochDay, wallClock, weekdayOf } from '@silla/slots'
import { imageUrl } from '@silla/wire'
import { html } from 'ghtml'
import { cancellationRule } from './cancellation-rule.ts'
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
  chosen: { serviceIds: readonly number[]; professionalId: number | null }
  /** Where the visitor comes from, as the address says; null: unknown. */
  source: string | null
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
<div class="wrap bar">!${languageLinks(language, texts, (other) => `?lang=${other}${parts.source === null ? '' : `&origen=${parts.source}`}`)}</div>
!${business.coverUrl ? html`<img class="cover" src="${image(business.coverUrl)}" alt="" width="1600" height="480" fetchpriority="high">` : '<div class="cover"></div>'}
<div class="wrap hero">!${hero(view)}</div>
</header>
<div class="wrap columns">
<main class="main">
<section id="reserva" aria-labelledby="reserva-titulo">
<h2 id="reserva-titulo"!${isBookable(view) ? ' class="hidden"' : ''}>${texts.bookingTitle}</h2>
!${bookingSection(view)}
</section>
!${directSection(view)}
!${teamSection(view)}
!${gallerySection(view)}
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

/**
 * The widget, whose first step takes the place of the services; or the services, and how to book
 * without it.
 */
function bookingSection(view: View): string {
  const { catalog, format, key, chosen, url } = view
  const { texts } = format
  if (key === null || !hasBookableService(catalog)) {
    const text = key === null ? texts.withoutWidget : texts.noOnlineServices
    return html`!${direct(text)}!${serviceList(view, () => true)}`
  }
  const services = serviceList(view, ({ bookable }) => bookable)
  // with a chosen service the widget begins with a later step
  const isFirstStep = chosen.serviceIds.length === 0
  return html`<noscript>!${direct(texts.withoutScript)}!${isFirstStep ? '' : services}</noscript>
<silla-booking key="${key}" manage-url="${url}/r/{code}?lang=${format.language}" lang="${format.language}" theme="auto"!${attribute('service', chosen.serviceIds.join())}!${attribute('professional', chosen.professionalId ?? '')}!${attribute('source', view.source ?? '')}>
<div class="late">!${direct(texts.withoutWidget)}</div>
!${isFirstStep ? html`<div slot="preview" class="preview">!${services}</div>` : ''}
</silla-booking>`

  /** How to book without the widget. */
  function direct(text: string): string {
    return html`<div class="card"><p>${text}</p>!${reachLinks(catalog)}</div>`
  }
}

const attribute = (name: string, value: number | string): string =>
  value === '' ? '' : ` ${name}="${value}"`

/** Services by category. It looks like the widget's first step, which it is replaced by. */
function serviceList(view: View, isShown: (offer: ServiceOffer) => boolean): string {
  const { catalog, format } = view
  const groups = offersByCategory(catalog).flatMap(({ category, offers }) => {
    const shown = offers.filter(isShown)
    return shown.length === 0 ? [] : [{ category, shown }]
  })
  return html`<h3 class="title">${format.texts.servicesTitle}</h3>
<div class="soon"></div>
!${groups.map(({ category, shown }) => {
    const name = format.text(category.name)
    const description = format.text(category.description)
    return html`<div class="group">
!${groups.length > 1 ? html`<h4!${languageOf(name)}>${name.text}</h4>` : ''}
!${groups.length > 1 && description.text ? html`<p!${languageOf(description)}>${description.text}</p>` : ''}
<ul class="services">!${shown.map((offer) => serviceItem(offer, view))}</ul>
</div>`
  })}`
}

function serviceItem({ service, ...offer }: ServiceOffer, { format, image }: View): string {
  const { texts } = format
  const name = format.text(service.name)
  const description = format.text(service.description)
  const price = format.price(offer.priceCents)
  const regular = offer.regularPriceCents === null ? '' : format.price(offer.regularPriceCents)
  return html`<li>
!${service.imageUrl ? html`<img src="${image(service.imageUrl)}" alt="" width="64" height="64" loading="lazy">` : ''}
<div class="what">
<p class="name"!${languageOf(name)}>${name.text}</p>
!${description.text ? html`<p class="text"!${languageOf(description)}>${description.text}</p>` : ''}
<p class="meta"><span class="price">${offer.isLowest ? fill(texts.from, { price }) : price}</span>!${regular ? html` <s aria-label="${fill(texts.insteadOf, { price: regular })}">${regular}</s>` : ''} · ${format.duration(offer.durationMinutes)}</p>
</div>
</li>`
}

/** The services that the widget does not offer. */
function directSection(view: View): string {
  const { catalog, format } = view
  const offers = offersByCategory(catalog)
    .flatMap(({ offers }) => offers)
    .filter(({ bookable }) => !bookable)
  if (offers.length === 0 || !isBookable(view)) return ''
  return html`<section aria-labelledby="directo">
<h2 id="directo">${format.texts.onlyByPhone}</h2>
<ul class="services">!${offers.map((offer) => serviceItem(offer, view))}</ul>
</section>`
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
        ? html`<p class="role rating">!${icons.star}<span>${format.rating(ratingSum / count)} (${format.count(texts.reviewCount, count)})</span></p>`
        : ''
    }
</div>
!${bio.text ? html`<p class="bio"!${languageOf(bio)}>${bio.text}</p>` : ''}
</li>`
  })}</ul>
</section>`
}

const picturesShown = 9

/** Pictures of the work: those of the services, then those of the people. */
function gallerySection({ catalog, format, image }: View): string {
  const pictures = [
    ...catalog.services.map(({ name, galleryUrls }) => ({ text: format.text(name), galleryUrls })),
    ...catalog.professionals.map(({ name, galleryUrls }) => ({
      text: { text: name, language: null },
      galleryUrls,
    })),
  ].flatMap(({ text, galleryUrls }) => galleryUrls.map((url) => ({ text, url })))
  if (pictures.length === 0) return ''
  return html`<section aria-labelledby="galeria">
<h2 id="galeria">${format.texts.galleryTitle}</h2>
<ul class="gallery">!${pictures
    .slice(0, picturesShown)
    .map(
      ({ text, url }) =>
        html`<li><img src="${image(url)}" alt="${text.text}"!${languageOf(text)} width="320" height="320" loading="lazy"></li>`,
    )}</ul>
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
<p class="stars"><span role="img" aria-label="${rating}">!${icons.star.repeat(review.rating)}!${icons.noStar.repeat(5 - review.rating)}</span></p>
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
  const takesPayments = settings.acceptsOnlinePayments && payment !== null
  const rules = [
    cancellationRule(settings, format),
    settings.rescheduleLimit > 0
      ? format.count(texts.rescheduleTimes, settings.rescheduleLimit, { rule: moveRule })
      : '',
    ...paymentRules(),
    takesPayments ? refundRule() : '',
    settings.confirmsByHand ? texts.confirmedByHand : '',
    settings.phoneRequired ? texts.phoneNeeded : '',
    format.count(texts.bookAhead, settings.horizonDays),
    settings.pointsEnabled ? texts.pointsEarned : '',
  ].filter(Boolean)
  return html`<section class="card" aria-labelledby="normas">
<h2 id="normas">${texts.rulesTitle}</h2>
<ul class="rules">!${rules.map((rule) => html`<li>${rule}</li>`)}</ul>
</section>`

  function paymentRules(): string[] {
    if (!takesPayments) return [texts.payThere]
    if (settings.requiresPrepayment) return [texts.payBefore]
    const rules = [
      wantsDeposit(catalog) ? texts.payDeposit : '',
      wantsCard(catalog) ? texts.leaveCard : '',
    ].filter(Boolean)
    return rules.length > 0 ? rules : [texts.payOnlineOrThere]
  }

  function refundRule(): string {
    const { refundTiers, requiresPrepayment } = settings
    if (refundTiers.length === 0) return requiresPrepayment ? texts.paidBack : ''
    const tiers = refundTiers.map(
      ({ hours, percent }) => `${percent}% (${format.period(hours * 60)})`,
    )
    return fill(texts.refundRule, { tiers: tiers.join(', ') })
  }
}

/** Whether some visits need a deposit, or a card: of which customers, and from which price on, they see when they book. */
const wantsDeposit = ({ settings, services }: Catalog): boolean =>
  [settings, ...services].some(
    ({ deposit }) => deposit !== null && (deposit.percent !== 0 || deposit.amountCents !== null),
  )

const wantsCard = ({ settings, services }: Catalog): boolean =>
  [settings, ...services].some(
    ({ cardGuarantee: fees }) => fees !== null && fees.noShowPercent + fees.lateCancelPercent > 0,
  )
