import { createHash } from 'node:crypto'
import type { Catalog, Language } from '../../catalog/catalog.ts'
import type { Booking } from '../../model/booking.ts'
import { bookingDepositCents } from '../../model/due-now.ts'
import type { CardPolicyText, CardTerms, WriteCardPolicy } from '../../model/saved-card.ts'

/** How long after the start of a visit a fee may be charged (D51). */
const chargeableDays = 14

export const chargeableUntil = ({ startsAt }: Pick<Booking, 'startsAt'>): Date =>
  new Date(startsAt.getTime() + chargeableDays * 86_400_000)

/** From when on a cancellation is late: by the deadline that held when it was booked (D51). */
export const freeUntil = (
  { startsAt }: Pick<Booking, 'startsAt'>,
  { cancellationHours }: { cancellationHours: number },
): Date => new Date(startsAt.getTime() - cancellationHours * 3_600_000)

/**
 * Whether a card was saved with a booking that has a guarantee, or still can be. It never gets one when the
 * salon has confirmed it before, or all of it was paid instead; with a deposit the payment saves it.
 */
export const mayHaveCard = ({
  depositCents,
  paymentRequired,
  state,
  paymentId,
}: Pick<Booking, 'depositCents' | 'paymentRequired' | 'state' | 'paymentId'>): boolean => {
  const isSaved = depositCents === null ? !paymentRequired : paymentId !== null
  return isSaved || (state === 'pending' && paymentRequired && paymentId === null)
}

/** What the customer of a booking agrees to now; null: no card is left for it. */
export function cardTerms(booking: Booking, { business }: Catalog, now: Date): CardTerms | null {
  const { guarantee, currency, timezone } = booking
  if (guarantee === null) return null
  const { noShowCents, lateCancelCents } = guarantee
  return {
    businessName: business.name,
    ...{ noShowCents, lateCancelCents, currency, timezone },
    depositCents: bookingDepositCents(booking),
    freeUntil: freeUntil(booking, guarantee),
    isLate: now > freeUntil(booking, guarantee),
    chargeableUntil: chargeableUntil(booking),
  }
}

/** The terms in words, with the version that accepting them names. */
export function cardPolicy(
  terms: CardTerms,
  { language, write }: { language: Language; write: WriteCardPolicy },
): CardPolicyText {
  const body = write(terms, language)
  const version = createHash('sha256').update(body).digest('hex').slice(0, 16)
  return { terms, version, body, language }
}
