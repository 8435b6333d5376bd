import assert from 'node:assert/strict'
import { test } from 'node:test'
import { owedCents } from '../../../packages/core/src/payments/payment-state.ts'

// What was promised to a customer and is still with the salon (D59).

type Promised = Parameters<typeof owedCents>[0]['refunds'][number]

const at = (minute: number) => new Date(Date.UTC(2030, 2, 4, 8, minute))

/** One that the processor has accepted. */
const refund = (
  amountCents: number,
  state: Promised['state'],
  { from, to = from, ...more }: { from: number; to?: number } & Partial<Promised>,
): Promised => ({
  ...{ amountCents, state, reason: 'cancelled', refundRef: `re_${amountCents}`, ...more },
  ...{ createdAt: at(from), updatedAt: at(to) },
})

const owed = (...refunds: Promised[]) => {
  const facts = {
    ...{ status: 'succeeded', receivedCents: 1800, receivedCurrency: 'EUR', failure: null },
    refundSeenCents: refunds.reduce((sum, { amountCents: cents, refundRef, state }) => {
      return refundRef === null || state === 'cancelled' ? sum : sum + cents
    }, 0),
  } as unknown as Parameters<typeof owedCents>[0]['payment']['facts']
  const payment = { amountCents: 1800, currency: 'EUR' as const, facts }
  return owedCents({ payment, refunds, disputes: [] })
}

/** In every order. */
function assertOwed(expected: number, ...refunds: Promised[]) {
  assert.equal(owed(...refunds), expected)
  assert.equal(owed(...refunds.toReversed()), expected, 'in the other order')
}

test('D59: of a refund that crossed one in the dashboard, the rest is owed when it fails', () => {
  const crossed = refund(1800, 'cancelled', { from: 0, to: 2, refundRef: null })
  const dashboard = refund(500, 'completed', { from: 2, reason: 'processor' })
  assertOwed(0, crossed, dashboard, refund(1300, 'pending', { from: 2, refundRef: null }))
  assertOwed(0, crossed, dashboard, refund(1300, 'completed', { from: 2, to: 3 }))
  // refused, in the same minute or later, and returned by the bank
  for (const to of [2, 3])
    assertOwed(1300, crossed, dashboard, refund(1300, 'failed', { from: 2, to, refundRef: null }))
  assertOwed(1300, crossed, dashboard, refund(1300, 'failed', { from: 2, to: 9 }))
})

test('D59: a refund that was requested before another one failed replaces nothing of it', () => {
  const failed = refund(500, 'failed', { from: 0, to: 5 })
  assertOwed(500, failed, refund(600, 'completed', { from: 1, to: 2 }))
  assertOwed(500, failed, refund(600, 'completed', { from: 1, to: 9 }))
  assertOwed(500, failed, refund(600, 'completed', { from: 0, to: 9 }))
  assertOwed(0, failed, refund(600, 'pending', { from: 6 }))
  assertOwed(200, failed, refund(300, 'completed', { from: 6, reason: 'processor' }))
})

test('D59: a refund in the dashboard replaces what the bank returned, and nothing that was refused for it', () => {
  const dashboard = refund(600, 'completed', { from: 5, reason: 'processor' })
  assertOwed(0, refund(500, 'failed', { from: 0, to: 5 }), dashboard)
  assertOwed(500, refund(500, 'failed', { from: 0, to: 5, refundRef: null }), dashboard)
})

test('D59: nothing is owed of what is no longer with the salon, and nothing of the salon\u2019s own failures', () => {
  const dashboard = refund(1500, 'completed', { from: 1, reason: 'processor' })
  assertOwed(300, refund(500, 'failed', { from: 0, to: 5 }), dashboard)
  assertOwed(0, refund(500, 'failed', { from: 0, to: 5, reason: 'processor' }))
})
