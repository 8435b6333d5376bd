import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { disconnectAccount } from '@silla/core'
import type { Fault } from '@silla/fake-stripe'
import { testApi } from '../support/api.ts'
import { assertError, dataOf } from '../support/assertions.ts'
import { testClock } from '../support/clock.ts'
import { testDatabase } from '../support/database.ts'
import { runJobs } from '../support/jobs.ts'
import {
  connectSalon,
  fakeStripe,
  limitProcessorCalls,
  testProcessors,
} from '../support/processor.ts'
import type { PayableBooking, TestSalon } from '../support/salon.ts'
import {
  attachedCards,
  bookWithCard,
  cardsOf,
  chargeFee,
  confirmCard,
  deposit,
  depositCents,
  feesOf,
  heldAtProcessor,
  missVisit,
  openCardSalon,
  requestCard,
  requestDeposit,
  saveCard,
  settleAll,
  termsOf,
  waiveFee,
} from '../support/saved-cards.ts'

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
  'never responds': { kind: 'silence', times },
  'breaks the connection before the effect': { kind: 'reset', when: 'before', times },
  'breaks the connection after the effect': { kind: 'reset', when: 'after', times },
  'is behind a proxy that fails after the effect': { kind: 'html', when: 'after', times },
  'limits the rate': { kind: 'rate_limit', times },
  'fails before the effect': { kind: 'error', when: 'before', times },
  'fails after the effect': { kind: 'error', when: 'after', times },
}

/** The jobs again until they find the processor in order. */
async function recover(salon: TestSalon): Promise<void> {
  clearFaults(salon.stripe)
  for (const minutes of [1, 5, 30]) {
    salon.clock.set(new Date(salon.clock.now().getTime() + minutes * 60_000))
    await runJobs(salon, { again: true })
  }
  await settleAll(salon)
}

for (const [name, fault] of Object.entries(faults)) {
  test(`a fee is charged exactly once when the processor ${name}`, async () => {
    const salon = await openCardSalon()
    const booking = await missVisit(salon)
    dataOf(await chargeFee(salon, booking))
    injectFault(salon.stripe, { ...fault, method: 'POST', path: '/v1/payment_intents' })
    await runJobs(salon, { mayFail: true })
    assert.notDeepEqual(await feesOf(salon, booking), [['failed', 'failed', 0]])
    await recover(salon)
    assert.deepEqual(await feesOf(salon, booking), [['charged', 'completed', 1850]])
    assert.equal(salon.stripe.fake.paymentIntents(salon.stripe.account).length, 1)
    assert.equal(heldAtProcessor(salon), 1850)
  })

  test(`a card is saved once when the processor ${name}`, async () => {
    const salon = await openCardSalon()
    const booking = await bookWithCard(salon)
    injectFault(salon.stripe, { ...fault, method: 'POST', path: '/v1/setup_intents' })
    const first = await requestCard(salon, booking)
    // after a failure that has had its effect the setup is searched for
    if (first.status !== 200) assertError(first, 'PROCESSOR_UNAVAILABLE')
    clearFaults(salon.stripe)
    const { setup_intent_id: setup } = dataOf(await requestCard(salon, booking))
    salon.stripe.fake.saveCard(setup)
    assert.equal(dataOf(await confirmCard(salon, booking, setup)).estado, 'guardada')
    assert.equal(salon.stripe.fake.setupIntents(salon.stripe.account).length, 1)
  })
}

test('a fee that was waived while its charge was under way is refunded', async () => {
  const salon = await openCardSalon()
  const booking = await missVisit(salon)
  dataOf(await chargeFee(salon, booking))
  const fault = { method: 'POST', path: '/v1/payment_intents' }
  injectFault(salon.stripe, { kind: 'reset', when: 'after', times, ...fault })
  await runJobs(salon, { mayFail: true })
  assert.equal(heldAtProcessor(salon), 1850, 'charged, and the response was lost')
  dataOf(await waiveFee(salon, booking))
  await recover(salon)
  assert.deepEqual(await feesOf(salon, booking), [['waived', 'refunded', 1850]])
  assert.equal(heldAtProcessor(salon), 0)
})

test('of two who charge a fee at once one does, and of a charge and a waiver nothing stays', async () => {
  const salon = await openCardSalon()
  const booking = await missVisit(salon)
  const answers = await Promise.all([chargeFee(salon, booking), chargeFee(salon, booking)])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400])
  const [waived] = await Promise.all([waiveFee(salon, booking), runJobs(salon)])
  dataOf(waived)
  await recover(salon)
  assert.equal((await feesOf(salon, booking))[0]?.[0], 'waived')
  assert.equal(heldAtProcessor(salon), 0)
})

for (const isCharged of [false, true])
  test(`a worker that was killed ${isCharged ? 'after' : 'before'} the processor had charged a fee charges it once`, async () => {
    const salon = await openCardSalon()
    const booking = await missVisit(salon)
    dataOf(await chargeFee(salon, booking))
    // what a killed worker leaves: its lease, and perhaps what the processor has done meanwhile
    const { witness } = await testDatabase()
    const [payment] = await witness<{ id: number; processorKey: string }[]>`
      update payments set lease_until = ${new Date(salon.clock.now().getTime() + 30_000)}
      where business_id = ${salon.businessId} returning id, processor_key`
    const [card] = await witness<{ cardRef: string; customerRef: string }[]>`
      select card_ref, customer_ref from saved_cards where business_id = ${salon.businessId}`
    assert.ok(payment && card)
    if (isCharged)
      await testProcessors('test')?.chargeCard({
        ...{ account: salon.stripe.account, businessId: salon.businessId, paymentId: payment.id },
        ...{ key: payment.processorKey, ...card, amountCents: 1850, currency: 'EUR', feeCents: 0 },
        ...{ description: salon.slug, budget: { remainingMilliseconds: () => 5000 } },
      })
    await runJobs(salon, { mayFail: true })
    assert.equal((await feesOf(salon, booking))[0]?.[0], 'requested', 'it waits for the lease')
    await recover(salon)
    assert.deepEqual(await feesOf(salon, booking), [['charged', 'completed', 1850]])
    assert.equal(salon.stripe.fake.paymentIntents(salon.stripe.account).length, 1)
    assert.equal(heldAtProcessor(salon), 1850)
  })

test('a fee with a link that the processor has forgotten fails, and another one can be charged', async () => {
  const salon = await openCardSalon()
  const booking = await missVisit(salon, '4000002760003184')
  dataOf(await chargeFee(salon, booking))
  await runJobs(salon)
  salon.stripe.fake.deleteTestData(salon.stripe.account)
  assertError(await salon.guest.createIntent(booking, { amount: 1850 }), 'CANNOT_PAY')
  await recover(salon)
  assert.deepEqual(await feesOf(salon, booking), [['failed', 'cancelled', 0]])
  // its card is gone as well
  dataOf(await chargeFee(salon, booking))
  await recover(salon)
  assert.equal((await feesOf(salon, booking)).at(-1)?.[0], 'failed')
  assert.equal(heldAtProcessor(salon), 0)
})

for (const [name, fault] of Object.entries(faults))
  test(`a deposit is paid once when the processor ${name}`, async () => {
    const salon = await openCardSalon({ deposit })
    const booking = await bookWithCard(salon)
    injectFault(salon.stripe, { ...fault, method: 'POST', path: '/v1/payment_intents' })
    const first = await requestDeposit(salon, booking)
    if (first.status !== 200) assertError(first, 'PROCESSOR_UNAVAILABLE')
    clearFaults(salon.stripe)
    const intent = await requestDeposit(salon, booking)
    salon.stripe.pay(intent)
    injectFault(salon.stripe, { ...fault, method: 'GET', path: '/v1/payment_intents' })
    const confirmed = await salon.guest.confirmPayment(intent, booking)
    if (confirmed.status !== 200) assertError(confirmed, 'PROCESSOR_UNAVAILABLE')
    clearFaults(salon.stripe)
    await settleAll(salon)
    assert.equal(salon.stripe.fake.paymentIntents(salon.stripe.account).length, 1)
    assert.equal(heldAtProcessor(salon), depositCents)
    const detail = dataOf(await salon.guest.get(`/reservas/codigo/${booking.codigo}/`))
    assert.deepEqual([detail.estado, detail.resto], ['confirmada', 12.95])
  })

test('events about a fee in any order, twice and before the answer change nothing', async () => {
  for (const order of ['in order', 'backwards'] as const) {
    const salon = await openCardSalon()
    const booking = await missVisit(salon, '4000002760003184')
    dataOf(await chargeFee(salon, booking))
    await runJobs(salon)
    const intent = await salon.guest.createIntent(booking, { amount: 1850 })
    const { fake } = salon.stripe
    fake.webhooks.duplicate(9)
    fake.pay(dataOf(intent).client_secret)
    await fake.webhooks.release(order)
    fake.webhooks.hold()
    await recover(salon)
    assert.deepEqual(await feesOf(salon, booking), [['charged', 'completed', 1850]], order)
    assert.equal(heldAtProcessor(salon), 1850)
  }
})

test('a fee that the customer has paid with the link is charged without any event', async () => {
  const salon = await openCardSalon()
  const booking = await missVisit(salon, '4000002760003184')
  dataOf(await chargeFee(salon, booking))
  await runJobs(salon)
  const intent = await salon.guest.createIntent(booking, { amount: 1850 })
  salon.stripe.fake.pay(dataOf(intent).client_secret)
  for (const minutes of [1, 5, 10]) {
    salon.clock.set(new Date(salon.clock.now().getTime() + minutes * 60_000))
    await runJobs(salon)
  }
  assert.deepEqual(await feesOf(salon, booking), [['charged', 'completed', 1850]])
})

test('an account that was disconnected after the booking is charged no fee', async () => {
  const salon = await openCardSalon()
  const booking = await missVisit(salon)
  dataOf(await chargeFee(salon, booking))
  salon.stripe.fake.deauthorize(salon.stripe.account)
  await recover(salon)
  assert.equal((await feesOf(salon, booking))[0]?.[0], 'failed')
  assertError(await chargeFee(salon, booking), 'PROCESSOR_NOT_CONFIGURED')
  assert.equal(heldAtProcessor(salon), 0)
})

test('a card that was being left is given up at the account that the salon has replaced', async () => {
  const salon = await openCardSalon()
  const { fake, account: former } = salon.stripe
  const open = await bookWithCard(salon)
  dataOf(await requestCard(salon, open))
  const saved = await bookWithCard(salon, { time: '12:00', email: 'marta@example.com' })
  const { setup_intent_id: setup } = dataOf(await requestCard(salon, saved))
  fake.saveCard(setup)

  await disconnectAccount((await testDatabase()).admin, salon.slug, salon.clock)
  const { account } = await connectSalon({
    ...{ slug: salon.slug, clock: salon.clock, apiUrl: (await testApi()).url },
  })
  for (const booking of [open, saved]) {
    await saveCard(salon, booking)
    const states = (await cardsOf(salon, booking)).map(([state]) => state)
    assert.deepEqual(states.toSorted(), ['expired', 'saved'])
  }
  await recover(salon)
  const statuses = fake.setupIntents(former).map(({ status }) => status)
  assert.deepEqual(statuses.toSorted(), ['canceled', 'succeeded'])
  const attached = (of: string) =>
    fake.paymentMethods(of).filter(({ customer }) => customer !== null).length
  assert.deepEqual([attached(former), attached(account)], [0, 2])
})

/** How a booking stops to wait for its card. */
const endings: Record<string, (salon: TestSalon, booking: PayableBooking) => Promise<unknown>> = {
  'its customer has cancelled': async (salon, booking) => dataOf(await salon.guest.cancel(booking)),
  'the salon has cancelled': async (salon, { id }) =>
    dataOf(await salon.backend.post(`/reservas/${id}/cancelar/`, {})),
  'the salon has confirmed by hand': async (salon, { id }) =>
    dataOf(await salon.backend.post(`/reservas/${id}/confirmar/`, {})),
}

/** Nothing is attached, no card can be left any more, and our books say the same. */
async function assertCardClosed(salon: TestSalon, booking: PayableBooking, state: string) {
  const { fake, account } = salon.stripe
  assert.equal(attachedCards(salon), 0, 'the card is detached')
  const open = fake
    .setupIntents(account)
    .filter(({ status }) => status !== 'succeeded' && status !== 'canceled')
  assert.deepEqual(open, [], 'no card can be left')
  assert.deepEqual(
    (await cardsOf(salon, booking)).map(([each]) => each),
    [state],
  )
}

for (const [name, end] of Object.entries(endings)) {
  test(`a card of a booking that ${name} is detached when it was saved before and no event came`, async () => {
    const salon = await openCardSalon()
    const booking = await bookWithCard(salon)
    const { setup_intent_id: setup } = dataOf(await requestCard(salon, booking))
    salon.stripe.fake.webhooks.drop(9)
    salon.stripe.fake.saveCard(setup)
    await end(salon, booking)
    await runJobs(salon)
    await assertCardClosed(salon, booking, 'retired')
    assertError(await confirmCard(salon, booking, setup), 'CARD_NOT_SAVED')
  })

  test(`a card of a booking that ${name} cannot be saved afterwards`, async () => {
    const salon = await openCardSalon()
    const booking = await bookWithCard(salon)
    const { setup_intent_id: setup } = dataOf(await requestCard(salon, booking))
    const cancel = { method: 'POST', path: '/v1/setup_intents/*/cancel' }
    injectFault(salon.stripe, { kind: 'reset', when: 'before', times, ...cancel })
    await end(salon, booking)
    await runJobs(salon, { mayFail: true })
    assert.deepEqual(await cardsOf(salon, booking), [['pending', '']], 'it waits for the processor')
    await recover(salon)
    assert.throws(() => salon.stripe.fake.saveCard(setup), { message: /canceled/ })
    await assertCardClosed(salon, booking, 'expired')
  })

  test(`a card of a booking that ${name} is closed whose setup the processor has forgotten`, async () => {
    const salon = await openCardSalon()
    const booking = await bookWithCard(salon)
    dataOf(await requestCard(salon, booking))
    salon.stripe.fake.deleteTestData(salon.stripe.account)
    await end(salon, booking)
    await runJobs(salon)
    await assertCardClosed(salon, booking, 'expired')
  })

  test(`a card of a booking that ${name} is not left by a request that was under way`, async () => {
    const salon = await openCardSalon()
    const booking = await bookWithCard(salon)
    const { version } = await termsOf(salon, booking)
    const creation = { method: 'POST', path: '/v1/setup_intents' }
    const { fake, account } = salon.stripe
    const held = fake.fault({ kind: 'hold', when: 'after', account, ...creation })
    const answer = requestCard(salon, booking, version)
    await held.reached
    await end(salon, booking)
    await runJobs(salon)
    held.release()
    assertError(await answer, 'CANNOT_PAY')
    await settleAll(salon)
    await assertCardClosed(salon, booking, 'expired')
  })
}

test('a card that was requested while its booking expired is detached', async () => {
  const salon = await openCardSalon()
  const booking = await bookWithCard(salon)
  dataOf(await requestCard(salon, booking))
  const cancel = { method: 'POST', path: '/v1/setup_intents/*/cancel' }
  const { fake, account } = salon.stripe
  const held = fake.fault({ kind: 'hold', when: 'after', account, ...cancel })
  salon.clock.set(new Date(salon.clock.now().getTime() + 16 * 60_000))
  const expiry = runJobs(salon)
  await held.reached
  // the processor has cancelled the first setup, which this request finds, and the next one replaces
  assertError(await requestCard(salon, booking), 'CANNOT_PAY')
  const { setup_intent_id: setup } = dataOf(await requestCard(salon, booking))
  salon.stripe.fake.webhooks.drop(9)
  salon.stripe.fake.saveCard(setup)
  held.release()
  await expiry
  const detail = dataOf(await salon.guest.get(`/reservas/codigo/${booking.codigo}/`))
  assert.equal(detail.estado, 'cancelada')
  assert.equal(attachedCards(salon), 0)
  assert.deepEqual(
    (await cardsOf(salon, booking)).map(([state]) => state),
    ['expired', 'retired'],
  )
})

test('a setup that the processor has forgotten ends, and its booking expires', async () => {
  const salon = await openCardSalon()
  const booking = await bookWithCard(salon)
  const { setup_intent_id: setup } = dataOf(await requestCard(salon, booking))
  salon.stripe.fake.deleteTestData(salon.stripe.account)
  assertError(await confirmCard(salon, booking, setup), 'CARD_NOT_SAVED')
  salon.clock.set(new Date(salon.clock.now().getTime() + 16 * 60_000))
  await runJobs(salon)
  const detail = dataOf(await salon.guest.get(`/reservas/codigo/${booking.codigo}/`))
  assert.equal(detail.estado, 'cancelada')
})

test('a card can be left after the processor has forgotten its setup, and its customer', async () => {
  const salon = await openCardSalon()
  const { fake, account } = salon.stripe
  const booking = await bookWithCard(salon)
  const { setup_intent_id: forgotten } = dataOf(await requestCard(salon, booking))
  fake.deleteTestData(account)
  const { setup_intent_id: setup } = dataOf(await requestCard(salon, booking))
  assert.notEqual(setup, forgotten)
  fake.saveCard(setup)
  assert.equal(dataOf(await confirmCard(salon, booking, setup)).estado, 'guardada')
  assert.equal(fake.setupIntents(account).length, 1)
})

test('a card that was refused because of the account can be left when the account may charge again', async () => {
  const salon = await openCardSalon()
  const { fake, account } = salon.stripe
  const booking = await bookWithCard(salon)
  fake.setCardPayments(account, 'restricted')
  assertError(await requestCard(salon, booking), 'PROCESSOR_NOT_CONFIGURED')
  fake.setCardPayments(account, 'active')
  await settleAll(salon)
  const { setup_intent_id: setup } = dataOf(await requestCard(salon, booking))
  fake.saveCard(setup)
  assert.equal(dataOf(await confirmCard(salon, booking, setup)).estado, 'guardada')
})

test('a card is detached although the processor failed, and only once its fee is decided', async () => {
  const salon = await openCardSalon()
  const booking = await bookWithCard(salon)
  await saveCard(salon, booking)
  const detach = { method: 'POST', path: '/v1/payment_methods/*/detach' }
  injectFault(salon.stripe, { kind: 'reset', when: 'before', times, ...detach })
  salon.setTime('2030-03-21T09:00')
  await runJobs(salon, { mayFail: true })
  assert.equal(attachedCards(salon), 1)
  await recover(salon)
  assert.equal(attachedCards(salon), 0)
})
