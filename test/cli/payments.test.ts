import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { reconcileAll } from '@silla/core'
import { assertReconciled } from '../../cli/src/format/reconciliation.ts'
import { lockTable } from '../archives/lost-connection.ts'
import { testApi } from '../support/api.ts'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { fakeStripe, testProcessors } from '../support/processor.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { type RunResult, runMany, runSilla, startSilla } from './run-silla.ts'

const { urls, witness } = await testDatabase()
const { clock } = await testApi()
const stripe = await fakeStripe(clock)
const env = {
  CLI_DATABASE_URL: urls.cli,
  STRIPE_SECRET_KEY: stripe.secretKey,
  STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
  STRIPE_API_BASE: stripe.url,
}
const silla = (...args: string[]) => runSilla(args, env)

test('payments are listed, shown and refunded', async () => {
  const salon = await openSalon({ payments: true, professionals: ['Ana'], now: '2030-03-04T08:00' })
  const booking = (await salon.guest.book('Ana', '10:00')).data
  const name = 'Lola\u001B[31m'
  await witness`update bookings set contact_name = ${name} where business_id = ${salon.businessId}`
  await witness`update customers set name = ${name} where business_id = ${salon.businessId}`
  const intent = await salon.guest.createIntent(booking)
  salon.stripe.pay(intent)
  dataOf(await salon.guest.confirmPayment(intent, { codigo: booking.codigo }))
  const payments = (...lines: string[][]) =>
    runMany(
      lines.map((line) => ['payments', ...line, '-b', salon.slug]),
      env,
    )
  const [list, next] = (await payments(['list'], ['list', '--page', '2', '--json'])) as [
    RunResult,
    RunResult,
  ]
  assert.deepEqual(next.json(), { payments: [], total: 1, page: 2, limit: 50 })
  const [, id = ''] =
    /^(\d+) +2030-03-04 08:00 +booking \d+ +\S.* +18\.00 EUR +completed +pi_\w+$/m.exec(
      list.stdout,
    ) ?? []

  const [tooMuch, part, again, text, result] = (await payments(
    ['refund', id, '--amount', '18.01', '--yes'],
    ['refund', id, '--amount', '5.50', '--yes', '--name', 'towel'],
    ['refund', id, '--amount', '5.50', '--yes', '--name', 'towel', '--json'],
    ['show', id],
    ['show', id, '--json'],
  )) as [RunResult, RunResult, RunResult, RunResult, RunResult]
  assert.deepEqual(
    [tooMuch.code, tooMuch.stderr],
    [1, `Error: At most 18.00 EUR of payment ${id} can be refunded.\n`],
  )
  assert.match(part.stdout, /^Refunding 5\.50 EUR to Lola; the worker sends the refund\.\n$/)
  assert.match(text.stdout, /^State +completed$/m)
  assert.match(text.stdout, /^Refund +5\.50 EUR pending \(business\) -$/m)
  assert.deepEqual(result.json().refunds, [again.json().refund])
  assert.deepEqual([again.json().amountCents, /^Customer +Lola$/m.test(text.stdout)], [0, true])

  const [rest, dryRun, nothing, other, unconfirmed] = (await payments(
    ['refund', id, '--dry-run', '--json'],
    ['refund', id, '--dry-run'],
    ['refund', id, '--amount', '0', '--yes'],
    ['refund', id, '--amount', '6', '--yes', '--name', 'towel'],
    ['refund', id, '--amount', '6'],
  )) as [RunResult, RunResult, RunResult, RunResult, RunResult]
  assert.deepEqual(rest.json(), { dryRun: true, amountCents: 1250, refund: null })
  assert.match(
    dryRun.stdout,
    /^12\.50 EUR of the 18\.00 EUR that Lola paid for booking \d+ would be refunded\.\n$/,
  )
  assert.deepEqual(
    [nothing.code, unconfirmed.code, /pass --yes/.test(unconfirmed.stderr)],
    [2, 2, true],
  )
  assert.equal(
    other.stderr,
    `Error: The name towel belongs to another refund: 5.50 of payment ${id}.\n`,
  )

  stripe.dispute(intent.data.payment_intent_id)
  await salon.stripe.deliverWebhooks()
  const [refused, disputed] = (await payments(['refund', id, '--yes', '--json'], ['show', id])) as [
    RunResult,
    RunResult,
  ]
  assert.deepEqual([refused.code, refused.json().error.code], [1, 'PAYMENT_DISPUTED'])
  assert.match(disputed.stdout, /^Refund +5\.50 EUR pending .* waits for the end of the dispute$/m)
})

test('D22: reconciling prints one line without differences, and each difference with exit code 1', async () => {
  const salon = await openSalon({ payments: true })
  const reconcile = (...more: string[]) =>
    silla('payments', 'reconcile', '--business', salon.slug, ...more)
  clock.set(new Date())
  assert.equal(
    (await reconcile()).stdout,
    `Payments of ${salon.slug} match the processor (2 days).\n`,
  )
  clock.set(new Date(Date.now() - 5 * 3_600_000))
  const intentRef = await payUnknown(salon)
  clock.set(new Date())
  const differing = await reconcile('--days', '1')
  assert.match(
    differing.stdout,
    new RegExp(
      `^${salon.slug} +- +${intentRef} +${salon.stripe.account} +unknown at Silla +- +12\\.34 EUR$`,
      'm',
    ),
  )
  assert.equal(
    differing.stderr,
    `Error: 1 difference between the payments of ${salon.slug} and the processor.\n`,
  )
  assert.equal(differing.code, 1)
})

test('D22: --all reconciles all salons; neither a deauthorized account nor one that cannot be compared stops the others', async () => {
  const [agreeing, differing, deauthorized, failing] = [
    await openSalon({ payments: true }),
    await openSalon({ payments: true }),
    await openSalon({ payments: true }),
    await openSalon({ payments: true }),
  ]
  const unpaid = await openSalon({ settings: { acceptsOnlinePayments: true } })
  clock.set(new Date())
  const intentRef = await payUnknown(differing)
  stripe.deauthorize(deauthorized.stripe.account)
  // the platform has no live keys
  const { witness } = await testDatabase()
  await witness`update processor_accounts set livemode = true
    where account_ref = ${failing.stripe.account}`
  const ran = await silla('payments', 'reconcile', '--all', '--mode', 'test', '--json')
  const { message, salons } = ran.json().error
  const resultOf = (salon: TestSalon) =>
    salons.find(({ slug }: { slug: string }) => slug === salon.slug)
  assert.equal(ran.code, 1)
  assert.deepEqual(resultOf(agreeing), {
    slug: agreeing.slug,
    outcome: 'agrees',
    differences: [],
    error: null,
  })
  assert.deepEqual(resultOf(differing), {
    slug: differing.slug,
    outcome: 'differs',
    differences: [
      {
        ...{ kind: 'unknown_at_silla', account: differing.stripe.account, intentRef },
        ...{ receivedCents: 1234, currency: 'EUR' },
      },
    ],
    error: null,
  })
  assert.deepEqual(
    [resultOf(deauthorized).outcome, resultOf(deauthorized).differences],
    ['differs', [{ kind: 'account_inaccessible', account: deauthorized.stripe.account }]],
  )
  assert.deepEqual([resultOf(failing).outcome, resultOf(failing).differences], ['failed', []])
  assert.throws(() => assertReconciled([resultOf(failing)], 0), {
    message: /^1 of 1 salon could not be compared\.\n/,
  })
  assert.match(message, / of \d+ salons could not be compared\.\n/)
  assert.ok(message.split('\n').includes(`${failing.slug}: ${resultOf(failing).error.message}`))
  assert.equal(resultOf(unpaid), undefined)

  const table = (await silla('payments', 'reconcile', '--all')).stdout
  assert.match(table, new RegExp(`^${agreeing.slug} +agrees +0$`, 'm'))
  assert.match(table, new RegExp(`^${differing.slug} +differs +1$`, 'm'))
  assert.match(table, new RegExp(`^${deauthorized.slug} +differs +1$`, 'm'))
  assert.match(
    table,
    new RegExp(
      `^${deauthorized.slug} .*${deauthorized.stripe.account} +no access to the account`,
      'm',
    ),
  )
  assert.match(table, new RegExp(`^${failing.slug} +failed$`, 'm'))
  const stop = new AbortController()
  const range = {
    from: clock.now(),
    to: clock.now(),
    onDone: () => stop.abort(),
    signal: stop.signal,
  }
  const openContext = () => Promise.reject(new Error('no context'))
  const processed = await reconcileAll([...'abcdefgh'], openContext, testProcessors, range)
  assert.equal(
    processed.map(({ slug }) => slug).join(''),
    'abcd',
    'the salons in progress are completed',
  )
  assert.throws(() => assertReconciled([], 3), {
    message: 'Interrupted: 0 of 3 salons were compared.',
  })

  const none = await silla('payments', 'reconcile', '--all', '--mode', 'demo')
  const nothing = 'No demo business has an account at the processor. Nothing to reconcile.\n'
  assert.deepEqual([none.code, none.stdout], [0, nothing])
})

test('D56: payouts and a month of money are printed as they are, and the lines add up', async () => {
  const salon = await openSalon({
    ...{ payments: { feeBasisPoints: 300 }, professionals: ['Ana'], now: '2030-03-04T08:00' },
    services: [{ name: 'Corte', priceCents: 1800, vatBasisPoints: 2100 }],
  })
  const { fake, account } = salon.stripe
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const intent = await salon.guest.createIntent(booking)
  salon.stripe.pay(intent)
  await salon.stripe.deliverWebhooks()
  salon.clock.set(new Date('2030-03-04T12:00:00Z'))
  const till = { reserva_id: booking.id, metodo: 'efectivo', monto: 0, propina: 2 }
  dataOf(await salon.backend.post('/cobros/', till), 201)
  const paidOut = fake.payOut(account)
  const payments = (...lines: string[][]) =>
    runMany(
      lines.map((line) => ['payments', ...line, '-b', salon.slug]),
      env,
    )
  const [empty] = (await payments(['payouts'])) as [RunResult]
  assert.equal(empty.stdout, `${salon.slug} has no matching payouts.\n`)
  const [listed] = (await payments(['payouts', '--refresh'])) as [RunResult]
  const [, id = ''] =
    /^(\d+) +2030-03-04 13:00 +2030-03-05 +16\.94 EUR +in_transit +po_\w+$/m.exec(listed.stdout) ??
    []
  assert.match(listed.stdout, /^Id +Made +Arrives +Amount +State +Payout +Note$/m)
  const [detail, limited, unknown, comma, semicolon, wrong] = (await payments(
    ['payouts', '--payout', id],
    ['payouts', '--payout', id, '--json'],
    ['payouts', '--payout', '1'],
    ['export', '--month', '2030-03'],
    ['export', '--month', '2030-03', '--separator', 'semicolon'],
    ['export', '--month', '2030-3'],
  )) as [RunResult, RunResult, RunResult, RunResult, RunResult, RunResult]
  assert.match(detail.stdout, /^Time +Kind +For +Amount +Processor fee +Platform fee +Net$/m)
  const line = new RegExp(
    `^2030-03-04 08:00 +charge +${booking.codigo} +18\\.00 EUR +0\\.52 EUR +0\\.54 EUR +16\\.94 EUR$`,
    'm',
  )
  assert.match(detail.stdout, line)
  assert.match(detail.stdout, /^Total +18\.00 EUR +0\.52 EUR +0\.54 EUR +16\.94 EUR$/m)
  assert.equal(limited.json().sums.netCents, paidOut.amount)
  assert.notEqual(unknown.code, 0)
  const heading =
    'date,kind,concept,booking,method,gross,Stripe fee,platform fee,refund,dispute,net,tip,VAT rate,payout,currency'
  const { codigo } = booking
  assert.deepEqual(comma.stdout.replace('\uFEFF', '').trimEnd().split('\r\n'), [
    heading,
    `2030-03-04,payment,Corte,${codigo},online,18.00,0.52,0.54,0.00,0.00,16.94,0.00,21,${paidOut.id},EUR`,
    `2030-03-04,taking,Corte,${codigo},cash,0.00,0.00,0.00,0.00,0.00,0.00,2.00,21,,EUR`,
  ])
  assert.match(semicolon.stdout, /;16,94;0,00;21;/)
  assert.deepEqual(
    [wrong.code, wrong.stdout, /expected 2027-01, got "2030-3"/.test(wrong.stderr)],
    [2, '', true],
  )
})

/** Creates a payment on the salon's account that Silla does not know. */
async function payUnknown(salon: TestSalon): Promise<string> {
  const of = {
    account: salon.stripe.account,
    businessId: salon.businessId,
    budget: { remainingMilliseconds: () => 5000 },
  }
  const processor = testProcessors('test') ?? assert.fail()
  const payer = {
    key: `unknown:${salon.slug}`,
    email: 'lucia@example.com',
    name: 'Lucía',
    customerId: 1,
  }
  const { customerRef } = await processor.createCustomer({ ...of, ...payer })
  const { intentRef } = await processor.createIntent({
    ...of,
    paymentId: 4_000_000,
    customerRef,
    key: `intent:${salon.slug}`,
    amountCents: 1234,
    currency: 'EUR',
    feeCents: 0,
    description: 'Unknown payment',
  })
  salon.stripe.fake.pay(intentRef)
  return intentRef
}

test('an export that is interrupted leaves no file', async (t) => {
  const salon = await openSalon({ payments: true, now: '2030-03-04T08:00' })
  const folder = mkdtempSync(join(tmpdir(), 'silla-export-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'march.csv')
  const { waiting } = await lockTable(
    { url: urls.prepare, table: 'app.till_entries' },
    async () => {
      exporting.kill('SIGINT')
      return await exporting.ended()
    },
  )
  const line = ['payments', 'export', '-b', salon.slug, '--month', '2030-03', '--output', file]
  const exporting = startSilla(line, env)
  const { code, stderr } = await waiting
  assert.deepEqual([code, stderr], [130, `Interrupted. ${file} was not written.\n`])
  assert.deepEqual(readdirSync(folder), [])
})
