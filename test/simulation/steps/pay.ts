import type { Random } from '../../support/random.ts'
import type { Caller } from '../api-client.ts'
import { expect } from '../failure.ts'
import { leastCents } from '../model/booking-rules.ts'
import { onlineCents, takenCents } from '../model/desk.ts'
import { feeOf } from '../model/fees.ts'
import { isOpen, type ModelBooking } from '../model/model.ts'
import { allPayments } from '../rows.ts'
import type { Simulation } from '../simulation.ts'
import { randomBooking } from './choices.ts'
import { withFault } from './processor-fault.ts'
import type { Step } from './step.ts'

/** Somebody pays a booking, an order or points: an intent, a card, and often a confirmation. */
export const pay: Step = {
  name: 'pay',
  weight: ({ model, processor }) =>
    !processor.isConnected
      ? 1
      : model.bookings.length + model.orders.length + model.plan.packages.length > 0
        ? 18
        : 0,
  async run(simulation, random) {
    const payable = randomPayable(simulation, random)
    if (payable === null) return 'nothing to pay'
    let text = ''
    const fault = await withFault(simulation, random, async () => {
      text = await payWithCard(simulation, random, payable)
    })
    return `${text}${fault}`
  },
}

interface Payable {
  text: string
  caller: Caller
  body: { codigo?: string; type: string; reference_id: number; cliente_id: number; amount: number }
  /** The code of the refusal; null: an intent is made. */
  refusal: string | null
  /** The booking whose card is saved by paying its deposit (D47). */
  savesCardOf: ModelBooking | null
}

function randomPayable(simulation: Simulation, random: Random): Payable | null {
  const { model } = simulation
  const orders = model.orders.filter(({ state }) => state === 'pending')
  if (orders.length > 0 && random.chance(0.4)) return payableOrder(simulation, random)
  if (model.plan.packages.length > 0 && random.chance(0.2))
    return payablePackage(simulation, random)
  return payableBooking(simulation, random)
}

function payableBooking(simulation: Simulation, random: Random): Payable | null {
  const { model } = simulation
  const unpaid = model.bookings.filter(
    (each) => isOpen(each) && !each.isPaid && onlineCents(model, each) >= leastCents,
  )
  const booking =
    unpaid.length > 0 && random.chance(0.8) ? random.pick(unpaid) : randomBooking(random, model)
  // with a fee that has a link, that is what is paid
  if (booking === null || feeOf(simulation.rows, booking)?.state === 'action') return null
  const { id, code, customerId, label } = booking
  // what has arrived of it may be refunded, because it was taken at the desk as well
  if (takenCents(model, { kind: 'booking', id }) > 0 && hasArrived(simulation, id)) return null
  const dueCents = onlineCents(model, booking)
  return {
    text: `${label} (${booking.state}, ${dueCents} cents)`,
    caller: { kind: 'guest', person: booking.person },
    body: {
      type: 'booking',
      reference_id: id,
      cliente_id: customerId,
      amount: dueCents,
      codigo: code,
    },
    refusal:
      dueCents === 0
        ? 'INVALID_AMOUNT'
        : booking.isPaid
          ? 'BOOKING_ALREADY_PAID'
          : !isOpen(booking)
            ? 'CANNOT_PAY'
            : (refusalOfAmount(simulation, dueCents) ??
              (hasArrived(simulation, id) ? 'BOOKING_ALREADY_PAID' : null) ??
              (hasOtherAtBank(simulation, id, dueCents) ? 'CANNOT_PAY' : null)),
    savesCardOf: savesCard(booking) ? booking : null,
  }
}

function payableOrder({ model, ...simulation }: Simulation, random: Random): Payable {
  const order = random.pick(model.orders.filter(({ state }) => state === 'pending'))
  const { id, totalCents, customerId, label, person } = order
  const isPaid = simulation.rows.payments.some(
    (each) => each.orderId === id && simulation.processor.hasArrived(each.intentRef),
  )
  return {
    text: `${label} (${totalCents} cents)`,
    caller: { kind: 'customer', person },
    body: { type: 'order', reference_id: id, cliente_id: customerId, amount: totalCents },
    refusal: isPaid ? 'ORDER_ALREADY_PAID' : refusalOfAmount({ model }, totalCents),
    savesCardOf: null,
  }
}

function payablePackage(simulation: Simulation, random: Random): Payable {
  const { model, salon, customerIds } = simulation
  const { name, priceCents } = random.pick(model.plan.packages)
  const person = random.pick(model.people.filter(({ hasAccount }) => hasAccount))
  return {
    text: `points for ${person.name}`,
    caller: { kind: 'customer', person },
    body: {
      type: 'points',
      reference_id: salon.id(name),
      cliente_id: customerIds.get(person.email) ?? 0,
      amount: priceCents,
    },
    refusal: model.plan.pointsEnabled ? refusalOfAmount(simulation, priceCents) : 'POINTS_DISABLED',
    savesCardOf: null,
  }
}

const refusalOfAmount = ({ model }: Pick<Simulation, 'model'>, cents: number): string | null =>
  model.canCharge ? (cents < leastCents ? 'INVALID_AMOUNT' : null) : 'PROCESSOR_NOT_CONFIGURED'

/** Whether money for the booking has arrived at the processor. */
const hasArrived = ({ rows, processor }: Simulation, id: number): boolean =>
  rows.payments.some((each) => each.bookingId === id && processor.hasArrived(each.intentRef))

/** Whether a payment of another amount is in processing: what was taken at the desk since has changed it. */
const hasOtherAtBank = ({ rows, processor }: Simulation, id: number, dueCents: number): boolean =>
  rows.payments.some(
    ({ bookingId, intentRef, amountCents }) =>
      bookingId === id &&
      amountCents !== dueCents &&
      processor.intent(intentRef)?.status === 'processing',
  )

async function payWithCard(
  simulation: Simulation,
  random: Random,
  payable: Payable,
): Promise<string> {
  const { api, step } = simulation
  const options = { mayFail: step.hasFault }
  const isStale = payable.savesCardOf !== null && payable.refusal === null && random.chance(0.08)
  const condiciones = isStale ? '0123456789abcdef' : await termsOf(simulation, payable)
  const body = { ...payable.body, ...(condiciones && { condiciones }) }
  const answer = await api.post(payable.caller, '/pagos/intent/', body, options)
  const text = `pay ${payable.text}: ${answer.code}`
  const expected = payable.refusal ?? (isStale ? 'POLICY_CHANGED' : 'ok')
  expect(
    answer.code === expected ||
      (step.hasFault && processorErrors.includes(answer.code)) ||
      (payable.refusal === null && isAccountError(simulation, answer.code)),
    'an intent is made for what can be paid and for nothing else',
    () => `${text}, expected ${expected}`,
  )
  if (answer.code !== 'ok') return text
  const intentRef: string = answer.data.payment_intent_id
  const card = payCard(simulation, random, intentRef)
  if (!random.chance(0.4)) return `${text}, ${card}`
  return `${text}, ${card}, ${await confirmIntent(simulation, intentRef, payable)}`
}

const savesCard = ({ state, guarantee, depositCents, paymentRequired }: ModelBooking): boolean =>
  state === 'pending' && guarantee !== null && depositCents !== null && paymentRequired

/** Which terms a customer accepts with the deposit; null: none. */
async function termsOf(
  { api }: Simulation,
  { savesCardOf: booking }: Payable,
): Promise<string | null> {
  if (booking === null) return null
  const { data } = await api.get({ kind: 'salon' }, `/reservas/${booking.id}/condiciones/`)
  return data.version
}

export const processorErrors = [
  'PROCESSOR_UNAVAILABLE',
  'PAYMENT_FAILED',
  'IDEMPOTENCY_IN_PROGRESS',
]

/** The product learns about the trouble with its account from the refusal. */
export const isAccountError = ({ processor, model }: Simulation, code: string): boolean =>
  code === 'PROCESSOR_NOT_CONFIGURED' && model.canCharge && processor.state !== 'active'

/** What the customer does in the browser. */
export function payCard(
  { processor, model }: Simulation,
  random: Random,
  intentRef: string,
): string {
  const card = random.weighted([
    [10, '4242424242424242'],
    [2, '4000000000007726'],
    [2, '4000000000005126'],
    [3, '4000000000000002'],
    [1.5, 'processing'],
    [1, '4000002500003155'],
    [2, null],
  ])
  if (card === null || processor.intent(intentRef)?.status !== 'requires_payment_method')
    return 'no card'
  const endsEarly = random.chance(0.1)
  const status = processor.pay(intentRef, card, { endsEarly, now: model.now() })
  return `card ${card}${endsEarly ? ', which ends early' : ''}: ${status}`
}

/** The bank or the customer ends an authentication or a payment in processing. */
export const settle: Step = {
  name: 'settle',
  weight: (simulation) => (intentsAtBank(simulation).length > 0 ? 5 : 0),
  async run(simulation, random) {
    const { processor, model } = simulation
    const intent = random.pick(intentsAtBank(simulation))
    const status = processor.settle(intent.id, random.chance(0.7), model.now())
    return `the bank settles a payment of ${intent.amount} cents: ${status}`
  },
}

const intentsAtBank = ({ processor }: Simulation) =>
  processor
    .intents()
    .filter(({ status }) => status === 'processing' || status === 'requires_action')

/** The browser confirms a payment, made or not. */
export const confirm: Step = {
  name: 'confirm',
  weight: (simulation) => (knownIntents(simulation).length > 0 ? 5 : 0),
  async run(simulation, random) {
    const { rows, model } = simulation
    const intent = random.pick(knownIntents(simulation))
    const payment = allPayments(rows).find(({ intentRef }) => intentRef === intent.id)
    const booking = model.bookings.find(({ id }) => id === payment?.bookingId)
    const by: Pick<Payable, 'caller' | 'body'> = {
      caller: booking ? { kind: 'guest', person: booking.person } : { kind: 'salon' },
      body: {
        type: '',
        reference_id: 0,
        cliente_id: 0,
        amount: 0,
        ...(booking && { codigo: booking.code }),
      },
    }
    let text = ''
    const fault = await withFault(simulation, random, async () => {
      text = await confirmIntent(simulation, intent.id, by)
    })
    return `${text} for ${booking?.label ?? 'an order or points'}${fault}`
  },
}

/** In the order of their creation; a response with an intent may have been lost. */
const knownIntents = ({ processor, rows }: Simulation) =>
  processor
    .intents()
    .filter(({ id }) => allPayments(rows).some(({ intentRef }) => intentRef === id))

export async function confirmIntent(
  simulation: Simulation,
  intentRef: string,
  { caller, body }: Pick<Payable, 'caller' | 'body'>,
): Promise<string> {
  const { api, step, processor } = simulation
  const intent = processor.intent(intentRef)
  const { codigo } = body
  const answer = await api.post(
    caller,
    '/pagos/confirmar/',
    { payment_intent_id: intentRef, ...(codigo && { codigo }) },
    { mayFail: step.hasFault },
  )
  const text = `confirm: ${answer.code}`
  const allowed = confirmations[intent?.status ?? ''] ?? []
  expect(
    allowed.includes(answer.code) || (step.hasFault && processorErrors.includes(answer.code)),
    'a confirmation says what the processor says',
    () => `${text} of an intent that is ${intent?.status}`,
  )
  return text
}

const confirmations: Record<string, string[]> = {
  succeeded: ['ok'],
  processing: ['ok'],
  requires_payment_method: ['PAYMENT_NOT_COMPLETED', 'CARD_DECLINED', 'PAYMENT_FAILED'],
  requires_action: ['PAYMENT_NOT_COMPLETED', 'CARD_DECLINED'],
  canceled: ['PAYMENT_NOT_COMPLETED', 'PAYMENT_FAILED', 'CARD_DECLINED'],
}
