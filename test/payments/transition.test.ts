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
  outcomeOfPhases,
  type Phase,
  phasesOf,
  type Step,
} from './model.ts'
import { permutationsOf, withConcurrency } from './orders.ts'
import { openScenarios, type Scenario } from './scenario.ts'

// Reports and actions about payments, in any order, repeated and concurrent, have the outcome of
// the model, and every effect happens once.

test('D22: the outcome is right for every order of reports about a payment', async () => {
  for (const kind of kinds) {
    const orders = [
      ...permutationsOf([failed, paid, refunded, isVisit(kind) ? cancel : expiry]),
      ...(isVisit(kind) ? permutationsOf([paid, cheaper, dearer, cancel]) : []),
    ]
    await assertOutcomes(
      kind,
      orders.map((steps) => ({ payments: 1, steps }) as const),
    )
  }
})

test('D58: of reports about a dispute of one second the decision counts, and won more than lost', async () => {
  const reports = (['open', 'lost', 'won'] as const).map(
    (state): Step => ({ action: 'dispute', state, second: 2 }),
  )
  const [opened, lost, won] = reports as [Step, Step, Step]
  for (const kind of ['optional', 'order'] as const) {
    const end = isVisit(kind) ? [cancel] : []
    const orders = [
      ...permutationsOf([...reports, ...end]),
      ...permutationsOf([opened, lost, ...end]),
      ...permutationsOf([opened, won, ...end]),
    ].map((order) => [paid, ...order])
    await assertOutcomes(
      kind,
      orders.map((steps) => ({ payments: 1, steps }) as const),
    )
  }
})

test('D22: the outcome is right for random steps of one or two payments', async () => {
  for (const kind of kinds) {
    await assertOutcomes(kind, fc.sample(casesOf(kind), { numRuns: 16, seed: 4 }))
  }
})

/** Plays each case in a scenario of its own, and compares its outcome with the model's. */
async function assertOutcomes(
  kind: (typeof kinds)[number],
  cases: readonly { payments: 1 | 2; steps: readonly Step[] }[],
): Promise<void> {
  const scenarios = await openScenarios(
    kind,
    cases.map(({ payments }) => payments),
  )
  await withConcurrency(cases, async ({ payments, steps }, index) => {
    const scenario = scenarios[index] as Scenario
    for (const step of steps) await scenario.run(step)
    assert.deepEqual(
      await scenario.outcome(),
      expected(kind, payments, steps),
      describeCase(kind, steps),
    )
  })
}

test('D22: repeated and concurrent steps have the outcome of one of their orders', async () => {
  for (const kind of kinds) {
    const cases = fc.sample(concurrentCasesOf(kind), { numRuns: 6, seed: 4 })
    const scenarios = await openScenarios(
      kind,
      cases.map(({ payments }) => payments),
    )
    for (const [index, { payments, before, concurrent }] of cases.entries()) {
      const scenario = scenarios[index] as Scenario
      for (const step of before) await scenario.run(step)
      await Promise.all(
        concurrent
          .flatMap((step) => (step.action === 'expire' ? [step] : Array(5).fill(step)))
          .map(scenario.run),
      )
      const possible = mergesOf(concurrent.map(phasesOf)).map((phases) =>
        outcomeOfPhases(kind, payments, [...before.flatMap(phasesOf), ...phases]),
      )
      const outcome = await scenario.outcome()
      const isPossible = possible.some((one) => isDeepStrictEqual(one, outcome))
      if (!isPossible)
        assert.deepEqual(outcome, possible[0], describeCase(kind, [before, concurrent]))
    }
  }
})

test('after all of these scenarios the health checks find no inconsistent data', async () => {
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
    assert.deepEqual({ slug, ...drift }, { slug, ...consistent })
  }
})

const consistent = {
  payment_drift: [],
  paid_drift: [],
  points_drift: 0,
  stock_drift: 0,
  booking_drift: 0,
  order_drift: 0,
}

const failed: Step = { action: 'report', status: 'failed', second: 1, payment: 0 }
const paid: Step = { action: 'report', status: 'succeeded', second: 3, payment: 0 }
const refunded: Step = { action: 'refund charge' }
const cancel: Step = { action: 'cancel' }
const expiry: Step = { action: 'expire' }
const cheaper: Step = { action: 'move', to: 'Bea' }
const dearer: Step = { action: 'move', to: 'Ana' }

const isVisit = (kind: Kind) => kind !== 'order' && kind !== 'package'

/** Any step; money arrives most often, because it has the most effects. */
const stepsOf = (payments: 1 | 2): fc.Arbitrary<Step> => {
  const payment = fc.constantFrom<(0 | 1)[]>(
    ...(payments === 1 ? [0 as const] : [0 as const, 1 as const]),
  )
  const end = fc.constantFrom('completed' as const, 'failed' as const)
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        action: fc.constant('report' as const),
        status: fc.constant('succeeded' as const),
        second: fc.nat(9),
        payment,
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        action: fc.constant('report' as const),
        status: fc.constantFrom('processing' as const, 'failed' as const),
        second: fc.nat(3),
        payment,
      }),
    },
    fc.record({ action: fc.constant('underpay' as const), payment }),
    fc.constant(refunded),
    fc.record({ action: fc.constant('refund at processor' as const), state: end }),
    {
      weight: 2,
      arbitrary: fc.record({ action: fc.constant('settle refunds' as const), state: end }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        action: fc.constant('dispute' as const),
        state: fc.constantFrom('open' as const, 'won' as const, 'lost' as const),
        second: fc.integer({ min: 1, max: 3 }),
      }),
    },
    { weight: 2, arbitrary: fc.constantFrom(cancel, expiry) },
    { weight: 2, arbitrary: fc.constantFrom(cheaper, dearer) },
  )
}

const paymentsOf = (kind: Kind) =>
  kind === 'package' ? fc.constant(1 as const) : fc.constantFrom(1 as const, 2 as const)

const casesOf = (kind: Kind) =>
  paymentsOf(kind).chain((payments) =>
    fc.record({
      payments: fc.constant(payments),
      steps: fc.array(stepsOf(payments), { minLength: 4, maxLength: 9 }),
    }),
  )

const concurrentCasesOf = (kind: Kind) =>
  paymentsOf(kind).chain((payments) =>
    fc.record({
      payments: fc.constant(payments),
      before: fc.array(stepsOf(payments), { maxLength: 2 }),
      concurrent: fc.uniqueArray(stepsOf(payments), {
        minLength: 2,
        maxLength: 3,
        selector: ({ action }) => action,
      }),
    }),
  )

/** All interleavings of several sequences. */
function mergesOf(sequences: readonly (readonly Phase[])[]): Phase[][] {
  const remaining = sequences.filter(({ length }) => length > 0)
  if (remaining.length === 0) return [[]]
  return remaining.flatMap(([first, ...rest], index) =>
    mergesOf(remaining.with(index, rest)).map((others) => [first as Phase, ...others]),
  )
}

const describeCase = (...what: unknown[]) => JSON.stringify(what)
