import type { Random } from '../../support/random.ts'
import { expect } from '../failure.ts'
import { cardOf } from '../model/fees.ts'
import type { ModelBooking } from '../model/model.ts'
import type { Simulation } from '../simulation.ts'
import { randomBooking } from './choices.ts'
import { isAccountError, processorErrors } from './pay.ts'
import { withFault } from './processor-fault.ts'
import type { Step } from './step.ts'

/** A customer accepts the terms and leaves a card with their booking, or gives up (D50). */
export const leaveCard: Step = {
  name: 'leave a card',
  weight: ({ model }) =>
    model.bookings.some(waitsForCard)
      ? 120
      : model.bookings.some(({ guarantee }) => guarantee)
        ? 2
        : 0,
  async run(simulation, random) {
    const { model } = simulation
    const waiting = model.bookings.filter(waitsForCard)
    const booking =
      waiting.length > 0 && random.chance(0.9) ? random.pick(waiting) : randomBooking(random, model)
    if (booking === null) return 'nobody to leave a card'
    let text = ''
    const fault = await withFault(simulation, random, async () => {
      text = await leave(simulation, random, booking)
    })
    return `${text}${fault}`
  },
}

/** One with a deposit is paid with its card (D47). */
const waitsForCard = ({ state, guarantee, depositCents, paymentRequired }: ModelBooking): boolean =>
  state === 'pending' && guarantee !== null && depositCents === null && paymentRequired

async function leave(
  simulation: Simulation,
  random: Random,
  booking: ModelBooking,
): Promise<string> {
  const { api, rows, step, processor } = simulation
  const { id, code: codigo, customerId, guarantee, label, state, person } = booking
  const terms = await api.get({ kind: 'salon' }, `/reservas/${id}/condiciones/`)
  const shown = terms.data && [terms.data.no_show, terms.data.cancelacion_tardia]
  const agreed = guarantee && [guarantee.noShowCents / 100, guarantee.lateCancelCents / 100]
  expect(
    terms.code === (agreed ? 'ok' : 'FEE_NOT_ALLOWED') &&
      (agreed === null || JSON.stringify(shown) === JSON.stringify(agreed)),
    'the terms of a card are those of the booking',
    () => `${label}: ${terms.code} ${JSON.stringify(shown)}, expected ${JSON.stringify(agreed)}`,
  )
  const isStale = random.chance(0.08)
  const version = isStale ? '0123456789abcdef' : terms.data?.version
  const before = cardOf(rows, booking)
  const answer = await api.post(
    { kind: 'guest', person },
    '/pagos/tarjeta/',
    { reference_id: id, cliente_id: customerId, codigo, condiciones: version ?? 'none' },
    { mayFail: step.hasFault },
  )
  const expected = refusalOf(simulation, booking, isStale) ?? 'ok'
  const text = `a card is left for ${label} (${state})${isStale ? ', with old terms' : ''}: ${answer.code}`
  expect(
    answer.code === expected ||
      (step.hasFault && processorErrors.includes(answer.code)) ||
      (expected === 'ok' && isAccountError(simulation, answer.code)),
    'a card is left for a booking that waits for one, with its terms, and for no other',
    () => `${text}, expected ${expected}`,
  )
  if (answer.code !== 'ok') return text
  const setupRef: string = answer.data.setup_intent_id
  const isKept = before?.setupRef != null && !processor.gone.has(before.setupRef)
  expect(
    !isKept || setupRef === before?.setupRef,
    'a repeated request continues with the same card',
    () => text,
  )
  const typed = typeCard(simulation, random, setupRef)
  if (!random.chance(0.6)) return `${text}, ${typed}`
  return `${text}, ${typed}, ${await confirmSetup(simulation, setupRef, booking)}`
}

function refusalOf(simulation: Simulation, booking: ModelBooking, isStale: boolean): string | null {
  const { model, rows, processor } = simulation
  if (booking.guarantee === null) return 'FEE_NOT_ALLOWED'
  if (!waitsForCard(booking)) return 'CANNOT_PAY'
  if (isStale) return 'POLICY_CHANGED'
  if (!model.canCharge) return 'PROCESSOR_NOT_CONFIGURED'
  // this request settles what became of it
  const setup = processor.setups().find(({ id }) => id === cardOf(rows, booking)?.setupRef)
  return setup?.status === 'succeeded' || setup?.status === 'canceled' ? 'CANNOT_PAY' : null
}

/** What the customer does in the browser. */
function typeCard({ processor, model }: Simulation, random: Random, setupRef: string): string {
  const card = random.weighted([
    [10, '4242424242424242'],
    [4, '4000002760003184'],
    [4, '4000000000000341'],
    [2, '4000000000000002'],
    [2, '4000002500003155'],
    [1, null],
  ])
  const endsEarly = random.chance(0.25)
  const setup = processor.setups().find(({ id }) => id === setupRef)
  if (card === null || setup?.status !== 'requires_payment_method') return 'no card'
  const status = processor.saveCard(setupRef, card, { endsEarly, now: model.now() })
  return `card ${card}${endsEarly ? ', which ends early' : ''}: ${status}`
}

/** The bank ends the authentication of a card that is being saved. */
export const settleCard: Step = {
  name: 'settle a card',
  weight: (simulation) => (setupsAtBank(simulation).length > 0 ? 8 : 0),
  async run(simulation, random) {
    const { processor, model } = simulation
    const { id } = random.pick(setupsAtBank(simulation))
    const status = processor.settleSetup(id, random.chance(0.8), model.now())
    return `the bank authenticates a card: ${status}`
  },
}

const setupsAtBank = ({ processor }: Simulation) =>
  processor.setups().filter(({ status }) => status === 'requires_action')

/** The browser confirms a card, saved or not. */
export const confirmCard: Step = {
  name: 'confirm a card',
  weight: (simulation) => (knownSetups(simulation).length > 0 ? 6 : 0),
  async run(simulation, random) {
    const { booking, setupRef } = random.pick(knownSetups(simulation))
    let text = ''
    const fault = await withFault(simulation, random, async () => {
      text = await confirmSetup(simulation, setupRef, booking)
    })
    return `${text} for ${booking.label}${fault}`
  },
}

function knownSetups({ model, rows }: Simulation) {
  return model.bookings.flatMap((booking) =>
    rows.cards.flatMap(({ bookingId, setupRef }) =>
      bookingId === booking.id && setupRef !== null ? [{ booking, setupRef }] : [],
    ),
  )
}

async function confirmSetup(
  { api, rows, step, processor }: Simulation,
  setupRef: string,
  { code: codigo, state, person }: ModelBooking,
): Promise<string> {
  const setup = processor.setups().find(({ id }) => id === setupRef)
  const before = rows.cards.find((each) => each.setupRef === setupRef)?.state ?? 'pending'
  const { code, data } = await api.post(
    { kind: 'guest', person },
    '/pagos/tarjeta/confirmar/',
    { setup_intent_id: setupRef, codigo },
    { mayFail: step.hasFault },
  )
  const text = `confirm the card: ${code}`
  const isSaved =
    before === 'saved' ||
    (before === 'pending' &&
      state === 'pending' &&
      setup?.status === 'succeeded' &&
      !processor.endsEarly.has(setupRef))
  expect(
    (code === 'ok') === isSaved || (step.hasFault && processorErrors.includes(code)),
    'a card is confirmed when the processor has saved it in time',
    () => `${text}, ${before}, and ${setup?.status} at the processor`,
  )
  expect(
    isSaved || notSaved.includes(code) || (step.hasFault && processorErrors.includes(code)),
    'a card that is not saved is refused with its reason',
    () => text,
  )
  expect(code !== 'ok' || data.estado === 'guardada', 'a confirmed card is saved', () => text)
  return text
}

const notSaved = ['CARD_NOT_SAVED', 'CARD_DECLINED', 'PAYMENT_FAILED', 'CARD_EXPIRES_TOO_EARLY']
