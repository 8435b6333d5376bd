import {
  type BookingMessages,
  type Catalog,
  mapUrl,
  type WaitlistEntry,
  type WaitlistPageEntry,
} from '@silla/core'
import { wallClock } from '@silla/slots'
import { imageUrl } from '@silla/wire'
import { html } from 'ghtml'
import { cancellationRule } from './cancellation-rule.ts'
import { homeLink, languageLinks, languageOf, page, reachLinks } from './layout.ts'
import { messagesSection } from './messages-section.ts'
import { type PageFormat, pageFormat } from './page-format.ts'
import { pageStyle } from './page-style.ts'
import type { PageParts, RenderedPage } from './rendered-page.ts'
import { fill } from './texts/texts.ts'

/** What the page of an entry of the waitlist is made of. It needs no widget. */
export interface WaitlistPageParts extends Omit<PageParts, 'key' | 'widget' | 'payment'> {
  shown: WaitlistPageEntry
  now: Date
  /** Why the last answer was refused; null: it was not. */
  refusal: string | null
  /** Counts down the time of an offer. */
  script: string
  messages: BookingMessages
  /** Whether those were changed just now. */
  isSaved: boolean
}

/** The fields of the forms, and the values of the buttons. */
export const offerField = 'oferta'
export const actionField = 'accion'
export const actions = { accept: 'aceptar', decline: 'rechazar', leave: 'salir' } as const

/**
 * The page of an entry of the waitlist: what the customer requested, and the offer with its answers. It works
 * without scripts. Only its forms change something, so that programs which follow the links of emails
 * answer nothing (D40).
 */
export function waitlistPage(parts: WaitlistPageParts): RenderedPage {
  const { catalog, language, url, shown } = parts
  const { business } = catalog
  const { entry } = shown
  const view: View = { ...parts, format: pageFormat(catalog, language) }
  const { texts, locale } = view.format
  const style = pageStyle(business.brandColor)
  const title = texts.waitlist.titles[entry.state]
  const body = html`<header>
!${parts.isLive ? '' : html`<p class="test">${texts.testSalon}</p>`}
<div class="wrap bar">!${homeLink(catalog, `${url}?lang=${language}`, parts)}!${languageLinks(
    language,
    texts,
    (other) => `?lang=${other}`,
  )}</div>
</header>
<main class="wrap"><div class="narrow">
!${entry.offer === null ? html`<h1>${title}</h1>!${notice(view)}!${outcome(view)}` : offer(view, title)}
!${request(view)}
!${messagesSection(parts.messages, texts, {
    ...{ language, isSaved: parts.isSaved },
    wording: texts.messages.offersWording,
  })}
!${entry.state === 'waiting' || entry.state === 'offered' ? leave(view) : ''}
<p class="after">${texts.waitlist.questions}</p>!${reachLinks(catalog)}
</div></main>
!${entry.offer === null ? '' : html`<script type="module">!${parts.script}</script>`}`
  return {
    html: page({
      language,
      locale,
      title: `${title} · ${business.name}`,
      style,
      head: html`<meta name="robots" content="noindex, nofollow">`,
      body,
    }),
    style,
    script: entry.offer === null ? null : parts.script,
    images: [imageUrl(business.logoUrl, parts)],
  }
}

interface View extends WaitlistPageParts {
  format: PageFormat
}

/** The time that is kept, with its answers; and what is shown in its place when its time is over. */
function offer(view: View, title: string): string {
  const { catalog, format, now, shown, language } = view
  const { waitlist } = format.texts
  const { entry, offered } = shown
  const open = entry.offer as NonNullable<WaitlistEntry['offer']>
  const { settings } = catalog
  const start = wallClock(open.startsAt, entry.timezone)
  const end = wallClock(open.endsAt, entry.timezone)
  const secondsLeft = Math.max(1, Math.ceil((open.expiresAt.getTime() - now.getTime()) / 1000))
  const until = format.time(wallClock(open.expiresAt, entry.timezone).minute)
  const isPaidNow = offered?.isPaymentRequired === true
  const noticeHours = settings.cancellationHours
  const canBeCancelled = open.startsAt.getTime() - now.getTime() > noticeHours * 3_600_000
  return html`<div data-seconds-left="${secondsLeft}">
<h1>${title}</h1>
!${notice(view)}
<section class="card offer" aria-labelledby="oferta">
<h2 id="oferta"><span>${format.day(start.day)}</span> <span>${format.spans([{ startMinute: start.minute, endMinute: end.minute }])}</span></h2>
<p class="what">!${servicesOf(entry, format)} · <bdi>${open.professional.name}</bdi>!${
    offered === null ? '' : html` · <span class="price">${format.price(offered.totalCents)}</span>`
  }</p>
<p class="left">${fill(waitlist.keptUntil, { time: until })} · ${waitlist.left} <strong role="timer">${format.period(Math.ceil(secondsLeft / 60))}</strong></p>
<form method="post" action="?lang=${language}">
<input type="hidden" name="${offerField}" value="${open.id}">
<p class="actions"><button class="button primary" name="${actionField}" value="${actions.accept}">${isPaidNow ? waitlist.acceptAndPay : waitlist.accept}</button>
<button class="button" name="${actionField}" value="${actions.decline}">${waitlist.decline}</button></p>
</form>
<ul class="rules">
!${isPaidNow ? html`<li>${fill(waitlist.payNext, { amount: format.price(offered.dueNowCents) })}</li>` : ''}
!${canBeCancelled && noticeHours > 0 ? html`<li>${cancellationRule(settings, format)}</li>` : ''}
<li>${waitlist.declineHint}</li>
</ul>
</section>
</div>
<div data-expired hidden tabindex="-1">
<h1>${waitlist.expiredTitle}</h1>
<p class="lead">${waitlist.expiredText}</p>
<p class="actions"><a class="button" href="?lang=${language}">${waitlist.reload}</a></p>
</div>`
}

/** Why an answer was refused. */
const notice = ({ refusal }: View): string =>
  refusal === null ? '' : html`<p class="notice" role="alert">${refusal}</p>`

/** How the entry stands without an offer, and what became of the last one. */
function outcome({ catalog, format, shown, url, language }: View): string {
  const { waitlist, backToSalon } = format.texts
  const { entry, lastOffer, bookingCode } = shown
  const when = lastOffer && wallClock(lastOffer.startsAt, entry.timezone)
  const time = when ? [format.day(when.day), format.time(when.minute)].join(format.comma) : ''
  const before =
    lastOffer && entry.state !== 'withdrawn' ? waitlist.lastOffer[lastOffer.outcome] : ''
  const bookUrl = `${url}?lang=${language}`
  const book = html`<p class="actions"><a class="button" href="${bookUrl}">${fill(backToSalon, { salon: catalog.business.name })}</a></p>`
  return html`!${before ? html`<p class="lead">${fill(before, { time })}</p>` : ''}
<p class="lead">${waitlist.texts[entry.state]}</p>
!${
    bookingCode === null
      ? book
      : html`<p class="actions"><a class="button primary" href="${url}/r/${bookingCode}?lang=${language}">${waitlist.toBooking}</a></p>`
  }`
}

/** What the customer waits for. */
function request({ catalog, format, shown }: View): string {
  const { texts } = format
  const { waitlist } = texts
  const { entry } = shown
  const { business } = catalog
  const { street, postalCode, city } = business.address
  const address = [street, [postalCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return html`<section aria-labelledby="peticion">
<h2 id="peticion">${waitlist.request}</h2>
<dl class="card ticket">
<div><dt>${texts.services}</dt><dd>!${servicesOf(entry, format)}</dd></div>
<div><dt>${texts.with}</dt><dd>!${peopleOf(entry, catalog, format)}</dd></div>
<div><dt>${texts.when}</dt><dd>${format.days(entry.firstDay, entry.lastDay)}${hoursOf(entry, format)}</dd></div>
!${address ? html`<div><dt>${texts.where}</dt><dd><a href="${mapUrl(business)}" rel="noopener noreferrer"><bdi>${address}</bdi></a></dd></div>` : ''}
</dl>
</section>`
}

const servicesOf = ({ services }: WaitlistEntry, format: PageFormat): string =>
  services
    .map(({ name }) => {
      const text = format.text(name)
      return html`<span!${languageOf(text)}>${text.text}</span>`
    })
    .join(format.comma)

/** One for all services, or the one of each that the customer has chosen. */
function peopleOf(
  { professional, lineProfessionalIds }: WaitlistEntry,
  { professionals }: Catalog,
  { texts, comma }: PageFormat,
): string {
  const chosen = lineProfessionalIds ?? [professional?.id ?? null]
  const names = chosen.map((id) =>
    id === null
      ? texts.waitlist.anyone
      : (professionals.find((each) => each.id === id)?.name ?? professional?.name ?? ''),
  )
  return html`<bdi>${[...new Set(names)].join(comma)}</bdi>`
}

/** `, from 16:00, until 20:00`; empty: any. */
function hoursOf({ fromMinute, toMinute }: WaitlistEntry, format: PageFormat): string {
  const { waitlist } = format.texts
  return [
    fromMinute === null ? '' : fill(waitlist.from, { time: format.time(fromMinute) }),
    toMinute === null ? '' : fill(waitlist.until, { time: format.time(toMinute) }),
  ]
    .filter(Boolean)
    .map((text) => `${format.comma}${text}`)
    .join('')
}

/** Leaving takes two steps, because the place on the list is lost. */
function leave({ format, language }: View): string {
  const { waitlist } = format.texts
  return html`<details class="leave">
<summary>${waitlist.leave}</summary>
<form method="post" action="?lang=${language}">
<p>${waitlist.leaveHint}</p>
<p class="actions"><button class="button" name="${actionField}" value="${actions.leave}">${waitlist.leaveConfirm}</button></p>
</form>
</details>`
}
