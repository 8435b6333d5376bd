import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fault } from '@silla/fake-stripe'
import { dataOf } from '../support/assertions.ts'
import { atEnd } from '../support/at-end.ts'
import { backends } from '../support/backends.ts'
import type { ApiResponse } from '../support/client.ts'
import { testDatabase } from '../support/database.ts'
import { emailsTo } from '../support/emails.ts'
import { deliveriesTo, insertEndpoint } from '../support/event-endpoints.ts'
import { openEventReceiver } from '../support/event-receiver.ts'
import { inTime } from '../support/in-time.ts'
import { jobsDatabase, runJobs } from '../support/jobs.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import type { SalonFixture } from '../support/salon-fixture.ts'
import { testSecrets } from '../support/secrets.ts'
import { apiSettings, startServer } from '../support/servers.ts'
import { until } from '../support/until.ts'

const { urls, witness } = await testDatabase()

/**
 * Separate processes use the real clock, so the salon's clock is behind it: bookings of the test
 * are some minutes old for them.
 */
const minutesAgo = () => Temporal.Now.zonedDateTimeISO('Europe/Madrid').subtract({ minutes: 16 })
const openSalonInThePast = (settings: SalonFixture['settings'] = {}) =>
  openSalon({
    professionals: ['Ana'],
    payments: true,
    settings,
    now: minutesAgo().toPlainDateTime().toString().slice(0, 16),
  })
const inAWeek = minutesAgo().add({ days: 7 }).toPlainDate()
const date = (inAWeek.dayOfWeek === 7 ? inAWeek.add({ days: 1 }) : inAWeek).toString()

async function start(file: string, settings: Record<string, string>) {
  const server = await startServer(file, settings)
  atEnd(async () => void (await server.kill()))
  return server
}

const stripeSettings = ({ stripe }: TestSalon) => ({
  LOG_LEVEL: 'silent',
  STRIPE_SECRET_KEY: stripe.fake.secretKey,
  STRIPE_PUBLISHABLE_KEY: stripe.fake.publishableKey,
  STRIPE_API_BASE: stripe.fake.url,
})

const startApi = (salon: TestSalon) =>
  start('services/api/bin/api.js', {
    ...stripeSettings(salon),
    ...apiSettings(urls.api),
    SECRETS_KEY: testSecrets.secretsKeys.current.toString('base64'),
  })

const startWorker = (salon: TestSalon) =>
  start('services/worker/bin/worker.js', {
    ...stripeSettings(salon),
    WORKER_DATABASE_URL: urls.worker,
  })

/** Sets leases and locks back, so that those of a killed process have expired. */
async function expireLeases() {
  await witness`
    update payments set lease_until = now() - interval '1 second' where lease_until is not null`
  const jobs = await jobsDatabase()
  await jobs`update jobs.workers set seen_at = seen_at - interval '30 seconds'`
  await jobs`
    update jobs._private_jobs set locked_at = locked_at - interval '30 seconds'
    where locked_at is not null`
  await jobs`select jobs.record_heartbeat('the next worker', '{a-pool}', interval '20 seconds')`
}

const hold = (path: string, when: 'before' | 'after'): Fault => ({
  kind: 'hold',
  when,
  method: 'POST',
  path,
})

test('D19: an API that is killed at any step of creating an intent leaves one intent, which the next process returns', async () => {
  const salon = await openSalonInThePast()
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
    const fault = fake.fault(step)
    const first = salon.guestAt(`${api.url}/api/v1`)
    const request = untilAvailable(() => first.createIntent(booking, {}, headers))
    await inTime(fault.reached, `The request to ${step.path}`)
    await Promise.all([assert.rejects(request), api.kill()])
    fault.release()
    await expireLeases()
    api = await startApi(salon)
    const guest = salon.guestAt(`${api.url}/api/v1`)
    const intent = await untilAvailable(() => guest.createIntent(booking, {}, headers))
    dataOf(intent)
    salon.stripe.pay(intent)
    const confirmed = await untilAvailable(() =>
      guest.confirmPayment(intent, { codigo: booking.codigo }),
    )
    assert.equal(dataOf(confirmed).estado, 'completado')
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

test('D22: an API that is killed while it records a payment records nothing, and the next process records it once', async () => {
  const salon = await openSalonInThePast({ requiresPrepayment: true })
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date }), 201)
  const intent = await salon.guest.createIntent(booking)
  salon.stripe.pay(intent)
  const api = await startApi(salon)
  await whileLocked(async () => {
    const guest = salon.guestAt(`${api.url}/api/v1`)
    const request = untilAvailable(() => guest.confirmPayment(intent, { codigo: booking.codigo }))
    return () => Promise.all([assert.rejects(request), api.kill()])
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

test('D14, D24: a worker that is killed at any step of a refund or an expiry does each exactly once', async () => {
  const salon = await openSalonInThePast({ requiresPrepayment: true })
  const { fake, account } = salon.stripe
  for (const [index, when] of (['before', 'after', 'while locked'] as const).entries()) {
    salon.clock.set(new Date(minutesAgo().epochMilliseconds))
    const params = { date, email: `guest${index}@example.com` }
    const refunded = dataOf(await salon.guest.book('Ana', `1${index}:00`, params), 201)
    const expired = dataOf(await salon.guest.book('Ana', `1${index}:30`, params), 201)
    const paid = await salon.guest.createIntent(refunded)
    const unpaid = dataOf(await salon.guest.createIntent(expired))
    salon.stripe.pay(paid)
    dataOf(await salon.guest.confirmPayment(paid, { codigo: refunded.codigo }))
    dataOf(await salon.guest.cancel(refunded))

    if (when === 'while locked') {
      await whileLocked(async () => {
        const worker = await startWorker(salon)
        return () => worker.kill()
      })
    } else {
      const faults = [hold('/v1/refunds', when), hold('/v1/payment_intents/*/cancel', when)].map(
        fake.fault,
      )
      const worker = await startWorker(salon)
      for (const { reached } of faults) await inTime(reached, 'The request of the worker')
      await worker.kill()
      for (const fault of faults) fault.release()
    }
    await expireLeases()
    salon.clock.set(new Date())
    await runJobs(salon, { again: true })
    await runJobs(salon)

    const read = async ({ id }: { id: number }) =>
      dataOf(await salon.backend.get(`/reservas/${id}/`))
    assert.equal((await read(refunded)).reembolso.estado, 'completado')
    assert.equal((await read(expired)).estado, 'cancelada')
    assert.equal(fake.refunds(account).length, index + 1, when)
    const cancelled = fake.paymentIntents(account).find(({ id }) => id === unpaid.payment_intent_id)
    assert.equal(cancelled?.status, 'canceled')
    assert.deepEqual((await kindsTo(salon, params.email)).sort(), [
      'booking_cancelled',
      'booking_confirmed',
      'booking_expired',
      'booking_received',
      'booking_received',
    ])
  }
})

test('D42: a worker that is killed during a delivery loses none, and the next one sends the same id', async () => {
  const salon = await openSalonInThePast()
  const receiver = await openEventReceiver()
  const endpoint = await insertEndpoint(salon, receiver)
  receiver.answer(204, 'never')
  for (const time of ['10:00', '10:30', '11:00'])
    dataOf(await salon.guest.book('Ana', time, { date }), 201)
  const worker = await start('services/worker/bin/worker.js', {
    LOG_LEVEL: 'silent',
    WORKER_DATABASE_URL: urls.worker,
    SECRETS_KEY: testSecrets.secretsKeys.current.toString('base64'),
    SILLA_LOOPBACK_ENDPOINTS: 'on',
  })
  await receiver.until(2)
  await worker.kill()
  await expireLeases()
  salon.clock.set(new Date())
  await runJobs(salon, { again: true })
  await runJobs(salon)
  assert.deepEqual(
    (await deliveriesTo(endpoint)).map(({ state }) => state),
    ['delivered', 'delivered', 'delivered'],
  )
  const positionsById = new Map<string, number[]>()
  for (const { headers, event } of receiver.received) {
    const id = String(headers['webhook-id'])
    positionsById.set(id, [...(positionsById.get(id) ?? []), event.posicion])
  }
  // the first one may be sent again as well: its outcome was to be stored with the second one's
  assert.deepEqual(
    [...positionsById.values()].map((positions) => positions[0]),
    [1, 2, 3],
  )
  assert.equal([...positionsById.values()][1]?.length, 2)
})

const kindsTo = async (salon: TestSalon, email: string) =>
  (await emailsTo(salon, email)).map(({ kind }) => kind)

/**
 * Repeats a request as clients do: on a busy machine, a process that has just started does not serve the
 * first ones within the time of D2.
 */
async function untilAvailable(request: () => Promise<ApiResponse>): Promise<ApiResponse> {
  for (;;) {
    const response = await request()
    if (response.status !== 503) return response
  }
}

/**
 * Locks the bookings, starts work that needs them, and kills it once it waits for the lock.
 *
 * @param start returns the function that kills the work
 */
async function whileLocked(start: () => Promise<() => Promise<unknown>>) {
  await witness.begin(async (tx) => {
    await tx`lock table bookings in exclusive mode`
    const kill = await start()
    await until(async () => (await backends()).some(({ waitsForLock }) => waitsForLock))
    await kill()
  })
}
