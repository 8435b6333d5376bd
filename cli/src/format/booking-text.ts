import type { BookedProfessional, BookingTransition, PaymentSummary } from '@silla/core'
import { sanitize } from '../text/sanitize.ts'
import { dim } from '../text/terminal.ts'
import { formatLocalTime, formatMoney } from '../text/values.ts'
import type { BookedService, BookingRecord } from './booking-record.ts'
import { card } from './cards.ts'
import { table } from './table.ts'

/** A row for each booking, in the given order; few columns, so that they fit a narrow terminal. */
export function bookingTable(bookings: readonly BookingRecord[]): string {
  const rows = bookings.map((booking) => [
    booking.code,
    booking.day,
    booking.time,
    professionalNames(booking),
    booking.contact.name,
    booking.services.map(({ name }) => name).join(', '),
    booking.state,
  ])
  return table(['Code', 'Day', 'Time', 'Professional', 'Customer', 'Services', 'State'], rows)
}

/** A booking and its history, one fact per line. */
export function bookingCard(booking: BookingRecord, history: readonly BookingTransition[]): string {
  const when = (at: Date) => formatLocalTime(at, booking.timezone)
  const price = (cents: number) => formatMoney(cents, booking.currency)
  const facts = card([
    ['Id', booking.id],
    ['Code', booking.code],
    ['State', booking.state],
    [
      'When',
      `${when(booking.startsAt)} to ${when(booking.endsAt).slice(-5)} (${booking.timezone})`,
    ],
    ...professionalsOf(booking).map(({ id, name }): [string, string] => [
      'Professional',
      `${name} (${id})`,
    ]),
    ['Customer', `${booking.contact.name} (${booking.customerId})`.trim()],
    ['Email', booking.contact.email],
    ['Phone', booking.contact.phone],
    ...booking.services.map((service): [string, string] => [
      'Service',
      `${service.name}, ${price(service.chargedCents)}${isShared(booking) ? timeOf(service, when) : ''}`,
    ]),
    ['Total', price(booking.totalCents)],
    ['Payment', booking.payment === null ? '' : paymentLine(booking.payment, price)],
    [
      'Points',
      booking.pointsUsed > 0 ? `paid with ${booking.pointsUsed}` : `earns ${booking.pointsEarned}`,
    ],
    ['Notes', booking.notes],
    ['Expires', booking.expiresAt === null ? '' : when(booking.expiresAt)],
    ['Can cancel', booking.canCancel ? 'yes' : 'no'],
  ])
  const steps = history.map((transition) => transitionLine(transition, when))
  return `${facts}\n\n${dim('History')}\n${steps.join('\n')}`
}

/** Everybody who takes part, in the order of their first service. */
export const professionalNames = (booking: Pick<BookingRecord, 'services'>): string =>
  professionalsOf(booking)
    .map(({ name }) => name)
    .join(', ')

const professionalsOf = ({ services }: Pick<BookingRecord, 'services'>): BookedProfessional[] => [
  ...new Map(services.map(({ professional }) => [professional.id, professional])).values(),
]

/** Whether several people take part. */
const isShared = (booking: BookingRecord): boolean => professionalsOf(booking).length > 1

/** A service as the booking has it: `Corte, 20.00 EUR, 10:00-10:30 with Ana`. */
export const serviceLine = (
  service: BookedService,
  { timezone, currency }: Pick<BookingRecord, 'timezone' | 'currency'>,
): string => {
  const time = timeOf(service, (at) => formatLocalTime(at, timezone))
  return sanitize(`${service.name}, ${formatMoney(service.chargedCents, currency)}${time}`)
}

const timeOf = (
  { professional, startsAt, endsAt }: BookedService,
  when: (at: Date) => string,
): string => `, ${when(startsAt).slice(-5)}-${when(endsAt).slice(-5)} with ${professional.name}`

const paymentLine = (
  { paymentId, state, amountCents }: PaymentSummary,
  price: (cents: number) => string,
): string => `${price(amountCents)}, ${state} (${paymentId})`

function transitionLine(
  { at, from, to, by, reason, note, movedTo }: BookingTransition,
  when: (at: Date) => string,
): string {
  const why = reason === '' ? '' : `: ${sanitize(reason)}`
  const aside = note === '' ? '' : ` (note: ${sanitize(note)})`
  const what = movedTo === null ? stepOf(from, to) : `moved to ${when(movedTo)}`
  return `${when(at)}  ${what} by the ${by}${why}${aside}`
}

/** A step that leaves the state as it is and moves nothing is a change of the services (D54). */
const stepOf = (from: BookingTransition['from'], to: BookingTransition['to']): string =>
  from === to ? 'services changed' : to
