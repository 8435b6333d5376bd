import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import type { Fault } from '@silla/fake-stripe'
import { backends } from '../support/backends.ts'
import type { ApiResponse } from '../support/client.ts'
import { testClock } from '../support/clock.ts'
import { emailsTo } from '../support/emails.ts'
import { runJobs } from '../support/jobs.ts'
import { fakeStripe, limitProcessorCalls } from '../support/processor.ts'
import { openSalon, type PayableBooking, type TestSalon } from '../support/salon.ts'

afterEach(async () => allIsWell({ fake: await fakeStripe(testClock()) }))

/** Something happens to the next calls, and nobody waits for ten seconds to see it. */
function befalls({ fake }: TestSalon['stripe'], fault: Fault) {
  limitProcessorCalls(200)
  return fake.fault(fault)
}

function allIsWell({ fake }: Pick<TestSalon['stripe'], 'fake'>) {
  limitProcessorCalls(null)
  fake.clearFaults()
}

/** Enough for whatever asks once more by itself. */
const times = 9

const troubles: Record<string, Fault> = {
  'is slow to begin': { kind: 'hold', when: 'before', times },
  'is slow to answer': { kind: 'hold', when: 'after', times },
  'never answers': { kind: 'silence', times },
  'hangs up before it did anything': { kind: 'reset', when: 'before', times },
  'hangs up when it is done': { kind: 'reset', when: 'after', times },
  'is a proxy with a page, before': { kind: 'html', when: 'before', times },
  'is a proxy with a page, when it is done': { kind: 'html', when: 'after', times },
  'has had enough of us': { kind: 'rate_limit', times },
  'fails before it did anything': { kind: 'error', when: 'before', times },
  'fails when it is done': { kind: 'error', when: 'after', times },
}

const opening = { professionals: ['Ana'], payments: true, now: '2030-03-04T06:00' }

function dataOf({ status, data, error }: ApiResponse, expected = 200) {
  assert.equal(status, expected, JSON.stringify(error))
  return data
}

/** A visit of each case, in two days: every half an hour there is one. */
async function booked(salon: TestSalon, index: number): Promise<PayableBooking> {
  const time = `${String(9 + Math.floor(index / 2)).padStart(2, '0')}:${index % 2 ? '30' : '00'}`
  return dataOf(
    await salon.guest.book('Ana', time, {
      date: '2030-03-06',
      email: `guest${index}@example.com`,
    }),
    201,
  )
}

async function paid(salon: TestSalon, booking: PayableBooking): Promise<ApiResponse> {
  const intent = await salon.guest.createIntent(booking)
  dataOf(intent)
  salon.stripe.pay(intent)
  assert.equal(dataOf(await confirms(salon, booking, intent)).estado, 'completado')
  return intent
}

const confirms = ({ guest }: TestSalon, { codigo }: PayableBooking, intent: ApiResponse) =>
  guest.confirmPayment(intent, { codigo })

/**
 * Lets something go on only when it waits for the processor and the database does not wait with it.
 */
async function holdsNoTransaction<T>(
  { fake }: TestSalon['stripe'],
  call: Partial<Fault>,
  work: () => Promise<T>,
) {
  const held = fake.fault({ kind: 'hold', ...call })
  let isOver = false
  const going = work().finally(() => {
    isOver = true
  })
  await held.reached
  while ((await backends()).some(({ isInTransaction }) => isInTransaction));
  assert.equal(isOver, false, 'a transaction was open for as long as the processor let us wait')
  held.release()
  return going
}

const readsOf = async ({ backend }: TestSalon, { id }: { id: number }) =>
  dataOf(await backend.get(`/reservas/${id}/`))

const unavailable = ({ status, error, headers }: ApiResponse) => {
  assert.deepEqual([status, error?.code], [503, 'PROCESSOR_UNAVAILABLE'])
  assert.ok(Number(headers.get('retry-after')) > 0)
}

for (const path of ['/v1/customers', '/v1/payment_intents']) {
  test(`D19, D20: whatever happens at ${path}, the payer hears of it in the envelope, and neither an intent nor a customer is made twice`, async () => {
    const salon = await openSalon({ ...opening })
    const { stripe, guest } = salon
    let index = 0
    for (const [name, fault] of Object.entries(troubles)) {
      const booking = await booked(salon, index++)
      const met = befalls(stripe, { ...fault, method: 'POST', path })
      const asking = guest.createIntent(booking)
      await met.reached
      // what failed when it was done is found by whoever looks: a customer at once, an intent at
      // the next try
      const requested = await asking
      if (requested.status !== 200) unavailable(requested)
      const again = await guest.createIntent(booking)
      if (again.status !== 200) unavailable(again)
      allIsWell(stripe)
      const intent = await guest.createIntent(booking)
      dataOf(intent)
      assert.equal(
        stripe.fake.paymentIntents(stripe.account).length,
        index,
        `the processor ${name}`,
      )
      assert.equal(stripe.fake.customers(stripe.account).length, index, `the processor ${name}`)
      stripe.pay(intent)
      assert.equal(dataOf(await confirms(salon, booking, intent)).estado, 'completado')
    }
  })
}

test('D24: whatever happens to a refund, the money goes back once, and within a minute of the processor being well again', async () => {
  const salon = await openSalon({ ...opening })
  const { stripe, guest } = salon
  let index = 0
  for (const [name, fault] of Object.entries(troubles)) {
    const booking = await booked(salon, index++)
    await paid(salon, booking)
    const met = befalls(stripe, { ...fault, method: 'POST', path: '/v1/refunds' })
    assert.deepEqual(dataOf(await guest.cancel(booking)).reembolso, {
      aplica: true,
      monto: 18,
      estado: 'pendiente',
    })
    await runJobs(salon)
    await met.reached
    secondsPass(salon, 15)
    await runJobs(salon)
    allIsWell(stripe)
    secondsPass(salon, 60)
    await runJobs(salon)
    const refunds = stripe.fake.refunds(stripe.account)
    assert.equal(refunds.length, index, `the processor ${name}`)
    assert.equal((await readsOf(salon, booking)).reembolso.estado, 'completado')
  }
})

test('D22: whatever keeps us from asking whether it was paid, the payer can ask again, and we do it ourselves', async () => {
  const salon = await openSalon({ ...opening })
  const { stripe, guest } = salon
  let index = 0
  for (const fault of Object.values(troubles)) {
    const booking = await booked(salon, index++)
    const intent = await guest.createIntent(booking)
    stripe.pay(intent)
    const met = befalls(stripe, { ...fault, method: 'GET', path: '/v1/payment_intents/*' })
    const asking = confirms(salon, booking, intent)
    await met.reached
    unavailable(await asking)
    allIsWell(stripe)
    if (index % 2) assert.equal(dataOf(await confirms(salon, booking, intent)).estado, 'completado')
    else {
      secondsPass(salon, 600)
      await runJobs(salon)
    }
    assert.equal((await readsOf(salon, booking)).pago.estado, 'completado')
  }
})

test('D14: a booking does not lapse while the processor cannot say whether it was paid, and keeps what was', async () => {
  const salon = await openSalon({ ...opening, settings: { requiresPrepayment: true } })
  const { stripe, guest } = salon
  const [lost, kept] = [await booked(salon, 0), await booked(salon, 1)]
  dataOf(await guest.createIntent(lost))
  const intent = await guest.createIntent(kept)
  await stripe.fake.down()
  secondsPass(salon, 900)
  await runJobs(salon)
  for (const booking of [lost, kept])
    assert.equal((await readsOf(salon, booking)).estado, 'pendiente')
  stripe.pay(intent)
  await stripe.fake.up()
  secondsPass(salon, 60)
  await runJobs(salon)
  assert.equal((await readsOf(salon, kept)).estado, 'confirmada')
  assert.equal((await readsOf(salon, lost)).estado, 'cancelada')
  assert.deepEqual(
    stripe.fake.paymentIntents(stripe.account).map(({ status }) => status),
    ['canceled', 'succeeded'],
  )
})

test('D24: a refund that the processor refuses has failed, and the salon is told', async () => {
  const salon = await openSalon({ ...opening })
  const booking = await booked(salon, 0)
  const intent = await paid(salon, booking)
  salon.stripe.fake.dispute(intent.data.payment_intent_id)
  await salon.guest.cancel(booking)
  await runJobs(salon)
  assert.equal((await readsOf(salon, booking)).reembolso.estado, 'fallido')
  const emails = await emailsTo(salon, 'hola@example.com')
  assert.deepEqual(
    emails.map(({ kind }) => kind),
    ['refund_failed'],
  )
})

test('D20: nobody waits for the processor with a transaction open', async () => {
  const salon = await openSalon({ ...opening, settings: { requiresPrepayment: true } })
  const { stripe, guest } = salon
  const [paid, lapsed] = [await booked(salon, 0), await booked(salon, 1)]
  const inputs = () => guest.createIntent(paid)
  dataOf(
    await holdsNoTransaction(stripe, { method: 'POST', path: '/v1/customers' }, () =>
      guest.createIntent(lapsed),
    ),
  )
  const intent = await holdsNoTransaction(
    stripe,
    { method: 'POST', path: '/v1/payment_intents' },
    inputs,
  )
  stripe.pay(intent)
  const reads = { method: 'GET', path: '/v1/payment_intents/*' }
  dataOf(await holdsNoTransaction(stripe, reads, () => confirms(salon, paid, intent)))
  dataOf(await guest.cancel(paid))
  await holdsNoTransaction(stripe, { method: 'POST', path: '/v1/refunds' }, () => runJobs(salon))
  secondsPass(salon, 900)
  await holdsNoTransaction(stripe, { method: 'POST', path: '/v1/payment_intents/*/cancel' }, () =>
    runJobs(salon),
  )
  assert.equal((await readsOf(salon, paid)).reembolso.estado, 'completado')
  assert.equal((await readsOf(salon, lapsed)).estado, 'cancelada')
})

/** The salon's clock goes on. */
const secondsPass = ({ clock }: TestSalon, seconds: number) =>
  clock.set(new Date(clock.now().getTime() + seconds * 1000))
