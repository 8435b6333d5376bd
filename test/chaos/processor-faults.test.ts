import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import type { Fault } from '@silla/fake-stripe'
import { dataOf } from '../support/assertions.ts'
import { backends } from '../support/backends.ts'
import type { ApiResponse } from '../support/client.ts'
import { testClock } from '../support/clock.ts'
import { emailsTo } from '../support/emails.ts'
import { inTime } from '../support/in-time.ts'
import { runJobs } from '../support/jobs.ts'
import {
  advance,
  bookAhead,
  confirm,
  pay,
  payingSalon,
  readBooking,
} from '../support/paid-bookings.ts'
import { fakeStripe, limitProcessorCalls } from '../support/processor.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { until } from '../support/until.ts'

afterEach(async () => clearFaults({ fake: await fakeStripe(testClock()) }))

/** Injects a fault. Where no response comes, a call waits less than the ten seconds of production. */
function injectFault({ fake, account }: TestSalon['stripe'], fault: Fault) {
  if (fault.kind === 'hold' || fault.kind === 'silence') limitProcessorCalls(500)
  return fake.fault({ account, ...fault })
}

function clearFaults({ fake }: Pick<TestSalon['stripe'], 'fake'>) {
  limitProcessorCalls(null)
  fake.clearFaults()
}

/** More requests than any automatic retries send. */
const times = 9

const faults: Record<string, Fault> = {
  'starts slowly': { kind: 'hold', when: 'before', times },
  'responds slowly': { kind: 'hold', when: 'after', times },
  'never responds': { kind: 'silence', times },
  'breaks the connection before the effect': { kind: 'reset', when: 'before', times },
  'breaks the connection after the effect': { kind: 'reset', when: 'after', times },
  'is behind a proxy that fails before the effect': { kind: 'html', when: 'before', times },
  'is behind a proxy that fails after the effect': { kind: 'html', when: 'after', times },
  'limits the rate': { kind: 'rate_limit', times },
  'fails before the effect': { kind: 'error', when: 'before', times },
  'fails after the effect': { kind: 'error', when: 'after', times },
}

/** Holds a request to the processor until no transaction is open, then lets the work continue. */
async function withoutTransaction<T>(
  { fake, account }: TestSalon['stripe'],
  request: Partial<Fault>,
  work: () => Promise<T>,
) {
  const held = fake.fault({ kind: 'hold', account, ...request })
  let isDone = false
  const result = work().finally(() => {
    isDone = true
  })
  await held.reached
  await until(async () => !(await backends()).some(({ isInTransaction }) => isInTransaction))
  assert.equal(isDone, false, 'a transaction was open while the request to the processor waited')
  held.release()
  return result
}

/** @param outcomeUnknown whether something has been written before the processor failed */
const assertUnavailable = ({ status, error, headers }: ApiResponse, outcomeUnknown?: true) => {
  assert.deepEqual([status, error?.code], [503, 'PROCESSOR_UNAVAILABLE'])
  assert.equal(error.resultado_desconocido, outcomeUnknown)
  assert.ok(Number(headers.get('retry-after')) > 0)
}

for (const path of ['/v1/customers', '/v1/payment_intents']) {
  test(`D19, D20: a fault at ${path} causes an error in the envelope, and neither a second intent nor a second customer`, async () => {
    const salon = await openSalon(payingSalon)
    const { stripe, guest } = salon
    let index = 0
    for (const [name, fault] of Object.entries(faults)) {
      const booking = await bookAhead(salon, index++)
      const injected = injectFault(stripe, { ...fault, method: 'POST', path })
      // where the fault comes after the effect, the customer is found at once and the intent by the
      // next request
      const first = await guest.createIntent(booking)
      if (first.status !== 200) assertUnavailable(first, true)
      const again = await guest.createIntent(booking)
      if (again.status !== 200) assertUnavailable(again, true)
      // on a busy machine the limit may be over before the first one gets so far
      await inTime(injected.reached, 'The request with the fault')
      clearFaults(stripe)
      const intent = await guest.createIntent(booking)
      dataOf(intent)
      assert.equal(
        stripe.fake.paymentIntents(stripe.account).length,
        index,
        `the processor ${name}`,
      )
      assert.equal(stripe.fake.customers(stripe.account).length, index, `the processor ${name}`)
      stripe.pay(intent)
      assert.equal(dataOf(await confirm(salon, booking, intent)).estado, 'completado')
    }
  })
}

test('D24: after a fault a refund is paid once, within a minute of the recovery of the processor', async () => {
  const salon = await openSalon(payingSalon)
  const { stripe, guest } = salon
  let index = 0
  for (const [name, fault] of Object.entries(faults)) {
    const booking = await bookAhead(salon, index++)
    await pay(salon, booking)
    const injected = injectFault(stripe, { ...fault, method: 'POST', path: '/v1/refunds' })
    assert.deepEqual(dataOf(await guest.cancel(booking)).reembolso, {
      aplica: true,
      monto: 18,
      estado: 'pendiente',
    })
    await runJobs(salon)
    advance(salon, 15)
    await runJobs(salon)
    await inTime(injected.reached, 'The request with the fault')
    clearFaults(stripe)
    advance(salon, 60)
    await runJobs(salon)
    const refunds = stripe.fake.refunds(stripe.account)
    assert.equal(refunds.length, index, `the processor ${name}`)
    assert.equal((await readBooking(salon, booking)).reembolso.estado, 'completado')
  }
})

test('D22: a payment that a fault hides is found by the next confirmation or by the worker', async () => {
  const salon = await openSalon(payingSalon)
  const { stripe, guest } = salon
  let index = 0
  for (const fault of Object.values(faults)) {
    const booking = await bookAhead(salon, index++)
    const intent = await guest.createIntent(booking)
    stripe.pay(intent)
    const injected = injectFault(stripe, { ...fault, method: 'GET', path: '/v1/payment_intents/*' })
    assertUnavailable(await confirm(salon, booking, intent))
    await inTime(injected.reached, 'The request with the fault')
    clearFaults(stripe)
    if (index % 2) assert.equal(dataOf(await confirm(salon, booking, intent)).estado, 'completado')
    else {
      advance(salon, 600)
      await runJobs(salon)
    }
    assert.equal((await readBooking(salon, booking)).pago.estado, 'completado')
  }
})

test('D14: a booking does not expire while the processor is unavailable, and is confirmed if it was paid', async () => {
  const salon = await openSalon({ ...payingSalon, settings: { requiresPrepayment: true } })
  const { stripe, guest } = salon
  const [unpaid, paid] = [await bookAhead(salon, 0), await bookAhead(salon, 1)]
  dataOf(await guest.createIntent(unpaid))
  const intent = await guest.createIntent(paid)
  await stripe.fake.down()
  advance(salon, 900)
  await runJobs(salon)
  for (const booking of [unpaid, paid])
    assert.equal((await readBooking(salon, booking)).estado, 'pendiente')
  stripe.pay(intent)
  await stripe.fake.up()
  advance(salon, 60)
  await runJobs(salon)
  assert.equal((await readBooking(salon, paid)).estado, 'confirmada')
  assert.equal((await readBooking(salon, unpaid)).estado, 'cancelada')
  assert.deepEqual(
    stripe.fake.paymentIntents(stripe.account).map(({ status }) => status),
    ['canceled', 'succeeded'],
  )
})

test('D24: a refund that the processor rejects has failed, and the salon receives an email', async () => {
  const salon = await openSalon(payingSalon)
  const booking = await bookAhead(salon, 0)
  await pay(salon, booking)
  salon.stripe.fake.fault({
    account: salon.stripe.account,
    method: 'POST',
    path: '/v1/refunds',
    kind: 'response',
    status: 400,
    body: JSON.stringify({ error: { type: 'invalid_request_error', message: 'No.' } }),
  })
  await salon.guest.cancel(booking)
  await runJobs(salon)
  assert.equal((await readBooking(salon, booking)).reembolso.estado, 'fallido')
  const emails = await emailsTo(salon, 'hola@example.com')
  assert.deepEqual(
    emails.map(({ kind }) => kind),
    ['refund_failed'],
  )
})

test('D24: a refund that the balance does not cover is sent again for two weeks, and has failed then', async () => {
  const salon = await openSalon(payingSalon)
  const { fake, account } = salon.stripe
  const [covered, uncovered] = [await bookAhead(salon, 0), await bookAhead(salon, 1)]
  for (const booking of [covered, uncovered]) await pay(salon, booking)
  fake.refundNext('insufficient_balance', 3)
  dataOf(await salon.guest.cancel(covered))
  await runJobs(salon)
  for (const hours of [1, 1]) {
    const { reembolso } = await readBooking(salon, covered)
    assert.equal(reembolso.estado, 'pendiente')
    advance(salon, hours * 3600)
    await runJobs(salon)
  }
  assert.equal(fake.refunds(account).length, 0)
  advance(salon, 3600)
  await runJobs(salon)
  assert.equal((await readBooking(salon, covered)).reembolso.estado, 'completado')

  fake.refundNext('insufficient_balance', 3)
  dataOf(await salon.guest.cancel(uncovered))
  await runJobs(salon)
  advance(salon, 13 * 86_400)
  await runJobs(salon)
  assert.equal((await readBooking(salon, uncovered)).reembolso.estado, 'pendiente')
  advance(salon, 86_400)
  await runJobs(salon)
  assert.equal((await readBooking(salon, uncovered)).reembolso.estado, 'fallido')
  const emails = await emailsTo(salon, 'hola@example.com')
  assert.deepEqual(
    emails.map(({ kind }) => kind),
    ['refund_failed'],
  )
})

test('D20: the platform keeps its fee of refunds, or returns it where the salon file says so', async () => {
  for (const refundsApplicationFee of [false, true]) {
    const payments = { feeBasisPoints: 250 }
    const salon = await openSalon({ ...payingSalon, payments, settings: { refundsApplicationFee } })
    const booking = await bookAhead(salon, 0)
    await pay(salon, booking)
    dataOf(await salon.guest.cancel(booking))
    await runJobs(salon)
    assert.equal((await readBooking(salon, booking)).reembolso.estado, 'completado')
    const sent = salon.stripe.fake.calls.findLast(({ path }) => path === '/v1/refunds')
    assert.equal(sent?.params.refund_application_fee, refundsApplicationFee ? 'true' : undefined)
  }
})

test('D24: a refund of a payment that the processor does not know any more has failed, also one whose response was lost', async () => {
  const salon = await openSalon(payingSalon)
  const booking = await bookAhead(salon, 0)
  await pay(salon, booking)
  const injected = injectFault(salon.stripe, {
    kind: 'error',
    when: 'before',
    times: 1,
    method: 'POST',
    path: '/v1/refunds',
  })
  dataOf(await salon.guest.cancel(booking))
  await runJobs(salon)
  await injected.reached
  clearFaults(salon.stripe)
  salon.stripe.fake.deleteTestData(salon.stripe.account)
  advance(salon, 60)
  await runJobs(salon)
  assert.equal((await readBooking(salon, booking)).reembolso.estado, 'fallido')
})

test('D20: no transaction is open during a request to the processor', async () => {
  const salon = await openSalon({ ...payingSalon, settings: { requiresPrepayment: true } })
  const { stripe, guest } = salon
  const [paid, expired] = [await bookAhead(salon, 0), await bookAhead(salon, 1)]
  dataOf(
    await withoutTransaction(stripe, { method: 'POST', path: '/v1/customers' }, () =>
      guest.createIntent(expired),
    ),
  )
  const intent = await withoutTransaction(
    stripe,
    { method: 'POST', path: '/v1/payment_intents' },
    () => guest.createIntent(paid),
  )
  stripe.pay(intent)
  const read = { method: 'GET', path: '/v1/payment_intents/*' }
  dataOf(await withoutTransaction(stripe, read, () => confirm(salon, paid, intent)))
  dataOf(await guest.cancel(paid))
  await withoutTransaction(stripe, { method: 'POST', path: '/v1/refunds' }, () => runJobs(salon))
  advance(salon, 900)
  await withoutTransaction(stripe, { method: 'POST', path: '/v1/payment_intents/*/cancel' }, () =>
    runJobs(salon),
  )
  assert.equal((await readBooking(salon, paid)).reembolso.estado, 'completado')
  assert.equal((await readBooking(salon, expired)).estado, 'cancelada')
})
