import { expect } from '../failure.ts'
import { paidOnlineCents, takenCents } from '../model/desk.ts'
import type { ModelEntry } from '../model/model.ts'
import type { SalonRows } from '../rows.ts'
import type { Simulation } from '../simulation.ts'

/**
 * The till is what was taken and reversed; of no booking and no order was more given back than taken, and
 * what is paid online of a visit is at most its price.
 */
export function checkDesk({ model }: Simulation, after: SalonRows): void {
  const entries = after.entries.map(entryText).sort()
  const expected = model.entries.map((entry) => entryText(rowOf(entry))).sort()
  expect(
    entries.join() === expected.join(),
    'the till is what was taken and reversed',
    () => `${entries.join('; ')}, expected ${expected.join('; ')}`,
  )
  for (const { of, label } of model.entries)
    expect(takenCents(model, of) >= 0, 'no more is given back than was taken', () => label)
  for (const booking of model.bookings) {
    const row = after.bookings.find(({ id }) => id === booking.id)
    const payment = after.payments.find(({ id }) => id === row?.paymentId)
    if (!row || !payment || isTakenBack(after, payment.id)) continue
    const paidCents = paidOnlineCents(after, row)
    expect(
      paidCents >= Math.min(payment.amountCents, booking.leastTotalCents),
      'no more goes back than a price has fallen',
      () => `${booking.label}: ${paidCents} of ${payment.amountCents} paid`,
    )
    expect(
      booking.state === 'cancelled' || paidCents <= booking.totalCents,
      'what is paid online of a visit is at most its price',
      () => `${booking.label}: ${paidCents} paid, ${booking.totalCents} the price`,
    )
  }
}

/** Other refunds and disputes leave less to give back. */
const isTakenBack = ({ refunds, disputes, payments }: SalonRows, id: number): boolean =>
  refunds.some(({ paymentId, reason }) => paymentId === id && reason !== 'rescheduled') ||
  disputes.some(({ paymentId }) => paymentId === id) ||
  payments.some((payment) => payment.id === id && payment.refundSeenCents > 0)

const methods = { efectivo: 'cash', tarjeta: 'card', otro: 'other' } as const

const rowOf = ({ id, of, method, amountCents, tipCents, reverses }: ModelEntry) => ({
  ...{ id, amountCents, tipCents, method: methods[method], reversesId: reverses?.id ?? null },
  bookingId: of.kind === 'booking' ? of.id : null,
  orderId: of.kind === 'order' ? of.id : null,
})

const entryText = (entry: SalonRows['entries'][number]): string => {
  const { id, bookingId, orderId, method, amountCents, tipCents, reversesId } = entry
  return [id, bookingId, orderId, method, amountCents, tipCents, reversesId].join(' ')
}
