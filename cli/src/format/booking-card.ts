import type { BookingTransition, PaymentSummary } from '@silla/core'
import type { BookingRecord } from './booking-record.ts'
import { card } from './card.ts'
import { localTime } from './local-time.ts'
import { money } from './money.ts'
import { sanitize } from './sanitize.ts'
import { dim } from './terminal.ts'

/** What one booking is, a line a fact, and how it came to that. */
export function bookingCard(booking: BookingRecord, history: readonly BookingTransition[]): string {
  const when = (at: Date) => localTime(at, booking.timezone)
  const price = (cents: number) => money(cents, booking.currency)
  const facts = card([
    ['Id', booking.id],
    ['Code', booking.code],
    ['State', booking.state],
    [
      'When',
      `${when(booking.startsAt)} to ${when(booking.endsAt).slice(-5)} (${booking.timezone})`,
    ],
    ['Professional', `${booking.professional.name} (${booking.professional.id})`],
    ['Customer', `${booking.contact.name} (${booking.customerId})`.trim()],
    ['E-mail', booking.contact.email],
    ['Phone', booking.contact.phone],
    ...booking.services.map((one): [string, string] => [
      'Service',
      `${one.name}, ${price(one.chargedCents)}`,
    ]),
    ['Total', price(booking.totalCents)],
    ['Payment', booking.payment === null ? '' : paymentLine(booking.payment, price)],
    [
      'Points',
      booking.pointsUsed > 0 ? `paid with ${booking.pointsUsed}` : `brings ${booking.pointsEarned}`,
    ],
    ['Notes', booking.notes],
    ['Lapses', booking.expiresAt === null ? '' : when(booking.expiresAt)],
    ['Can cancel', booking.canCancel ? 'yes' : 'no'],
  ])
  return `${facts}\n\n${dim('History')}\n${history.map((step) => stepLine(step, when)).join('\n')}`
}

const paymentLine = (
  { paymentId, state, amountCents }: PaymentSummary,
  price: (cents: number) => string,
): string => `${price(amountCents)}, ${state} (${paymentId})`

const stepLine = ({ at, to, by, reason }: BookingTransition, when: (at: Date) => string): string =>
  `${when(at)}  ${to} by the ${by}${reason === '' ? '' : `: ${sanitize(reason)}`}`
