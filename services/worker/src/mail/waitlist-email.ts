import type { Catalog, MailKind, WaitlistEntry, WaitlistOffer } from '@silla/core'
import { addressLine } from './booking-email.ts'
import { customerName } from './customer-name.ts'
import { formattersFor } from './formatters.ts'
import type { Content } from './layout.ts'
import type { Translation } from './translations/translation.ts'

type WaitlistMailKind = Extract<MailKind, `waitlist_${string}`>

/** The email about an offer of the waitlist. It links to the salon's website and accepts nothing. */
export function waitlistEmail(
  kind: WaitlistMailKind,
  entry: WaitlistEntry,
  translation: Translation,
  salon: Catalog,
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
  const { subject } = isOffer ? waitlistOffer : waitlistOfferExpired
  return {
    subject: subject(format.when(offer.startsAt), salon.business.name),
    name: customerName(entry.contact.name),
    paragraphs: [text],
    details: [
      [labels.services, entry.services.map(({ name }) => format.text(name)).join(', ')],
      [labels.professional, offer.professional.name],
      [labels.day, format.day(offer.startsAt)],
      [labels.time, `${format.time(offer.startsAt)}-${format.time(offer.endsAt)}`],
      [labels.code, entry.code],
      [labels.keptUntil, isOffer ? until : ''],
      [labels.place, isOffer ? addressLine(salon.business) : ''],
      [labels.website, isOffer ? salon.business.website : ''],
    ],
  }
}
