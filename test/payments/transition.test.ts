import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { checkedBusinesses } from '@silla/core'
import fc from 'fast-check'
import { testDatabase } from '../support/database.ts'
import {
  expected,
  type Kind,
  kinds,
  type Moment,
  momentsOf,
  outcomeOfMoments,
  type Step,
} from './model.ts'
import { openWorlds, type World } from './world.ts'

// Whatever is told and done about money, in whichever order, how often and how many at once: it
// ends where the model says, and everything that comes of it has come once.

test('D22: every order of what is told about a payment ends where it should', async () => {
  for (const kind of kinds) {
    const orders = permutationsOf([failed, paid, back, isVisit(kind) ? cancel : expiry])
    const worlds = await openWorlds(
      kind,
      orders.map(() => 1),
    )
    await inTurns(orders, async (order, index) => {
      const state = worlds[index] as World
      for (const step of order) await state.play(step)
      assert.deepEqual(await state.outcome(), expected(kind, 1, order), observation(kind, order))
    })
  }
})

test('D22: whatever happens to one or two payments, told again and again, ends where it should', async () => {
  for (const kind of kinds) {
    const stories = fc.sample(storiesOf(kind), { numRuns: 40, seed: 4 })
    const worlds = await openWorlds(
      kind,
      stories.map(({ payments }) => payments),
    )
    await inTurns(stories, async ({ payments, steps }, index) => {
      const fakeState = worlds[index] as World
      for (const step of steps) await fakeState.play(step)
      assert.deepEqual(
        await fakeState.outcome(),
        expected(kind, payments, steps),
        observation(kind, steps),
      )
    })
  }
})

test('D22: what is told five times over and done at once has the effect of one of its orders', async () => {
  for (const kind of kinds) {
    const stories = fc.sample(crowdsOf(kind), { numRuns: 12, seed: 4 })
    const worlds = await openWorlds(
      kind,
      stories.map(({ payments }) => payments),
    )
    for (const [index, { payments, before, crowd }] of stories.entries()) {
      const world = worlds[index] as World
      for (const step of before) await world.play(step)
      await Promise.all(
        crowd
          .flatMap((step) => (step.does === 'expire' ? [step] : Array(5).fill(step)))
          .map(world.play),
      )
      const possible = mergesOf(crowd.map(momentsOf)).map((moments) =>
        outcomeOfMoments(kind, payments, [...before.flatMap(momentsOf), ...moments]),
      )
      const outcome = await world.outcome()
      const isPossible = possible.some((one) => isDeepStrictEqual(one, outcome))
      if (!isPossible) assert.deepEqual(outcome, possible[0], observation(kind, [before, crowd]))
    }
  }
})

test('whatever happened in all of these stories, the doctor finds nothing that does not agree', async () => {
  const { admin } = await testDatabase()
  const businesses = await checkedBusinesses(admin, { now: () => new Date('2030-03-04T22:00:00Z') })
  assert.ok(businesses.length > kinds.length)
  for (const {
    slug,
    paymentDrift,
    paidDrift,
    pointsDrift,
    stockDrift,
    bookingDrift,
    orderDrift,
  } of businesses) {
    const drift = {
      payment_drift: paymentDrift,
      paid_drift: paidDrift,
      points_drift: pointsDrift,
      stock_drift: stockDrift,
      booking_drift: bookingDrift,
      order_drift: orderDrift,
    }
    assert.deepEqual({ slug, ...drift }, { slug, ...well })
  }
})

const well = {
  payment_drift: [],
  paid_drift: [],
  points_drift: 0,
  stock_drift: 0,
  booking_drift: 0,
  order_drift: 0,
}

const failed: Step = { does: 'say', status: 'failed', second: 1, of: 0 }
const paid: Step = { does: 'say', status: 'succeeded', second: 3, of: 0 }
const back: Step = { does: 'charge back' }
const cancel: Step = { does: 'cancel' }
const expiry: Step = { does: 'expire' }

const isVisit = (kind: Kind) => kind !== 'order' && kind !== 'package'

/** Any step; money arrives more often than anything else, since all that matters comes of it. */
const stepsOf = (payments: 1 | 2): fc.Arbitrary<Step> => {
  const of = fc.constantFrom<(0 | 1)[]>(
    ...(payments === 1 ? [0 as const] : [0 as const, 1 as const]),
  )
  const end = fc.constantFrom('completed' as const, 'failed' as const)
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        does: fc.constant('say' as const),
        status: fc.constant('succeeded' as const),
        second: fc.nat(9),
        of,
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        does: fc.constant('say' as const),
        status: fc.constantFrom('processing' as const, 'failed' as const),
        second: fc.nat(3),
        of,
      }),
    },
    fc.record({ does: fc.constant('short' as const), of }),
    fc.constant(back),
    fc.record({ does: fc.constant('back there' as const), state: end }),
    { weight: 2, arbitrary: fc.record({ does: fc.constant('ours back' as const), state: end }) },
    {
      weight: 2,
      arbitrary: fc.record({
        does: fc.constant('dispute' as const),
        state: fc.constantFrom('open' as const, 'won' as const, 'lost' as const),
      }),
    },
    { weight: 2, arbitrary: fc.constantFrom(cancel, expiry) },
  )
}

const paymentsOf = (kind: Kind) =>
  kind === 'package' ? fc.constant(1 as const) : fc.constantFrom(1 as const, 2 as const)

const storiesOf = (kind: Kind) =>
  paymentsOf(kind).chain((payments) =>
    fc.record({
      payments: fc.constant(payments),
      steps: fc.array(stepsOf(payments), { minLength: 4, maxLength: 9 }),
    }),
  )

const crowdsOf = (kind: Kind) =>
  paymentsOf(kind).chain((payments) =>
    fc.record({
      payments: fc.constant(payments),
      before: fc.array(stepsOf(payments), { maxLength: 2 }),
      crowd: fc.uniqueArray(stepsOf(payments), {
        minLength: 2,
        maxLength: 3,
        selector: ({ does }) => does,
      }),
    }),
  )

function permutationsOf<T>(all: readonly T[]): T[][] {
  if (all.length === 0) return [[]]
  return all.flatMap((one, index) =>
    permutationsOf(all.toSpliced(index, 1)).map((rest) => [one, ...rest]),
  )
}

/** Every way in which several threads can come between each other. */
function mergesOf(threads: readonly (readonly Moment[])[]): Moment[][] {
  const going = threads.filter(({ length }) => length > 0)
  if (going.length === 0) return [[]]
  return going.flatMap(([first, ...rest], index) =>
    mergesOf(going.with(index, rest)).map((others) => [first as Moment, ...others]),
  )
}

/** As many at a time as there are connections for. */
async function inTurns<T>(
  all: readonly T[],
  work: (one: T, index: number) => Promise<void>,
): Promise<void> {
  const waiting = [...all.entries()]
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await work(next[1], next[0])
    }),
  )
}

const observation = (...what: unknown[]) => JSON.stringify(what)
