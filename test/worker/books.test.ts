import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  connectAccount,
  disconnectAccount,
  type Processors,
  reconcile,
  refundPayment,
} from '@silla/core'
import type { ApiResponse } from '../support/client.ts'
import { testDatabase } from '../support/database.ts'
import { emailsTo } from '../support/emails.ts'
import { jobsDatabase, runJobs } from '../support/jobs.ts'
import { completeRefunds } from '../support/money.ts'
import { testProcessors } from '../support/processor.ts'
import { requestContextFor } from '../support/request-context.ts'
import { openSalon, type PayableBooking, type TestSalon } from '../support/salon.ts'

const { admin } = await testDatabase()
const opening = { professionals: ['Ana'], payments: true, now: '2030-03-04T08:00' }

function dataOf({ status, data, error }: ApiResponse, expected = 200) {
  assert.equal(status, expected, JSON.stringify(error))
  return data
}

const booked = async (
  { guest }: TestSalon,
  time: string,
  email = 'lucia@example.com',
): Promise<PayableBooking> =>
  dataOf(await guest.book('Ana', time, { date: '2030-03-06', email }), 201)

async function intentFor({ guest }: TestSalon, booking: PayableBooking): Promise<ApiResponse> {
  const intent = await guest.createIntent(booking)
  dataOf(intent)
  return intent
}

const failures = async (salon: TestSalon, email: string) =>
  (await emailsTo(salon, email)).filter(({ kind }) => kind === 'payment_failed').length

test('D23: who could not pay is told once, ten minutes later, and only if it is still unpaid', async () => {
  const salon = await openSalon(opening)
  const declined = '4000000000000002'
  const [unpaid, paid] = [
    await booked(salon, '10:00', 'one@example.com'),
    await booked(salon, '11:00', 'two@example.com'),
  ]
  const intents = [await intentFor(salon, unpaid), await intentFor(salon, paid)] as const
  for (const intent of intents) salon.stripe.pay(intent, declined)
  salon.stripe.pay(intents[0], declined)
  await salon.stripe.deliverWebhooks()
  salon.setTime('2030-03-04T08:09')
  await runJobs(salon)
  assert.equal(await failures(salon, 'one@example.com'), 0)
  salon.stripe.pay(intents[1])
  await salon.stripe.deliverWebhooks()
  salon.setTime('2030-03-04T08:10')
  await runJobs(salon)
  salon.setTime('2030-03-04T09:00')
  await runJobs(salon)
  assert.deepEqual(
    [await failures(salon, 'one@example.com'), await failures(salon, 'two@example.com')],
    [1, 0],
  )
})

test('D22: the books learn what no event told, and every difference that is left is told', async () => {
  const salon = await openSalon(opening)
  const { fake, account } = salon.stripe
  const booking = await booked(salon, '10:00')
  const intent = await intentFor(salon, booking)
  const own = fake.paymentIntents(account)[0]
  salon.stripe.pay(intent)
  const context = await requestContextFor(salon)
  const range = { from: new Date('2030-03-04T00:00Z'), to: new Date('2030-03-05T00:00Z') }
  assert.deepEqual(await reconcile(context, testProcessors, range), [])
  const reads = dataOf(await salon.backend.get(`/reservas/${booking.id}/`))
  assert.equal(reads.pago.estado, 'completado')
  const { pago_id: paymentId } = dataOf(
    await salon.guest.confirmPayment(intent, { codigo: booking.codigo }),
  )

  if (own) own.amount = 999
  const { intentRef } = await strangersIntent(salon)
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

test('D22: what failed, what lies at the edge of the hours and what another account has is no difference', async () => {
  const salon = await openSalon(opening)
  const { fake, account } = salon.stripe
  const booking = await booked(salon, '10:00')
  const intent = await intentFor(salon, booking)
  salon.stripe.pay(intent)
  const { pago_id: paymentId } = dataOf(
    await salon.guest.confirmPayment(intent, { codigo: booking.codigo }),
  )
  const tenantContext = await requestContextFor(salon)
  const input = { paymentId, amountCents: 500, name: 'towel' }
  const refund = await refundPayment(tenantContext, input)
  assert.deepEqual(
    await refundPayment(tenantContext, input),
    refund,
    'under one name money goes back once',
  )
  await completeRefunds(salon, paymentId, 'failed')
  const own = fake.paymentIntents(account)[0]
  if (own) own.created -= 1800
  await disconnectAccount(admin, salon.slug)
  const query = {
    slug: salon.slug,
    account: fake.addAccount().id,
    returnUrl: null,
    feeBasisPoints: null,
  }
  await connectAccount(admin, testProcessors, query, salon.clock)

  const patience: number[] = []
  const watched: Processors = (mode) => {
    const processor = testProcessors(mode)
    return (
      processor && {
        ...processor,
        listIntents: (requested) => {
          patience.push(requested.budget.remainingMilliseconds())
          return processor.listIntents(requested)
        },
      }
    )
  }
  const range = { from: salon.clock.now(), to: new Date(salon.clock.now().getTime() + 60_000) }
  assert.deepEqual(await reconcile(tenantContext, watched, range), [])
  assert.deepEqual(
    patience,
    [20_000, 20_000],
    'one that answers no page holds up nobody else for longer',
  )
})

test('the night takes up refunds and payments whose jobs got lost', async () => {
  const salon = await openSalon(opening)
  const [refunded, paid] = [await booked(salon, '10:00'), await booked(salon, '11:00')]
  const intent = await intentFor(salon, refunded)
  salon.stripe.pay(intent)
  dataOf(await salon.guest.confirmPayment(intent, { codigo: refunded.codigo }))
  dataOf(await salon.guest.cancel(refunded))
  salon.stripe.pay(await intentFor(salon, paid))
  const jobs = await jobsDatabase()
  await jobs`delete from jobs.outbox`
  salon.setTime('2030-03-05T03:13')
  await jobs`select jobs.add_job('begin-night')`
  await runJobs(salon)
  const reads = async ({ id }: { id: number }) =>
    dataOf(await salon.backend.get(`/reservas/${id}/`))
  assert.equal((await reads(refunded)).reembolso.estado, 'completado')
  assert.equal((await reads(paid)).pago.estado, 'completado')
})

/** Somebody with the account's own key makes one that we never asked for. */
async function strangersIntent({
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
