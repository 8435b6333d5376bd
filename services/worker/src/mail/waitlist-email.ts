import type { MailKind, WaitlistEntry, WaitlistOffer } from '@silla/core'
import type { Content } from './content.ts'
import { formattersFor } from './formatters.ts'
import { greetingName } from './guest-name.ts'
import { addressLine, webAddress } from './layout.ts'
import type { MailContext } from './mail-context.ts'

type WaitlistMailKind = Extract<MailKind, `waitlist_${string}`>

/** The email about an offer of the waitlist. It links to the salon's website and accepts nothing. */
export function waitlistEmail(
  kind: WaitlistMailKind,
  entry: WaitlistEntry,
  { translation, salon }: MailContext,
): Content {
  const format = formattersFor(translation, salon, entry.timezone)
  const offer = entry.offer as WaitlistOffer
  const website = webAddress(salon.business.website)
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
      [labels.time, `${format.time(offer.startsAt)}-${format.time(offer.endsAt)}`],
      [labels.code, entry.code],
      [labels.keptUntil, isOffer ? until : ''],
      [labels.place, isOffer ? addressLine(salon.business) : ''],
    ],
    buttons:
      isOffer && website !== '' ? [{ label: translation.buttons.website, url: website }] : [],
  }
}
