import type { PaymentIntent } from '@silla/fake-stripe'
import { expect } from '../failure.ts'
import { lostCents } from '../model/money.ts'
import type { PaymentRow, SalonRows } from '../rows.ts'
import type { Simulation } from '../simulation.ts'

/**
 * When everything has come to its end, our rows and the processor agree to the cent, and what was
 * kept is what was sold: paid = booked - refunded.
 */
export function checkEnd(simulation: Simulation, rows: SalonRows): void {
  const { model, processor } = simulation
  if (processor.state === 'none') return
  expect(
    rows.payments.length === 0 || model.canCharge === (processor.state === 'active'),
    'the state of the account becomes known',
    () => `${processor.state}, and the salon ${model.canCharge ? 'charges' : 'does not charge'}`,
  )
  for (const payment of rows.payments) {
    checkPayment(simulation, rows, payment, processor.intent(payment.intentRef))
  }
  for (const { id, label, state, refundPercent } of model.bookings) {
    const payments = rows.payments.filter(({ bookingId }) => bookingId === id)
    const { cancelledBy } = rows.bookings.find((each) => each.id === id) ?? {}
    // a customer who had moved it past the deadline is refunded nothing
    const isSold = state !== 'cancelled' || (cancelledBy === 'customer' && refundPercent === 0)
    checkMoney(simulation, rows, label, payments, isSold)
  }
  for (const { id, label, state } of model.orders) {
    const payments = rows.payments.filter(({ orderId }) => orderId === id)
    checkMoney(simulation, rows, label, payments, state !== 'cancelled')
  }
}

function checkPayment(
  { processor }: Simulation,
  rows: SalonRows,
  payment: PaymentRow,
  intent: PaymentIntent | undefined,
): void {
  const text = () =>
    `${payment.state}, ${payment.amountCents} cents; at the processor ${intent?.status}, ` +
    `${intent?.amount_received} received`
  expect(!payment.isOpen, 'every payment comes to an end', text)
  if (processor.gone.has(payment.intentRef ?? '')) return
  expect(
    payment.receivedCents === (intent?.amount_received ?? 0),
    'all money that arrived is received',
    text,
  )
  const ours = rows.refunds.filter(({ paymentId }) => paymentId === payment.id)
  expect(
    ours.every(({ state }) => state !== 'pending'),
    'every refund comes to an end',
    text,
  )
  const sent = processor
    .refunds()
    .filter((each) => each.payment_intent === payment.intentRef && each.status === 'succeeded')
    .reduce((total, { amount }) => total + amount, 0)
  const completed = sum(ours.filter(({ state }) => state === 'completed'))
  expect(
    sent === completed,
    'our refunds are those of the processor',
    () => `${text()}; ${completed} cents refunded, ${sent} at the processor`,
  )
}

/** One payment is kept, less what the salon refunded; everything else goes back. */
function checkMoney(
  { processor }: Simulation,
  rows: SalonRows,
  label: string,
  payments: readonly PaymentRow[],
  isSold: boolean,
): void {
  if (payments.some(({ intentRef }) => processor.gone.has(intentRef ?? ''))) return
  for (const payment of payments) {
    const refunds = rows.refunds.filter(({ paymentId }) => paymentId === payment.id)
    const promised = sum(refunds.filter(isPromised))
    const byHand = sum(refunds.filter(({ reason }) => reason === 'business'))
    // refunds that a bank has rejected count: they are repeated by hand
    expect(
      isSold && payment.applied
        ? promised === 0
        : promised + byHand + lostCents(rows, payment) >= payment.receivedCents,
      'exactly the money for what was not sold is refunded',
      () => `${label}: ${payment.receivedCents} received, ${promised} + ${byHand} refunded`,
    )
  }
}

const isPromised = ({ reason, state }: SalonRows['refunds'][number]) =>
  reason !== 'business' && state !== 'cancelled'

const sum = (refunds: readonly { amountCents: number }[]) =>
  refunds.reduce((total, { amountCents }) => total + amountCents, 0)
