import { expect } from '../failure.ts'
import { allPayments, type PaymentRow, type SalonRows } from '../rows.ts'
import type { Simulation } from '../simulation.ts'

/** At no time is money invented, applied twice or refunded twice; stock follows the orders. */
export function checkMoney(simulation: Simulation, before: SalonRows, after: SalonRows): void {
  checkPayments(simulation, before, after)
  checkOrders(simulation, after)
}

function checkPayments({ processor }: Simulation, before: SalonRows, after: SalonRows): void {
  const known = allPayments(before)
  const all = allPayments(after)
  for (const payment of all) {
    const { id, amountCents, receivedCents, intentRef } = payment
    const old = known.find((each) => each.id === id)
    const text = () => `${amountCents} cents, ${receivedCents} received`
    expect(
      receivedCents === 0 ||
        (receivedCents === amountCents && processor.arrived.has(intentRef ?? '')),
      'only money that has arrived counts as received',
      text,
    )
    expect(receivedCents >= (old?.receivedCents ?? 0), 'received money stays received', text)
    const refunded = sum(after.refunds.filter((each) => isPromised(each, id)))
    expect(
      refunded <= receivedCents,
      'no more is refunded than was received',
      () => `${text()}, ${refunded} refunded`,
    )
  }
  for (const [what, payments] of Object.entries(byReference(after.payments)))
    expect(
      payments.filter(({ applied }) => applied).length <= 1,
      'a booking or an order is paid once',
      () => what,
    )
  const refunds = processor.refunds()
  for (const refund of refunds) {
    const payment = all.find(({ intentRef }) => intentRef === refund.payment_intent)
    const promised = sum(after.refunds.filter(({ paymentId }) => paymentId === payment?.id))
    const sent = refunds.filter((each) => each.payment_intent === refund.payment_intent)
    const sentCents = sent.reduce((total, { amount }) => total + amount, 0)
    expect(
      payment !== undefined && sentCents <= promised,
      'no more refunds are sent than were promised',
      () => `${sentCents} cents sent, ${promised} promised`,
    )
  }
}

const isPromised = ({ paymentId, state }: SalonRows['refunds'][number], id: number) =>
  paymentId === id && (state === 'pending' || state === 'completed')

/** By booking or order; packages can be bought any number of times. */
function byReference(payments: readonly PaymentRow[]): Record<string, PaymentRow[]> {
  const groups: Record<string, PaymentRow[]> = {}
  for (const payment of payments) {
    const { bookingId, orderId } = payment
    if (bookingId === null && orderId === null) continue
    const key = bookingId === null ? `order ${orderId}` : `booking ${bookingId}`
    groups[key] = [...(groups[key] ?? []), payment]
  }
  return groups
}

/** The states of orders follow from their payments, and stock from the orders. */
function checkOrders({ model, salon }: Simulation, after: SalonRows): void {
  for (const order of model.orders) {
    const row = after.orders.find(({ id }) => id === order.id)
    const isPaid = after.payments.some(({ orderId, applied }) => orderId === order.id && applied)
    const change = `${order.state} ${row?.state}`
    expect(
      row !== undefined &&
        (order.state === row.state || allowedOfOrders.includes(change)) &&
        isPaid === (row.state === 'paid' || row.state === 'refunded'),
      'only allowed state changes of orders are made',
      () => `${order.label}: ${change}, ${isPaid ? 'paid' : 'unpaid'}`,
    )
    if (row) order.state = row.state as typeof order.state
  }
  for (const { name } of model.plan.products) {
    const taken = after.products.find(({ id }) => id === salon.id(name))?.taken ?? 0
    const held = model.orders
      .filter(({ state }) => state === 'pending' || state === 'paid' || state === 'delivered')
      .flatMap(({ items }) => items.filter(({ product }) => product === name))
      .reduce((total, { quantity }) => total + quantity, 0)
    expect(taken === held, 'stock follows the orders', () => `${name}: ${taken}, orders ${held}`)
  }
}

const allowedOfOrders = ['pending paid', 'pending cancelled', 'pending refunded', 'paid refunded']

const sum = (refunds: readonly { amountCents: number }[]) =>
  refunds.reduce((total, { amountCents }) => total + amountCents, 0)
