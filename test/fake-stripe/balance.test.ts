import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openFakeStripe } from './open-fake-stripe.ts'

/** The lines of the balance, oldest first: type, amount, fees and what is left, in cents. */
type Line = [type: string, amount: number, fee: number, net: number]

async function openBalance(t: Parameters<typeof openFakeStripe>[0]) {
  const clock = { now: () => new Date(second * 1000) }
  let second = 1_900_000_000
  const opened = await openFakeStripe(t, { clock })
  const { fakeStripe, stripe, salon } = opened
  const pay = async (amount: number, fee?: number) => {
    const { id } = await stripe.paymentIntents.create(
      { amount, currency: 'eur', ...(fee && { application_fee_amount: fee }) },
      salon,
    )
    fakeStripe.pay(id)
    return id
  }
  const lines = async (params = {}): Promise<Line[]> => {
    const { data } = await stripe.balanceTransactions.list({ limit: 100, ...params }, salon)
    return data.map(({ type, amount, fee, net }): Line => [type, amount, fee, net]).reverse()
  }
  const wait = (seconds: number) => {
    second += seconds
  }
  return { ...opened, pay, lines, wait }
}

test('each charge, refund and dispute has a line in the balance, with its fees', async (t) => {
  const { fakeStripe, stripe, salon, pay, lines } = await openBalance(t)
  const intent = await pay(10_000, 300)
  const refund = await stripe.refunds.create(
    { payment_intent: intent, amount: 5000, refund_application_fee: true },
    salon,
  )
  fakeStripe.failRefund(refund.id)
  const disputed = await pay(2000)
  const dispute = fakeStripe.dispute(disputed, 'fraudulent', 500)
  fakeStripe.closeDispute(dispute.id, 'won')
  const inquiry = fakeStripe.inquire(intent)
  const before: Line[] = [
    ['charge', 10_000, 475, 9525],
    ['refund', -5000, -150, -4850],
    ['refund_failure', 5000, 0, 5000],
    ['charge', 2000, 55, 1945],
    ['adjustment', -500, 2000, -2500],
    ['adjustment', 500, 0, 500],
  ]
  assert.deepEqual(await lines(), before, 'an inquiry takes no money')
  fakeStripe.escalate(inquiry.id)
  fakeStripe.closeDispute(inquiry.id, 'lost')
  const [line] = (await stripe.disputes.retrieve(inquiry.id, {}, salon)).balance_transactions
  assert.partialDeepStrictEqual(line, { amount: -10_000, reporting_category: 'dispute' })
  assert.equal((await lines()).length, before.length + 1)

  const charge = (await stripe.charges.list({ payment_intent: intent }, salon)).data[0]
  assert.deepEqual(await lines({ source: charge?.id }), [['charge', 10_000, 475, 9525]])
  assert.deepEqual(await lines({ type: 'refund' }), [['refund', -5000, -150, -4850]])
  const expanded = await stripe.balanceTransactions.list({ expand: ['data.source'] }, salon)
  assert.deepEqual(
    expanded.data.map(({ source }) => typeof source === 'object' && source?.object),
    ['dispute', 'dispute', 'dispute', 'charge', 'refund', 'refund', 'charge'],
  )
  const refunded = await stripe.refunds.retrieve(
    refund.id,
    { expand: ['balance_transaction'] },
    salon,
  )
  assert.partialDeepStrictEqual(refunded.balance_transaction, { net: -4850, source: refund.id })
})

test('a line is pending for three days, and belongs to its account alone', async (t) => {
  const { stripe, salon, pay, wait } = await openBalance(t)
  await pay(1000)
  const only = async () => {
    const { data } = await stripe.balanceTransactions.list({}, salon)
    const [line] = data
    return line ?? assert.fail('no line')
  }
  const { id, status, available_on, created } = await only()
  assert.deepEqual([status, available_on - created], ['pending', 3 * 86_400])
  wait(3 * 86_400)
  assert.equal((await only()).status, 'available')
  assert.equal((await stripe.balanceTransactions.retrieve(id, {}, salon)).status, 'available')
  assert.deepEqual((await stripe.balanceTransactions.list()).data, [])
  await assert.rejects(stripe.balanceTransactions.retrieve(id), { code: 'resource_missing' })
})

test('a payout contains the lines since the last one; one that fails is paid with the next', async (t) => {
  const { fakeStripe, account, stripe, salon, pay, lines, wait } = await openBalance(t)
  assert.throws(() => fakeStripe.payOut(account), { message: /nothing to pay out/ })
  await pay(10_000)
  const first = fakeStripe.payOut(account)
  assert.deepEqual(await lines({ payout: first.id }), [
    ['charge', 10_000, 175, 9825],
    ['payout', -9825, 0, -9825],
  ])
  fakeStripe.arrive(first.id)
  wait(86_400)
  await pay(2000)
  fakeStripe.failPayout(first.id)
  const second = fakeStripe.payOut(account)
  assert.deepEqual(await lines({ payout: second.id }), [
    ['charge', 2000, 55, 1945],
    ['payout_failure', 9825, 0, 9825],
    ['payout', -11_770, 0, -11_770],
  ])
  const sum = (await lines()).reduce((total, [, , , net]) => total + net, 0)
  assert.equal(sum, 0, 'nothing is left after a payout')

  const list = async (params = {}) =>
    (await stripe.payouts.list(params, salon)).data.map(({ id }) => id)
  assert.deepEqual(await list(), [second.id, first.id])
  assert.deepEqual(await list({ status: 'failed' }), [first.id])
  assert.deepEqual(await list({ arrival_date: { gt: first.arrival_date } }), [second.id])
  assert.partialDeepStrictEqual(await stripe.payouts.retrieve(first.id, {}, salon), {
    status: 'failed',
    failure_code: 'account_closed',
    amount: 9825,
  })
  assert.deepEqual(
    fakeStripe
      .events(account)
      .map(({ type }) => type)
      .filter((type) => type.startsWith('payout.')),
    ['payout.created', 'payout.paid', 'payout.failed', 'payout.created'],
  )
  await assert.rejects(stripe.balanceTransactions.list({ payout: 'po_none' }, salon), {
    code: 'resource_missing',
  })
  assert.throws(() => fakeStripe.arrive(first.id), { message: /failed already/ })
})
