import type { MailKind, WaitlistEntry, WaitlistOffer } from '@silla/core'
import type { Button, Content } from './content.ts'
import { formattersFor } from './formatters.ts'
import { greetingName } from './guest-name.ts'
import { addressLine, webAddress } from './layout.ts'
import type { MailContext } from './mail-context.ts'

type WaitlistMailKind = Extract<MailKind, `waitlist_${string}`>

/** The email about an offer of the waitlist. Its button leads to where it is answered: it answers nothing. */
export function waitlistEmail(
  kind: WaitlistMailKind,
  entry: WaitlistEntry,
  { translation, salon, pages }: MailContext,
): Content {
  const format = formattersFor(translation, salon, entry.timezone)
  const offer = entry.offer as WaitlistOffer
  const { labels, waitlistOffer, waitlistOfferExpired } = translation
  const isOffer = kind === 'waitlist_offer'
  const until = format.when(offer.expiresAt)
  const { stillWaiting, ended } = waitlistOfferExpired
  const text = isOffer
    ? waitlistOffer.text(until)
    : entry.state === 'expired'
      ? ended
      : stillWaiting
  const { heading, subject } = isOffer ? waitlistOffer : waitlistOfferExpired
  return {
    subject: subject(format.when(offer.startsAt), salon.business.name),
    heading,
    name: greetingName(entry.contact.name),
    paragraphs: [text],
    details: [
      [labels.services, entry.services.map(({ name }) => format.text(name)).join(', ')],
      [labels.professional, offer.professional.name],
      [labels.day, format.day(offer.startsAt)],
      [labels.time, format.span(offer.startsAt, offer.endsAt)],
      [labels.code, entry.code],
      [labels.heldUntil, isOffer ? until : ''],
      [labels.place, isOffer ? addressLine(salon.business) : ''],
    ],
    buttons: buttonsOf(isOffer, entry),
  }

  /** To the page of the entry; to the website of a salon that has no pages. */
  function buttonsOf(isOffer: boolean, { state, code }: WaitlistEntry): Button[] {
    const { buttons } = translation
    const website = webAddress(salon.business.website)
    if (pages === null)
      return isOffer && website !== '' ? [{ label: buttons.website, url: website }] : []
    if (isOffer) return [{ label: buttons.answerOffer, url: pages.manage(code) }]
    return state === 'expired'
      ? [{ label: buttons.bookAgain, url: pages.booking }]
      : [{ label: buttons.manageEntry, url: pages.manage(code) }]
  }
}
