import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  connectAccount,
  disconnectAccount,
  type Processors,
  type ReconciliationDiff,
  reconcile,
  refundPayment,
} from '@silla/core'
import { dataOf } from '../support/assertions.ts'
import type { ApiResponse } from '../support/client.ts'
import { testDatabase } from '../support/database.ts'
import { emailsTo } from '../support/emails.ts'
import { jobsDatabase, runJobs } from '../support/jobs.ts'
import { completeRefunds } from '../support/money.ts'
import { testProcessors } from '../support/processor.ts'
import { requestContextFor } from '../support/request-context.ts'
import { openSalon, type PayableBooking, type TestSalon } from '../support/salon.ts'

const { admin } = await testDatabase()
const fixture = { professionals: ['Ana'], payments: true, now: '2030-03-04T08:00' }

const book = async (
  { guest }: TestSalon,
  time: string,
  email = 'lucia@example.com',
): Promise<PayableBooking> =>
  dataOf(await guest.book('Ana', time, { date: '2030-03-06', email }), 201)

async function createIntent({ guest }: TestSalon, booking: PayableBooking): Promise<ApiResponse> {
  const intent = await guest.createIntent(booking)
  dataOf(intent)
  return intent
}

const failureEmails = async (salon: TestSalon, email: string) =>
  (await emailsTo(salon, email)).filter(({ kind }) => kind === 'payment_failed').length

test('D23: a failed payment causes one email, ten minutes later, and only if it is still unpaid', async () => {
  const salon = await openSalon(fixture)
  const declined = '4000000000000002'
  const [unpaid, paid] = [
    await book(salon, '10:00', 'one@example.com'),
    await book(salon, '11:00', 'two@example.com'),
  ]
  const intents = [await createIntent(salon, unpaid), await createIntent(salon, paid)] as const
  for (const intent of intents) salon.stripe.pay(intent, declined)
  salon.stripe.pay(intents[0], declined)
  await salon.stripe.deliverWebhooks()
  salon.setTime('2030-03-04T08:09')
  await runJobs(salon)
  assert.equal(await failureEmails(salon, 'one@example.com'), 0)
  salon.stripe.pay(intents[1])
  await salon.stripe.deliverWebhooks()
  salon.setTime('2030-03-04T08:10')
  await runJobs(salon)
  salon.setTime('2030-03-04T09:00')
  await runJobs(salon)
  assert.deepEqual(
    [await failureEmails(salon, 'one@example.com'), await failureEmails(salon, 'two@example.com')],
    [1, 0],
  )
})

test('D22: reconciliation records payments without an event, and reports the remaining differences', async () => {
  const salon = await openSalon(fixture)
  const { fake, account } = salon.stripe
  const booking = await book(salon, '10:00')
  const intent = await createIntent(salon, booking)
  const [stored] = fake.paymentIntents(account)
  salon.stripe.pay(intent)
  const context = await requestContextFor(salon)
  const range = { from: new Date('2030-03-04T00:00Z'), to: new Date('2030-03-05T00:00Z') }
  assert.deepEqual(await reconcile(context, testProcessors, range), [])
  const read = dataOf(await salon.backend.get(`/reservas/${booking.id}/`))
  assert.equal(read.pago.estado, 'completado')
  const { pago_id: paymentId } = dataOf(
    await salon.guest.confirmPayment(intent, { codigo: booking.codigo }),
  )

  if (stored) stored.amount = 999
  const { intentRef } = await createForeignIntent(salon)
  assert.deepEqual(await reconcile(context, testProcessors, range), [
    { kind: 'unknown_at_silla', account, intentRef, receivedCents: 0, currency: 'EUR' },
    {
      kind: 'amount',
      ours: 1800,
      processors: 999,
      account,
      intentRef: intent.data.payment_intent_id,
      paymentId,
    },
  ])
})

test('D22, D59: intents near the limits of the range and an earlier account are no difference, and a failed refund is one until another replaces it', async () => {
  const salon = await openSalon(fixture)
  const { fake, account } = salon.stripe
  const booking = await book(salon, '10:00')
  const intent = await createIntent(salon, booking)
  salon.stripe.pay(intent)
  const { pago_id: paymentId } = dataOf(
    await salon.guest.confirmPayment(intent, { codigo: booking.codigo }),
  )
  const tenantContext = await requestContextFor(salon)
  const input = { paymentId, amountCents: 500, name: 'towel' }
  const refund = await refundPayment(tenantContext, input)
  assert.deepEqual(await refundPayment(tenantContext, input), refund, 'one refund per name')
  await completeRefunds(salon, paymentId, 'failed')
  const [stored] = fake.paymentIntents(account)
  if (stored) stored.created -= 1800
  await disconnectAccount(admin, salon.slug)
  const connection = {
    slug: salon.slug,
    account: fake.addAccount().id,
    returnUrl: null,
    publicUrl: null,
    feeBasisPoints: null,
  }
  await connectAccount(admin, testProcessors, connection, salon.clock)

  const budgets: number[] = []
  const observed: Processors = (mode) => {
    const processor = testProcessors(mode)
    return (
      processor && {
        ...processor,
        listIntents: (input) => {
          budgets.push(input.budget.remainingMilliseconds())
          return processor.listIntents(input)
        },
      }
    )
  }
  const range = { from: salon.clock.now(), to: new Date(salon.clock.now().getTime() + 60_000) }
  assert.deepEqual(
    (await reconcile(tenantContext, observed, range)).map(({ kind, ...difference }) => [
      kind,
      'ours' in difference && difference.ours,
    ]),
    [['unrefunded', 500]],
  )
  assert.deepEqual(budgets, [20_000, 20_000], 'each account has its own time budget')
  // refunds are compared in the order of their times
  salon.setTime('2030-03-04T08:01')
  await refundPayment(tenantContext, { ...input, name: 'again' })
  await runJobs(salon)
  assert.deepEqual(await reconcile(tenantContext, testProcessors, range), [])
})

test('D59: a refund that fails is owed, although another one was requested before and completes', async () => {
  const salon = await openSalon(fixture)
  const booking = await book(salon, '10:00')
  const intent = await createIntent(salon, booking)
  salon.stripe.pay(intent)
  const { pago_id: paymentId } = dataOf(
    await salon.guest.confirmPayment(intent, { codigo: booking.codigo }),
  )
  const context = await requestContextFor(salon)
  await refundPayment(context, { paymentId, amountCents: 500, name: 'towel' })
  salon.setTime('2030-03-04T08:01')
  await refundPayment(context, { paymentId, amountCents: 600, name: 'late' })
  await runJobs(salon)
  const [towel] = salon.stripe.fake
    .refunds(salon.stripe.account)
    .filter(({ amount }) => amount === 500)
  salon.setTime('2030-03-04T08:02')
  salon.stripe.fake.failRefund(towel?.id ?? '')
  await salon.stripe.deliverWebhooks()
  const range = { from: new Date(0), to: salon.clock.now() }
  const differences = await reconcile(context, testProcessors, range)
  assert.deepEqual(
    differences.map((one) => [one.kind, 'ours' in one && one.ours]),
    [['unrefunded', 500]],
  )
})

test('D14: a hold whose payment the processor does not know any more expires, and so does one on an account without access', async () => {
  for (const [reason, lose] of Object.entries(losses)) {
    const salon = await openSalon({
      ...fixture,
      products: [{ name: 'Cera', stock: 1 }],
      settings: { requiresPrepayment: true },
    })
    const customer = await salon.customer({ nombre: 'Lucía', email: 'lucia@example.com' })
    const [expired, cancelled] = [await book(salon, '10:00'), await book(salon, '11:00')]
    const items = [{ producto_id: salon.id('Cera'), cantidad: 1 }]
    const order = dataOf(await customer.post('/pedidos/', { items }), 201)
    await createIntent(salon, expired)
    await createIntent(salon, cancelled)
    const orderPayment = { cliente_id: customer.id, amount: order.total_centimos }
    const orderIntent = { ...orderPayment, type: 'order', reference_id: order.id }
    dataOf(await customer.post('/pagos/intent/', orderIntent))
    lose(salon.stripe)
    dataOf(await salon.guest.cancel(cancelled))
    salon.setTime('2030-03-04T09:00')
    await runJobs(salon)

    assert.deepEqual(
      [
        dataOf(await salon.backend.get(`/reservas/${expired.id}/`)).estado,
        dataOf(await salon.backend.get(`/pedidos/${order.id}/`)).estado,
      ],
      ['cancelada', 'cancelado'],
      reason,
    )
    const payments = await paymentsOf(salon)
    assert.deepEqual(
      payments.map(({ state, isOpen, unverifiedSince }) => ({ state, isOpen, unverifiedSince })),
      payments.map(() => ({
        state: 'cancelled',
        isOpen: false,
        unverifiedSince: salon.clock.now(),
      })),
      reason,
    )
    assert.equal(payments.length, 3)
  }
})

test('D22: a payment whose event is lost is found 30 seconds, 2, 5 and 10 minutes after it was requested', async () => {
  const salon = await openSalon(fixture)
  const startsAt = salon.clock.now().getTime()
  const state = async ({ id }: { id: number }) =>
    dataOf(await salon.backend.get(`/reservas/${id}/`)).pago.estado
  const checks = await Promise.all(
    [30, 120, 300, 600].map(async (seconds, index) => {
      const booking = await book(salon, `1${index}:00`, `guest-${index}@example.com`)
      return { seconds, booking, intent: await createIntent(salon, booking) }
    }),
  )
  for (const { seconds, booking, intent } of checks) {
    salon.clock.set(new Date(startsAt + seconds * 1000 - 1))
    salon.stripe.pay(intent)
    await runJobs(salon)
    assert.equal(await state(booking), 'pendiente')
    salon.clock.set(new Date(startsAt + seconds * 1000))
    await runJobs(salon)
    assert.equal(await state(booking), 'completado', `paid before ${seconds} s`)
  }
})

test('D22: payments that the processor does not know are reported as differences, and the others are still reconciled', async () => {
  const salon = await openSalon(fixture)
  const { fake, account } = salon.stripe
  const lost = await createIntent(salon, await book(salon, '10:00', 'lost@example.com'))
  const refunded = await book(salon, '11:00', 'refunded@example.com')
  const refundedIntent = await createIntent(salon, refunded)
  salon.stripe.pay(refundedIntent)
  dataOf(await salon.guest.confirmPayment(refundedIntent, { codigo: refunded.codigo }))
  fake.refundNext('pending')
  dataOf(await salon.guest.cancel(refunded))
  await runJobs(salon)
  fake.deleteTestData(account)
  const paid = await book(salon, '12:00', 'paid@example.com')
  salon.stripe.pay(await createIntent(salon, paid))
  const context = await requestContextFor(salon)
  const range = { from: new Date('2030-03-04T00:00Z'), to: new Date('2030-03-05T00:00Z') }

  const notAtProcessor = (await paymentsOf(salon))
    .filter(
      ({ intentRef }) =>
        intentRef === lost.data.payment_intent_id ||
        intentRef === refundedIntent.data.payment_intent_id,
    )
    .map(({ id: paymentId, intentRef }) => ({
      kind: 'unknown_at_processor' as const,
      account,
      intentRef,
      paymentId,
    }))
  const differences = await reconcile(context, testProcessors, range)
  assert.deepEqual(byPayment(differences), byPayment(notAtProcessor))
  assert.equal(notAtProcessor.length, 2)
  assert.equal(dataOf(await salon.backend.get(`/reservas/${paid.id}/`)).pago.estado, 'completado')
  salon.setTime('2030-03-04T20:00')
  await runJobs(salon)
  const later = { from: salon.clock.now(), to: new Date(salon.clock.now().getTime() + 60_000) }
  assert.deepEqual(
    byPayment(await reconcile(context, testProcessors, later)),
    byPayment(notAtProcessor),
    'an unverified payment and a refund that is not settled are reported whatever the period',
  )
})

test('D22: an account without access is a difference, its payments are closed, and are verified once there is access again', async () => {
  const salon = await openSalon(fixture)
  const { fake, account } = salon.stripe
  await createIntent(salon, await book(salon, '10:00'))
  const second = await createIntent(salon, await book(salon, '11:00', 'two@example.com'))
  const context = await requestContextFor(salon)
  const range = { from: new Date('2030-03-04T00:00Z'), to: new Date('2030-03-05T00:00Z') }
  fake.deauthorize(account)
  await salon.stripe.deliverWebhooks()
  assert.deepEqual(await reconcile(context, testProcessors, range), [
    { kind: 'account_inaccessible', account },
  ])
  assert.deepEqual(
    (await paymentsOf(salon)).map(({ isOpen, unverifiedSince }) => [isOpen, unverifiedSince]),
    [
      [false, salon.clock.now()],
      [false, salon.clock.now()],
    ],
  )

  for (const each of fake.accounts()) if (each.id === account) each.deauthorized = false
  salon.stripe.pay(second)
  assert.deepEqual(await reconcile(context, testProcessors, range), [])
  const states = (await paymentsOf(salon)).map(({ intentRef, state, unverifiedSince }) => [
    intentRef === second.data.payment_intent_id,
    state,
    unverifiedSince,
  ])
  assert.deepEqual(states.toSorted(), [
    [false, 'cancelled', null],
    [true, 'completed', null],
  ])
  assert.deepEqual(
    fake.paymentIntents(account).map(({ status }) => status),
    ['canceled', 'succeeded'],
  )
})

test('nightly maintenance continues refunds and payments whose jobs were lost', async () => {
  const salon = await openSalon(fixture)
  const [refunded, paid] = [await book(salon, '10:00'), await book(salon, '11:00')]
  const intent = await createIntent(salon, refunded)
  salon.stripe.pay(intent)
  dataOf(await salon.guest.confirmPayment(intent, { codigo: refunded.codigo }))
  dataOf(await salon.guest.cancel(refunded))
  salon.stripe.pay(await createIntent(salon, paid))
  const jobs = await jobsDatabase()
  await jobs`delete from jobs.outbox`
  salon.setTime('2030-03-05T03:13')
  await jobs`select jobs.add_job('begin-night')`
  await runJobs(salon)
  const read = async ({ id }: { id: number }) => dataOf(await salon.backend.get(`/reservas/${id}/`))
  assert.equal((await read(refunded)).reembolso.estado, 'completado')
  assert.equal((await read(paid)).pago.estado, 'completado')
})

/** How a payment becomes unknown at the processor. */
const losses: Record<string, (stripe: TestSalon['stripe']) => void> = {
  'its intent was deleted': ({ fake, account }) => fake.deleteTestData(account),
  'the account has revoked its access': ({ fake, account }) => fake.deauthorize(account),
}

interface StoredPayment {
  id: number
  intentRef: string
  state: string
  isOpen: boolean
  unverifiedSince: Date | null
}

async function paymentsOf({ businessId }: TestSalon): Promise<StoredPayment[]> {
  const { witness } = await testDatabase()
  return witness<StoredPayment[]>`
    select id, intent_ref, state, is_open, unverified_since from payments
    where business_id = ${businessId} order by id`
}

const byPayment = (differences: readonly ReconciliationDiff[]): ReconciliationDiff[] =>
  differences.toSorted((one, other) => paymentIdOf(one) - paymentIdOf(other))

const paymentIdOf = (difference: ReconciliationDiff) =>
  'paymentId' in difference ? difference.paymentId : 0

/** Creates an intent with the account's own key, which Silla does not know. */
async function createForeignIntent({
  stripe: { fake, account },
}: TestSalon): Promise<{ intentRef: string }> {
  const response = await fetch(`${fake.url}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${fake.secretKey}`, 'stripe-account': account },
    body: new URLSearchParams({ amount: '700', currency: 'eur' }),
  })
  const { id } = (await response.json()) as { id: string }
  return { intentRef: id }
}
