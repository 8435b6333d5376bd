import { AccountError, refundPayment } from '@silla/core'
import type { FakeStripe } from '@silla/fake-stripe'
import type { Random } from '../../support/random.ts'
import { expect } from '../failure.ts'
import { hasOpenDispute, refundableCents } from '../model/money.ts'
import type { PaymentRow } from '../rows.ts'
import type { Simulation } from '../simulation.ts'
import type { Step } from './step.ts'

/** The salon refunds a booking, whole or in part, as far as anything is left. */
export const refund: Step = {
  name: 'refund',
  weight: ({ model }) => (model.bookings.some(({ isPaid }) => isPaid) ? 4 : 0),
  async run({ model, rows, api }, random) {
    const booking = random.pick(model.bookings.filter(({ isPaid }) => isPaid))
    const payments = rows.payments.filter(
      ({ bookingId, receivedCents }) => bookingId === booking.id && receivedCents > 0,
    )
    const payment = payments.find(({ applied }) => applied)
    if (!payment) return 'nothing to refund'
    const left = refundableCents(rows, payment)
    const cents = random.chance(0.5) ? null : random.integer(1, payment.amountCents + 100)
    const answer = await api.post(
      { kind: 'salon' },
      `/reservas/${booking.id}/reembolsar/`,
      cents === null ? {} : { monto: cents / 100 },
    )
    const text = `the salon refunds ${cents ?? 'all'} of ${left} cents of ${booking.label}: ${answer.code}`
    const expected = refusalOf(left, cents, hasOpenDispute(rows, payment)) ?? 'ok'
    expect(
      answer.code === expected,
      'a refund is at most what is left',
      () => `${text}, expected ${expected}`,
    )
    return text
  },
}

/** Platform staff refunds an order or points: `silla payments refund`. */
export const refundSale: Step = {
  name: 'refund sale',
  weight: (simulation) => (paidSales(simulation).length > 0 ? 2 : 0),
  async run(simulation, random) {
    const { model, rows, world, salon, nextNumber } = simulation
    const payment = random.pick(paidSales(simulation))
    const left = hasOpenDispute(rows, payment) ? 0 : refundableCents(rows, payment)
    const amountCents = random.chance(0.7) ? null : random.integer(1, payment.amountCents)
    const tenant = world.tenants.tenant(salon.businessId, salon.slug)
    const input = { paymentId: payment.id, amountCents, name: `refund ${nextNumber()}` }
    const context = { tenant, clock: salon.clock, realClock: salon.clock }
    const isRefunded = await refundPayment(context, input).then(
      () => true,
      (error) => {
        if (error instanceof AccountError) return false
        throw error
      },
    )
    const sold = model.orders.find(({ id }) => id === payment.orderId)?.label ?? 'points'
    const text = `staff refunds ${amountCents ?? 'all'} of ${left} cents of ${sold}: ${isRefunded}`
    expect(
      isRefunded === (left > 0 && (amountCents ?? 0) <= left),
      'a refund is at most what is left',
      () => text,
    )
    return text
  },
}

/** Payments that have paid an order or points, in the order of their intents. */
const paidSales = ({ processor, rows }: Simulation): PaymentRow[] =>
  processor
    .intents()
    .flatMap(({ id }) => rows.payments.filter(({ intentRef }) => intentRef === id))
    .filter(({ applied, bookingId }) => applied && bookingId === null)

function refusalOf(left: number, cents: number | null, isDisputed: boolean): string | null {
  if (left === 0) return 'NOTHING_TO_REFUND'
  if (isDisputed) return 'PAYMENT_DISPUTED'
  return cents !== null && cents > left ? 'INVALID_AMOUNT' : null
}

/** A bank completes or rejects a refund that it has kept pending. */
export const settleRefund: Step = {
  name: 'settle refund',
  weight: (simulation) => (pendingRefunds(simulation).length > 0 ? 4 : 0),
  async run(simulation, random) {
    const { fake } = simulation.processor
    const { id, amount } = random.pick(pendingRefunds(simulation))
    const isCompleted = random.chance(0.7)
    if (isCompleted) fake.completeRefund(id)
    else fake.failRefund(id)
    return `the bank ${isCompleted ? 'completes' : 'rejects'} a refund of ${amount} cents`
  },
}

const pendingRefunds = ({ processor }: Simulation) =>
  processor.refunds().filter(({ status }) => status === 'pending')

/** A cardholder disputes a payment, or a bank decides a dispute. */
export const dispute: Step = {
  name: 'dispute',
  weight: (simulation) => (disputable(simulation).length > 0 ? 2 : 0),
  async run(simulation, random) {
    const { processor } = simulation
    const { fake, disputed } = processor
    const open = processor.disputes().find(isOpenDispute)
    if (open && random.chance(0.6)) return advanceDispute(fake, open, random)
    const intents = disputable(simulation).filter((id) => !disputed.has(id))
    if (intents.length === 0) return 'nothing to dispute'
    const intentRef = random.pick(intents)
    disputed.add(intentRef)
    const { amount, status } = random.chance(0.25)
      ? fake.inquire(intentRef)
      : fake.dispute(intentRef)
    return `a payment of ${amount} cents is disputed: ${status}`
  },
}

const disputable = ({ processor }: Simulation): string[] =>
  [...processor.arrived.keys()].filter((id) => processor.hasArrived(id))

/** An inquiry becomes a dispute or ends; a dispute is decided. */
export function advanceDispute(
  fake: FakeStripe,
  { id, amount, status }: ReturnType<FakeStripe['disputes']>[number],
  random: Random,
): string {
  if (status === 'warning_needs_response' && random.chance(0.5)) {
    fake.escalate(id)
    return `an inquiry about ${amount} cents becomes a dispute`
  }
  const outcome =
    status === 'warning_needs_response' ? 'warning_closed' : random.pick(['won', 'lost'] as const)
  fake.closeDispute(id, outcome)
  return `a dispute of ${amount} cents is ${outcome}`
}

export const isOpenDispute = ({ status }: { status: string }): boolean =>
  status === 'needs_response' || status === 'warning_needs_response'
