import type { PaymentIntent } from '@silla/fake-stripe'
import { expect } from '../failure.ts'
import { leftOfBooking, paidOnlineCents, takenCents } from '../model/desk.ts'
import { dateAfter } from '../model/local-time.ts'
import { type ModelBooking, todayOf } from '../model/model.ts'
import { disputedCents, lostCents } from '../model/money.ts'
import { allPayments, type PaymentRow, type SalonRows } from '../rows.ts'
import type { Simulation } from '../simulation.ts'
import { checkProcessor } from './check-processor.ts'

/**
 * When everything has come to its end, our rows and the processor agree to the cent, what was kept is
 * what was sold: paid = booked - refunded, and the report of the takings says so.
 */
export async function checkEnd(simulation: Simulation, rows: SalonRows): Promise<void> {
  const { model, processor } = simulation
  for (const group of ['dia', 'peluquero']) await checkTakings(simulation, rows, group)
  for (const booking of model.bookings) await checkLeft(simulation, rows, booking)
  if (processor.state === 'none') return
  expect(
    allPayments(rows).length === 0 || model.canCharge === (processor.state === 'active'),
    'the state of the account becomes known',
    () => `${processor.state}, and the salon ${model.canCharge ? 'charges' : 'does not charge'}`,
  )
  for (const payment of allPayments(rows))
    checkPayment(simulation, rows, payment, processor.intent(payment.intentRef))
  await checkProcessor(simulation, rows)
  for (const { id, label, state, cancelledPercent } of model.bookings) {
    const payments = rows.payments.filter(({ bookingId }) => bookingId === id)
    // a customer who cancels late is refunded a part or nothing
    const percent = state === 'cancelled' ? (cancelledPercent ?? 100) : 0
    checkMoney(simulation, rows, label, payments, percent)
  }
  for (const { id, label, state } of model.orders) {
    const payments = rows.payments.filter(({ orderId }) => orderId === id)
    checkMoney(simulation, rows, label, payments, state === 'cancelled' ? 100 : 0)
  }
}

/** What the API says is left of a booking, and to be given back, follows from what was paid and taken. */
async function checkLeft(
  { api, model }: Simulation,
  rows: SalonRows,
  booking: ModelBooking,
): Promise<void> {
  const { data } = await api.get({ kind: 'salon' }, `/reservas/${booking.id}/`)
  const row = rows.bookings.find(({ id }) => id === booking.id)
  const taken = takenCents(model, { kind: 'booking', id: booking.id })
  const isCancelled = booking.state === 'cancelled'
  const paid = isCancelled || !row ? 0 : paidOnlineCents(rows, row)
  const over = Math.max(0, taken + paid - (isCancelled ? 0 : booking.totalCents))
  const inCents = (amount: number) => Math.round(amount * 100)
  const { cobrado, por_cobrar, por_devolver } = data.caja
  const shown = [cobrado, por_cobrar, por_devolver].map(inCents)
  const expected = [taken, leftOfBooking(model, rows, booking), Math.min(taken, over)]
  expect(
    shown.join() === expected.join() && data.resto >= 0,
    'what is left of a booking is its price without what was paid and taken',
    () => `${booking.label}: ${shown} and ${data.resto} left, expected ${expected}`,
  )
}

/** Every movement of the ledger is in the report, in one row (D76). */
async function checkTakings(
  { api, model }: Simulation,
  rows: SalonRows,
  group: string,
): Promise<void> {
  const today = todayOf(model)
  const { code, data } = await api.get(
    { kind: 'salon' },
    `/informes/caja/?desde=${dateAfter(today, -365)}&hasta=${today}&grupo=${group}`,
  )
  const refundedCents = (payment: PaymentRow) => {
    const ours = rows.refunds.filter(({ paymentId }) => paymentId === payment.id)
    const ofState = (state: string) => sum(ours.filter((refund) => refund.state === state))
    return Math.max(ofState('completed'), payment.refundSeenCents - ofState('failed'))
  }
  const total = (cents: (payment: PaymentRow) => number) =>
    allPayments(rows).reduce(
      (all, payment) => all + Math.min(payment.receivedCents, cents(payment)),
      0,
    )
  const atDesk = (method: string) => sum(rows.entries.filter((entry) => entry.method === method))
  const took = { efectivo: atDesk('cash'), tarjeta: atDesk('card'), otro: atDesk('other') }
  const desk = took.efectivo + took.tarjeta + took.otro
  const discounts = model.bookings
    .filter(({ state }) => state === 'completed')
    .flatMap(({ lines }) => lines.map(({ priceCents, chargedCents }) => priceCents - chargedCents))
  const online = {
    cobrado: total(({ receivedCents }) => receivedCents),
    devuelto: total(refundedCents),
    disputado: total((payment) => disputedCents(rows, payment)),
  }
  const ledger = {
    ...{ ...online, ...took, mostrador: desk },
    propinas: rows.entries.reduce((all, { tipCents }) => all + tipCents, 0),
    descuentos: discounts.reduce((all, cents) => all + cents, 0),
    neto: online.cobrado - online.devuelto - online.disputado + desk,
  }
  for (const [figure, cents] of Object.entries(ledger)) {
    const inRows = (data?.filas ?? []).reduce(
      (all: number, row: Record<string, number>) => all + Math.round((row[figure] ?? 0) * 100),
      0,
    )
    const inAll = Math.round((data?.total?.[figure] ?? 0) * 100)
    expect(
      code === 'ok' && inAll === cents && inRows === cents,
      'the takings are those of the ledger',
      () => `${code}, ${figure} by ${group}: ${inAll} in all, ${inRows} in rows, ${cents} in cents`,
    )
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
  // the customer has a week for the link
  const hasLink = rows.fees.some(
    ({ paymentId, state }) => paymentId === payment.id && state === 'action',
  )
  expect(!payment.isOpen || hasLink, 'every payment comes to an end', text)
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

/**
 * One payment is kept, less what the salon refunded and what a lower price gave back; everything else goes
 * back.
 *
 * @param percent how much of what paid for it goes back too
 */
function checkMoney(
  { processor }: Simulation,
  rows: SalonRows,
  label: string,
  payments: readonly PaymentRow[],
  percent: number,
): void {
  if (payments.some(({ intentRef }) => processor.gone.has(intentRef ?? ''))) return
  for (const payment of payments) {
    const refunds = rows.refunds.filter(({ paymentId }) => paymentId === payment.id)
    const promised = sum(refunds.filter(isPromised))
    const ofPrices = sum(refunds.filter(({ reason }) => reason === 'rescheduled'))
    const byHand = sum(refunds.filter(({ reason }) => reason === 'business'))
    // refunds that a bank has rejected count: they are repeated by hand
    expect(
      percent === 0 && payment.applied
        ? promised === ofPrices
        : promised + byHand + lostCents(rows, payment) >=
            (payment.applied
              ? Math.floor((payment.receivedCents * percent) / 100)
              : payment.receivedCents),
      'exactly the money for what was not sold is refunded',
      () => `${label}: ${payment.receivedCents} received, ${promised} + ${byHand} refunded`,
    )
  }
}

const isPromised = ({ reason, state }: SalonRows['refunds'][number]) =>
  reason !== 'business' && state !== 'cancelled'

const sum = (refunds: readonly { amountCents: number }[]) =>
  refunds.reduce((total, { amountCents }) => total + amountCents, 0)
