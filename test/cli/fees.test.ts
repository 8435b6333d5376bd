import assert from 'node:assert/strict'
import test from 'node:test'
import { testApi } from '../support/api.ts'
import { testDatabase } from '../support/database.ts'
import { fakeStripe } from '../support/processor.ts'
import {
  bookWithCard,
  feesOf,
  heldAtProcessor,
  missVisit,
  openCardSalon,
  saveCard,
  settleAll,
} from '../support/saved-cards.ts'
import { type RunResult, runMany } from './run-silla.ts'

const { urls } = await testDatabase()
const { clock } = await testApi()
const stripe = await fakeStripe(clock)
const env = {
  CLI_DATABASE_URL: urls.cli,
  STRIPE_SECRET_KEY: stripe.secretKey,
  STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
  STRIPE_API_BASE: stripe.url,
}

test('D51: a fee is charged once and waived for good; a dry run changes nothing', async () => {
  const salon = await openCardSalon()
  const booking = await missVisit(salon)
  const { codigo } = booking
  const fees = (...lines: string[][]) =>
    runMany(
      lines.map(([verb, ...more]) => [
        ...['payments', `${verb}-fee`, codigo, '-b', salon.slug],
        ...more,
      ]),
      env,
    ) as Promise<RunResult[]>
  const [plan, planText, tooMuch, wrongReason, unconfirmed, none] = await fees(
    ['charge', '--dry-run', '--json'],
    ['charge', '--dry-run'],
    ['charge', '--amount', '18.51', '--yes'],
    ['charge', '--reason', 'late-cancel', '--yes'],
    ['charge'],
    ['waive', '--dry-run'],
  )
  assert.deepEqual(plan?.json(), { dryRun: true, amountCents: 1850, fee: null })
  assert.equal(
    planText?.stdout,
    `18.50 EUR to the card of Lucía Prado, for booking ${codigo}: it would be charged.\n`,
  )
  assert.deepEqual(
    [tooMuch, wrongReason, none].map((result) => [result?.code, result?.stdout]),
    Array(3).fill([1, '']),
  )
  assert.deepEqual([unconfirmed?.code, /pass --yes/.test(unconfirmed?.stderr ?? '')], [2, true])
  assert.deepEqual(await feesOf(salon, booking), [])

  const [charged, repeated, second] = await fees(
    ['charge', '--amount', '12', '--name', 'march', '--yes', '--json'],
    ['charge', '--amount', '12', '--name', 'march', '--yes', '--json'],
    ['charge', '--yes'],
  )
  const { fee } = charged?.json() ?? {}
  assert.deepEqual([fee?.amountCents, fee?.state, fee?.reason], [1200, 'requested', 'no_show'])
  assert.deepEqual(repeated?.json().fee, fee)
  assert.equal(second?.code, 1)
  await settleAll(salon)
  assert.equal(heldAtProcessor(salon), 1200)

  const [waivePlan, waived] = await fees(['waive', '--dry-run'], ['waive', '--yes', '--json'])
  assert.equal(
    waivePlan?.stdout,
    `It would waive the fee of 12.00 EUR for booking ${codigo}, which is charged.\n`,
  )
  assert.deepEqual([waived?.json().dryRun, waived?.json().fee.state], [false, 'waived'])
  await settleAll(salon)
  assert.equal(heldAtProcessor(salon), 0)
})

test('D51: without --reason the fee of a cancelled booking is that of a late cancellation', async () => {
  const salon = await openCardSalon()
  const booking = await bookWithCard(salon)
  await saveCard(salon, booking)
  salon.setTime('2030-03-05T12:00')
  await salon.guest.cancel(booking)
  const [plan] = await runMany(
    [['payments', 'charge-fee', booking.codigo, '-b', salon.slug, '--dry-run', '--json']],
    env,
  )
  assert.equal(plan?.json().amountCents, 925)
})
