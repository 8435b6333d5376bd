import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fault } from '@silla/fake-stripe'
import { atEnd } from '../support/at-end.ts'
import { backends } from '../support/backends.ts'
import type { ApiResponse } from '../support/client.ts'
import { testDatabase } from '../support/database.ts'
import { emailsTo } from '../support/emails.ts'
import { jobsDatabase, runJobs } from '../support/jobs.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { testSecrets } from '../support/secrets.ts'
import { startServer } from '../support/servers.ts'

const { urls, witness } = await testDatabase()

/**
 * Programs in processes of their own go by the real clock: what a salon does by its own clock is
 * then some minutes ago.
 */
const someTimeAgo = () => Temporal.Now.zonedDateTimeISO('Europe/Madrid').subtract({ minutes: 16 })
const opening = { professionals: ['Ana'], payments: true }
const openedAgo = (more: object = {}) =>
  openSalon({ ...opening, ...more, now: someTimeAgo().toPlainDateTime().toString().slice(0, 16) })
const inAWeek = someTimeAgo().add({ days: 7 }).toPlainDate()
const date = (inAWeek.dayOfWeek === 7 ? inAWeek.add({ days: 1 }) : inAWeek).toString()

async function start(file: string, settings: Record<string, string>) {
  const server = await startServer(file, settings)
  atEnd(async () => void (await server.kill()))
  return server
}

const settings = ({ stripe }: TestSalon) => ({
  LOG_LEVEL: 'silent',
  STRIPE_SECRET_KEY: stripe.fake.secretKey,
  STRIPE_PUBLISHABLE_KEY: stripe.fake.publishableKey,
  STRIPE_API_BASE: stripe.fake.url,
})

const startApi = (salon: TestSalon) =>
  start('services/api/bin/api.js', {
    ...settings(salon),
    DATABASE_URL: urls.api,
    PORT: '0',
    JWT_PRIVATE_KEYS: JSON.stringify(testSecrets.signingKeys),
    OTP_PEPPER: testSecrets.otpPepper,
    SECRETS_KEY: testSecrets.secretsKey.toString('base64'),
  })

const startWorker = (salon: TestSalon) =>
  start('services/worker/bin/worker.js', { ...settings(salon), WORKER_DATABASE_URL: urls.worker })

function dataOf({ status, data, error }: ApiResponse, expected = 200) {
  assert.equal(status, expected, JSON.stringify(error))
  return data
}

/**
 * Half a minute after a death nobody waits for the dead any more, and what they had begun is free.
 */
async function halfAMinutePasses() {
  await witness`update payments set lease_until = lease_until - interval '30 seconds' where lease_until is not null`
  const jobs = await jobsDatabase()
  await jobs`update jobs.workers set seen_at = seen_at - interval '30 seconds'`
  await jobs`update jobs._private_jobs set locked_at = locked_at - interval '30 seconds' where locked_at is not null`
  await jobs`select jobs.keep_alive('the next worker', interval '20 seconds')`
}

const hold = (path: string, when: 'before' | 'after'): Fault => ({
  kind: 'hold',
  when,
  method: 'POST',
  path,
})

test('D19: an API that dies at any step of an intent leaves one intent, and the next one hands it out', async () => {
  const salon = await openedAgo()
  const { fake, account } = salon.stripe
  const steps = ['/v1/customers', '/v1/payment_intents'].flatMap((path) => [
    hold(path, 'before'),
    hold(path, 'after'),
  ])
  let api = await startApi(salon)
  for (const [index, step] of steps.entries()) {
    const input = { date, email: `guest${index}@example.com` }
    const booking = dataOf(await salon.guest.book('Ana', `1${index}:00`, input), 201)
    const headers = { 'idempotency-key': `pay-${booking.codigo}` }
    const met = fake.fault(step)
    const unheard = salon.guestAt(`${api.url}/api/v1`).createIntent(booking, {}, headers)
    await met.reached
    await Promise.all([assert.rejects(unheard), api.kill()])
    met.release()
    await halfAMinutePasses()
    api = await startApi(salon)
    const guest = salon.guestAt(`${api.url}/api/v1`)
    const intent = await guest.createIntent(booking, {}, headers)
    dataOf(intent)
    salon.stripe.pay(intent)
    assert.equal(
      dataOf(await guest.confirmPayment(intent, { codigo: booking.codigo })).estado,
      'completado',
    )
    const [customers, intents] = [
      fake.customers(account).length,
      fake.paymentIntents(account).length,
    ]
    assert.deepEqual(
      { customers, intents },
      { customers: index + 1, intents: index + 1 },
      `${step.path} ${step.when}`,
    )
  }
  await api.stop()
})

test('D22: an API that dies while it writes down that money came has written nothing, and the next one does it once', async () => {
  const salon = await openedAgo({ settings: { requiresPrepayment: true } })
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date }), 201)
  const intent = await salon.guest.createIntent(booking)
  salon.stripe.pay(intent)
  const api = await startApi(salon)
  await whileLocked(async () => {
    const unheard = salon
      .guestAt(`${api.url}/api/v1`)
      .confirmPayment(intent, { codigo: booking.codigo })
    return () => Promise.all([assert.rejects(unheard), api.kill()])
  })
  assert.equal(
    dataOf(await salon.guest.confirmPayment(intent, { codigo: booking.codigo })).estado,
    'completado',
  )
  await salon.stripe.deliverWebhooks()
  assert.deepEqual(await kindsTo(salon, 'lucia@example.com'), [
    'booking_received',
    'booking_confirmed',
  ])
})

test('D14, D24: a worker that dies at any step of a refund or an expiry gives nothing back twice, and forgets nothing', async () => {
  const salon = await openedAgo({ settings: { requiresPrepayment: true } })
  const { fake, account } = salon.stripe
  for (const [index, when] of (['before', 'after', 'written'] as const).entries()) {
    salon.clock.set(new Date(someTimeAgo().epochMilliseconds))
    const params = { date, email: `guest${index}@example.com` }
    const refunded = dataOf(await salon.guest.book('Ana', `1${index}:00`, params), 201)
    const lapsed = dataOf(await salon.guest.book('Ana', `1${index}:30`, params), 201)
    const paid = await salon.guest.createIntent(refunded)
    const unpaid = dataOf(await salon.guest.createIntent(lapsed))
    salon.stripe.pay(paid)
    dataOf(await salon.guest.confirmPayment(paid, { codigo: refunded.codigo }))
    dataOf(await salon.guest.cancel(refunded))

    if (when === 'written') {
      await whileLocked(async () => {
        const context = await startWorker(salon)
        return () => context.kill()
      })
    } else {
      const faults = [hold('/v1/refunds', when), hold('/v1/payment_intents/*/cancel', when)].map(
        fake.fault,
      )
      const tenantContext = await startWorker(salon)
      await Promise.all(faults.map(({ reached }) => reached))
      await tenantContext.kill()
      for (const fault of faults) fault.release()
    }
    await halfAMinutePasses()
    salon.clock.set(new Date())
    await runJobs(salon, { again: true })
    await runJobs(salon)

    const reads = async ({ id }: { id: number }) =>
      dataOf(await salon.backend.get(`/reservas/${id}/`))
    assert.equal((await reads(refunded)).reembolso.estado, 'completado')
    assert.equal((await reads(lapsed)).estado, 'cancelada')
    assert.equal(fake.refunds(account).length, index + 1, when)
    const ended = fake.paymentIntents(account).find(({ id }) => id === unpaid.payment_intent_id)
    assert.equal(ended?.status, 'canceled')
    assert.deepEqual((await kindsTo(salon, params.email)).sort(), [
      'booking_cancelled',
      'booking_confirmed',
      'booking_expired',
      'booking_received',
      'booking_received',
    ])
  }
})

const kindsTo = async (salon: TestSalon, email: string) =>
  (await emailsTo(salon, email)).map(({ kind }) => kind)

/** Somebody else holds the bookings; once somebody waits for one the story's end comes. */
async function whileLocked(work: () => Promise<() => Promise<unknown>>) {
  await witness.begin(async (tx) => {
    await tx`lock table bookings in exclusive mode`
    const end = await work()
    while (!(await backends()).some(({ waitsForLock }) => waitsForLock));
    await end()
  })
}
