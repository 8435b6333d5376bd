import type { BookingRow, SalonRows } from '../rows.ts'
import type { Model, ModelBooking, ModelEntry, ModelOrder } from './model.ts'

/** What the salon has taken for a booking or an order, less what it has given back. */
export const takenCents = ({ entries }: Model, { kind, id }: ModelEntry['of']): number =>
  entries.reduce(
    (sum, { of, amountCents }) => (of.kind === kind && of.id === id ? sum + amountCents : sum),
    0,
  )

export const isReversed = ({ entries }: Model, entry: ModelEntry): boolean =>
  entries.some(({ reverses }) => reverses === entry)

/** What of a booking is paid online: its deposit or its price, less what was taken (D39, D54). */
export const onlineCents = (model: Model, { id, depositCents, totalCents }: ModelBooking): number =>
  Math.max(
    0,
    Math.min(depositCents ?? totalCents, totalCents - takenCents(model, { kind: 'booking', id })),
  )

/** What was paid online of the price, less what a lower price gave back (D37). */
export function paidOnlineCents(
  { payments, refunds }: SalonRows,
  { paymentId }: Pick<BookingRow, 'paymentId'>,
): number {
  const payment = payments.find(({ id }) => id === paymentId)
  if (payment === undefined) return 0
  const givenBack = refunds.filter(
    (each) =>
      each.paymentId === payment.id && each.reason === 'rescheduled' && each.state !== 'cancelled',
  )
  return givenBack.reduce((left, { amountCents }) => left - amountCents, payment.amountCents)
}

/** What can still be taken for a booking. */
export function leftOfBooking(model: Model, rows: SalonRows, booking: ModelBooking): number {
  const { id, state, totalCents } = booking
  if (state !== 'confirmed' && state !== 'completed') return 0
  const row = rows.bookings.find((each) => each.id === id) ?? { paymentId: null }
  const taken = takenCents(model, { kind: 'booking', id })
  return Math.max(0, totalCents - paidOnlineCents(rows, row) - taken)
}

/** What can still be taken for an order. */
export function leftOfOrder(model: Model, rows: SalonRows, order: ModelOrder): number {
  const { id, state, totalCents } = order
  if (state === 'cancelled' || state === 'refunded') return 0
  const paid = rows.payments.find(({ orderId, applied }) => orderId === id && applied)
  const taken = takenCents(model, { kind: 'order', id })
  return Math.max(0, totalCents - (paid?.amountCents ?? 0) - taken)
}
