import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { cancelBooking, expireBooking, type Processors } from '@silla/core'
import { savedCardQueries } from '@silla/db'
import { settleCard } from '../../packages/core/src/payments/cards/settle-card.ts'
import type { CardSetup } from '../../packages/core/src/ports/processor.ts'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { bookWithCard, openCardSalon, requestCard } from '../support/saved-cards.ts'
import { type Copies, copiesOf } from './copies.ts'
import {
  awaitedDeposits,
  type DepositStep,
  playDeposit,
  playRandomDeposits,
} from './deposit-history.ts'
import { type FeeStep, ignore, missedVisits, playFee, playRandomFees } from './fee-history.ts'
import { permutationsOf, withConcurrency } from './orders.ts'

// Fees and cards, whose events arrive in any order, more than once, and with what people do in between:
// money is charged once, or goes back.

/** `npm run fee-histories` plays more. */
const histories = 40
/** 40 of the 720: every eighteenth, each time another of eighteen. */
const ordersOf = <T>(six: readonly T[]): T[][] =>
  permutationsOf(six).filter((_, index) => index % 18 === Math.floor(index / 18) % 18)

let missed: Copies
let awaited: Copies
let waiting: Copies

before(async () => {
  const copies = ordersOf([1, 2, 3, 4, 5, 6]).length + histories
  missed = await missedVisits(copies + 1)
  awaited = await awaitedDeposits(copies)
  const salon = await openCardSalon()
  const pending = await bookWithCard(salon)
  dataOf(await requestCard(salon, pending))
  waiting = await copiesOf(salon, pending.id, ordersOf([1, 2, 3, 4, 5, 6]).length)
  salon.clock.set(new Date(salon.clock.now().getTime() + 16 * 60_000))
})

test('D51: in whichever order six events come, a fee is charged once or goes back', async () => {
  const six: FeeStep[] = [
    { action: 'report', status: 'unauthenticated', second: 1 },
    { action: 'report', status: 'paid', second: 3 },
    { action: 'waive' },
    { action: 'close' },
    { action: 'refund there' },
    { action: 'dispute', state: 'won', second: 2 },
  ]
  await withConcurrency(ordersOf(six), async (steps) => {
    const [fee] = await playFee(missed, [{ action: 'charge' }, ...steps])
    // closed before anybody knew that it was paid: there is no fee to waive, and money counts most
    const isTooLate =
      indexOf(steps, 'close') < indexOf(steps, 'waive') &&
      indexOf(steps, 'close') <
        steps.findIndex((step) => 'status' in step && step.status === 'paid') &&
      indexOf(steps, 'waive') <
        steps.findIndex((step) => 'status' in step && step.status === 'paid')
    assert.equal(fee?.state, isTooLate ? 'charged' : 'waived', JSON.stringify(steps))
  })
})

const indexOf = (steps: readonly FeeStep[], action: FeeStep['action']) =>
  steps.findIndex((step) => step.action === action)

test(`D51: ${histories} random histories of fees conserve every cent`, async () => {
  const failures = await playRandomFees(missed, { histories, seed: 51 })
  assert.deepEqual(
    failures.map(({ message }) => message),
    [],
  )
})

test('D47: in whichever order six events come, nobody pays more than they agreed to', async () => {
  const six: DepositStep[] = [
    ...([{ action: 'event' }, { action: 'read' }, { action: 'expire' }] as const),
    ...([{ action: 'miss' }, { action: 'charge' }, { action: 'fee paid' }] as const),
  ]
  await withConcurrency(ordersOf(six), async (steps) => {
    const { card, booking, applied } = await playDeposit(awaited, steps)
    // the first report of the money counts, unless the booking has expired before
    const actions = steps.map(({ action }) => action)
    const [first] = actions.filter((each) => /^(event|read|expire)$/.test(each))
    const isInTime = first !== 'expire'
    assert.deepEqual(
      [applied, card],
      isInTime ? [true, 'saved'] : [false, 'retired'],
      JSON.stringify(steps),
    )
    if (!isInTime) assert.equal(booking, 'cancelled')
  })
})

test(`D47: ${histories} random histories of deposits with cards conserve every cent`, async () => {
  const failures = await playRandomDeposits(awaited, { histories, seed: 47 })
  assert.deepEqual(
    failures.map(({ message }) => message),
    [],
  )
})

test('D51: of a fee that is paid after it had failed, and of another one meanwhile, one is kept', async () => {
  const fees = await playFee(missed, [
    { action: 'charge' },
    { action: 'report', status: 'unauthenticated', second: 1 },
    { action: 'close' },
    { action: 'charge' },
    { action: 'report', status: 'paid', second: 3 },
  ])
  const outcomes = fees.map(({ state, refunds }) => [
    state,
    refunds.map((each) => each.amountCents),
  ])
  assert.deepEqual(outcomes.sort(), [
    ['charged', []],
    ['failed', [1850]],
  ])
})

type CardStep = 'failed' | 'saved' | 'saved again' | 'forgotten' | 'expire' | 'cancel'

test('D50: in whichever order six events come, a saved card secures its booking, or is detached', async () => {
  const six: CardStep[] = ['failed', 'saved', 'saved again', 'forgotten', 'expire', 'cancel']
  await withConcurrency(ordersOf(six), async (steps) => {
    const bookingId = waiting.next()
    for (const step of steps) await playCard(bookingId, step)
    const { witness } = await testDatabase()
    const [row] = await witness<{ card: string; booking: string; confirmed: number }[]>`
      select card.state as card, booking.state as booking,
        (select count(*)::int from booking_transitions confirmation
          where confirmation.business_id = booking.business_id
            and confirmation.booking_id = booking.id
            and confirmation.to_state = 'confirmed') as confirmed
      from bookings booking
      join saved_cards card
        on card.business_id = booking.business_id and card.booking_id = booking.id
      where booking.business_id = ${waiting.salon.businessId} and booking.id = ${bookingId}`
    // the first of these decides; a card that is saved after the customer has cancelled is detached
    const deciding = steps.filter((step) => step !== 'failed')
    const [first = 'failed'] = deciding
    const [next = 'failed'] = deciding.filter((step) => /saved|forgotten/.test(step))
    const ends = { saved: 'saved', 'saved again': 'saved', forgotten: 'expired', expire: 'expired' }
    const card =
      first === 'cancel'
        ? next === 'forgotten'
          ? 'expired'
          : 'retired'
        : ends[first as keyof typeof ends]
    assert.deepEqual(
      { ...row },
      { card, booking: 'cancelled', confirmed: card === 'saved' ? 1 : 0 },
      steps.join(', '),
    )
  })
})

async function playCard(bookingId: number, step: CardStep): Promise<void> {
  const { worker } = waiting
  if (step === 'expire') return expireBooking(worker, processors, bookingId)
  if (step === 'cancel') {
    const input = { ...{ bookingId, code: null, reason: null, note: null } }
    await cancelBooking({ ...worker, identity: { kind: 'business' } as const }, input).catch(
      ignore('CANNOT_CANCEL'),
    )
    return
  }
  const { tenant, clock } = worker
  const catalog = await tenant.catalog()
  const moment = { realTime: clock.now(), tenantTime: clock.now() }
  await tenant.db.transaction(async (tx) => {
    const [card] = await savedCardQueries.findCard(tx, bookingId)
    if (!card) throw new Error('a copy has its card')
    const setup = step === 'forgotten' ? null : setupAs(bookingId, step)
    await settleCard(tx, catalog, card, { setup, moment })
  })
}

const setupAs = (
  id: number,
  step: 'failed' | 'saved' | 'saved again' | 'cancelled',
): CardSetup => ({
  ...{ setupRef: `seti_${id}`, clientSecret: '', customerRef: 'cus_1' },
  status: step === 'failed' ? 'failed' : step === 'cancelled' ? 'cancelled' : 'saved',
  failure:
    step === 'failed' ? { code: 'card_declined', declined: true, message: 'Declined.' } : null,
  card: step.startsWith('saved')
    ? { cardRef: `pm_${id}`, brand: 'visa', last4: '4242', expiresOn: '2034-12-31' }
    : null,
})

/** Cancels everything: nobody has saved it. */
const processors: Processors = () =>
  ({
    async cancelSetup({ setupRef }: { setupRef: string }) {
      return setupAs(Number(setupRef.replace('seti_', '')), 'cancelled')
    },
  }) as never
