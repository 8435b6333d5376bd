import assert from 'node:assert/strict'
import { test } from 'node:test'
import { permutationsOf } from '../../payments/orders.ts'
import { assertError, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { runJobs } from '../../support/jobs.ts'
import type { PayableBooking, TestSalon } from '../../support/salon.ts'
import {
  attachedCards,
  bookWithCard,
  cardsOf,
  changePrice,
  chargeFee,
  deposit,
  depositCents,
  feesOf,
  heldAtProcessor,
  openCardSalon,
  payDeposit,
  requestCard,
  requestDeposit,
  settleAll,
  termsOf,
} from '../../support/saved-cards.ts'

// A salon that wants a deposit and a card: one payment for both (D47). A visit costs 18.50, its deposit is
// 5.55, and up to 18.50 or 9.25 may be charged, the deposit included.

const openDepositSalon = (settings: Parameters<typeof openCardSalon>[0] = {}) =>
  openCardSalon({ deposit, ...settings })

const detailOf = async (salon: TestSalon, { codigo }: Pick<PayableBooking, 'codigo'>) =>
  dataOf(await salon.guest.get(`/reservas/codigo/${codigo}/`))

const previewOf = async (salon: TestSalon, { id, codigo }: PayableBooking) =>
  dataOf(await salon.guest.get(`/reservas/${id}/cancelacion/`, { 'x-reserva-codigo': codigo }))

const noShow = async (salon: TestSalon, { id }: PayableBooking) =>
  dataOf(await salon.backend.post(`/reservas/${id}/no-show/`, {}))

test('D47: a deposit and a card are one payment, which confirms the booking and saves the card', async () => {
  const salon = await openDepositSalon()
  const { fake, account } = salon.stripe
  const held = dataOf(
    await salon.guest.post('/retenciones/', {
      ...{ servicio_ids: [salon.id('Corte')], peluquero_id: salon.id('Ana') },
      ...{ fecha: '2030-03-06', hora_inicio: '16:00' },
    }),
    201,
  )
  const garantia = { no_show: 18.5, cancelacion_tardia: 9.25 }
  assert.deepEqual([held.senal, held.a_pagar_ahora, held.garantia], [5.55, 555, garantia])
  const booking = await bookWithCard(salon)
  const { texto, version } = await termsOf(salon, booking)
  assert.match(texto, /La señal de 5,55\s€ que pago ahora cuenta para ello/)

  for (const condiciones of [undefined, 'x'])
    assertError(await requestDeposit(salon, booking, { condiciones }), 'POLICY_CHANGED')
  assertError(await requestDeposit(salon, booking, { amount: 1850 }), 'AMOUNT_MISMATCH')
  // no card without the deposit
  assertError(await requestCard(salon, booking), 'CANNOT_PAY')
  assert.equal(fake.paymentIntents(account).length, 0)

  const intent = await requestDeposit(salon, booking)
  const again = await requestDeposit(salon, booking)
  assert.equal(dataOf(again).payment_intent_id, dataOf(intent).payment_intent_id)
  const [requested] = fake.paymentIntents(account)
  assert.deepEqual(
    [requested?.amount, requested?.setup_future_usage, requested?.allowed_payment_method_types],
    [depositCents, 'off_session', ['card']],
  )
  const { codigo } = booking
  salon.stripe.pay(intent, '4000000000000002')
  assertError(await salon.guest.confirmPayment(intent, { codigo }), 'CARD_DECLINED')
  assert.deepEqual(await cardsOf(salon, booking), [['pending', '']])
  salon.stripe.pay(intent)
  assert.equal(dataOf(await salon.guest.confirmPayment(intent, { codigo })).estado, 'completado')

  assert.deepEqual(await cardsOf(salon, booking), [['saved', '4242']])
  const detail = await detailOf(salon, booking)
  assert.deepEqual(
    [detail.estado, detail.senal, detail.resto, detail.pagos.map((each: Pago) => each.concepto)],
    ['confirmada', 5.55, 12.95, ['senal']],
  )
  await settleAll(salon)
  assert.equal(attachedCards(salon), 1)
  assert.equal(fake.setupIntents(account).length, 0)
  assert.equal(heldAtProcessor(salon), depositCents)
  const { witness } = await testDatabase()
  const [consent] = await witness`
    select version, body, no_show_cents, late_cancel_cents from card_consents
    where business_id = ${salon.businessId}`
  assert.deepEqual(
    { ...consent },
    { version, body: texto, noShowCents: 1850, lateCancelCents: 925 },
  )
  // it is paid
  assertError(await requestDeposit(salon, booking), 'BOOKING_ALREADY_PAID')
})

interface Pago {
  concepto: string
}

test('D47: in whichever order the payment becomes known, its card is saved once', async () => {
  const salon = await openDepositSalon()
  salon.stripe.fake.webhooks.hold()
  const ways = {
    confirm: (booking: PayableBooking, intent: Awaited<ReturnType<typeof requestDeposit>>) =>
      salon.guest.confirmPayment(intent, { codigo: booking.codigo }),
    event: () => salon.stripe.deliverWebhooks(),
    jobs: () => runJobs(salon),
  }
  const orders = permutationsOf(Object.values(ways))
  // without an event, and with nothing but it
  const all = [...orders, [ways.event], [ways.confirm]]
  for (const [index, order] of all.entries()) {
    const booking = await bookWithCard(salon, {
      ...{ time: `${10 + index}:00`, email: `order-${index}@example.com` },
    })
    const intent = await requestDeposit(salon, booking)
    salon.stripe.pay(intent)
    for (const step of order) await step(booking, intent)
    assert.equal((await detailOf(salon, booking)).estado, 'confirmada', `order ${index}`)
    await runJobs(salon)
    assert.deepEqual(await cardsOf(salon, booking), [['saved', '4242']], `order ${index}`)
  }
  await settleAll(salon)
  assert.equal(attachedCards(salon), all.length)
  assert.equal(heldAtProcessor(salon), all.length * depositCents)
})

test('D47: the bank authenticates the customer, and the card counts when it has', async () => {
  const salon = await openDepositSalon()
  const booking = await bookWithCard(salon)
  const intent = await requestDeposit(salon, booking)
  salon.stripe.pay(intent, '4000002500003155')
  const { codigo } = booking
  assertError(await salon.guest.confirmPayment(intent, { codigo }), 'PAYMENT_NOT_COMPLETED')
  assert.deepEqual(await cardsOf(salon, booking), [['pending', '']])
  salon.stripe.fake.settle(dataOf(intent).payment_intent_id)
  dataOf(await salon.guest.confirmPayment(intent, { codigo }))
  assert.equal((await cardsOf(salon, booking))[0]?.[0], 'saved')
})

test('D47: a deposit that is in processing when its booking would expire keeps its card', async () => {
  const salon = await openDepositSalon()
  const booking = await bookWithCard(salon)
  const intent = await requestDeposit(salon, booking)
  salon.stripe.pay(intent, 'processing')
  salon.clock.set(new Date(salon.clock.now().getTime() + 16 * 60_000))
  await runJobs(salon)
  assert.deepEqual(await cardsOf(salon, booking), [['pending', '']])
  salon.stripe.fake.settle(dataOf(intent).payment_intent_id)
  await settleAll(salon)
  assert.equal((await detailOf(salon, booking)).estado, 'confirmada')
  assert.equal((await cardsOf(salon, booking))[0]?.[0], 'saved')
  assert.equal(attachedCards(salon), 1)
})

test('D47: a card whose deposit was not paid ends with its booking, and one that is paid too late is detached', async () => {
  const salon = await openDepositSalon()
  const unpaid = await bookWithCard(salon)
  const late = await bookWithCard(salon, { time: '12:00', email: 'marta@example.com' })
  await requestDeposit(salon, unpaid)
  const intent = await requestDeposit(salon, late)
  salon.stripe.fake.webhooks.drop(9)
  salon.stripe.pay(intent)
  for (const booking of [unpaid, late]) dataOf(await salon.guest.cancel(booking))
  await settleAll(salon)
  assert.deepEqual(await cardsOf(salon, unpaid), [['expired', '']])
  assert.equal((await cardsOf(salon, late))[0]?.[0], 'retired')
  assert.equal(attachedCards(salon), 0)
  assert.equal(heldAtProcessor(salon), 0)
})

test('D51: a fee is at most what the customer agreed to, less the deposit that is kept', async () => {
  const salon = await openDepositSalon()
  const missed = await bookWithCard(salon)
  const late = await bookWithCard(salon, { time: '12:00', email: 'marta@example.com' })
  const inTime = await bookWithCard(salon, { time: '14:00', email: 'nora@example.com' })
  for (const booking of [missed, late, inTime]) await payDeposit(salon, booking)

  const early = await previewOf(salon, inTime)
  assert.deepEqual([early.reembolso.monto, early.cargo_posible], [5.55, 0])
  dataOf(await salon.guest.cancel(inTime))
  assertError(await chargeFee(salon, inTime, { motivo: 'cancelacion_tardia' }), 'FEE_NOT_ALLOWED')

  salon.setTime('2030-03-05T13:00')
  const preview = await previewOf(salon, late)
  assert.deepEqual([preview.puede, preview.reembolso.monto, preview.cargo_posible], [true, 0, 3.7])
  dataOf(await salon.guest.cancel(late))
  const tooMuch = { motivo: 'cancelacion_tardia', monto: 3.71 }
  assertError(await chargeFee(salon, late, tooMuch), 'AMOUNT_MISMATCH')
  const lateFee = dataOf(await chargeFee(salon, late, { motivo: 'cancelacion_tardia' }))
  assert.equal(lateFee.monto, 3.7)

  salon.setTime('2030-03-06T11:00')
  await noShow(salon, missed)
  assert.equal(dataOf(await chargeFee(salon, missed)).monto, 12.95)
  await settleAll(salon)
  assert.deepEqual(await feesOf(salon, missed), [['charged', 'completed', 1295]])
  assert.deepEqual(await feesOf(salon, late), [['charged', 'completed', 370]])
  assert.equal(heldAtProcessor(salon), 1850 + 925)
})

test('D48, D51: what a refund of the deposit leaves unpaid can be charged, as the preview says', async () => {
  const salon = await openDepositSalon()
  const booking = await bookWithCard(salon)
  await payDeposit(salon, booking)
  dataOf(await salon.backend.post(`/reservas/${booking.id}/reembolsar/`, { monto: 2 }))
  await settleAll(salon)
  salon.setTime('2030-03-05T13:00')
  assert.equal((await previewOf(salon, booking)).cargo_posible, 5.7)
  dataOf(await salon.guest.cancel(booking))
  assert.equal(dataOf(await chargeFee(salon, booking, { motivo: 'cancelacion_tardia' })).monto, 5.7)
})

test('D47: a deposit that comes too late goes back, and its card is detached', async () => {
  const salon = await openDepositSalon()
  const { fake } = salon.stripe
  const booking = await bookWithCard(salon)
  const intent = await requestDeposit(salon, booking)
  fake.webhooks.hold()
  dataOf(await salon.guest.cancel(booking))
  // before the worker has closed it
  salon.stripe.pay(intent)
  await settleAll(salon)
  assert.equal((await cardsOf(salon, booking))[0]?.[0], 'retired')
  assert.deepEqual([attachedCards(salon), heldAtProcessor(salon)], [0, 0])

  // never paid: the time is free again, and there is no card
  const forgotten = await bookWithCard(salon, { time: '12:00', email: 'marta@example.com' })
  const unpaid = await requestDeposit(salon, forgotten)
  salon.setTime('2030-03-04T08:16')
  await runJobs(salon)
  assert.equal((await detailOf(salon, forgotten)).estado, 'cancelada')
  assert.deepEqual(await cardsOf(salon, forgotten), [['expired', '']])
  assert.throws(() => salon.stripe.pay(unpaid), { message: /canceled/ })

  // paid at the last moment: the expiry sees it first
  const last = await bookWithCard(salon, { time: '13:00', email: 'nora@example.com' })
  salon.stripe.pay(await requestDeposit(salon, last))
  salon.setTime('2030-03-04T08:33')
  await runJobs(salon)
  assert.equal((await detailOf(salon, last)).estado, 'confirmada')
  assert.deepEqual(await cardsOf(salon, last), [['saved', '4242']])
})

test('D47: the deposit counts also when its card ends before the visit, and that card is not kept', async () => {
  const salon = await openDepositSalon()
  const booking = await bookWithCard(salon)
  const intent = await requestDeposit(salon, booking)
  salon.stripe.fake.pay(dataOf(intent).payment_intent_id, undefined, { month: 2, year: 2030 })
  dataOf(await salon.guest.confirmPayment(intent, { codigo: booking.codigo }))
  await settleAll(salon)
  assert.equal((await detailOf(salon, booking)).estado, 'confirmada')
  assert.equal((await cardsOf(salon, booking))[0]?.[0], 'retired')
  assert.equal(attachedCards(salon), 0)
  salon.setTime('2030-03-05T13:00')
  assert.equal((await previewOf(salon, booking)).cargo_posible, 0)
  salon.setTime('2030-03-06T11:00')
  await noShow(salon, booking)
  assertError(await chargeFee(salon, booking), 'CARD_NOT_SAVED')
  assert.equal(heldAtProcessor(salon), depositCents)
})

test('D47: an intent that the processor has forgotten is replaced, and only the card that counts is kept', async () => {
  const salon = await openDepositSalon()
  const { fake, account } = salon.stripe
  const booking = await bookWithCard(salon)
  const first = dataOf(await requestDeposit(salon, booking)).payment_intent_id
  const missing = JSON.stringify({
    error: { type: 'invalid_request_error', code: 'resource_missing' },
  })
  fake.fault({
    ...{ kind: 'response', method: 'GET', path: `/v1/payment_intents/${first}` },
    ...{ status: 404, body: missing },
  })
  const second = await requestDeposit(salon, booking)
  assert.notEqual(dataOf(second).payment_intent_id, first)
  salon.stripe.pay(second)
  dataOf(await salon.guest.confirmPayment(second, { codigo: booking.codigo }))
  // it was there after all, and its customer pays in another tab
  fake.pay(first)
  await settleAll(salon)
  await settleAll(salon)
  assert.deepEqual(await cardsOf(salon, booking), [['saved', '4242']])
  assert.deepEqual([attachedCards(salon), heldAtProcessor(salon)], [1, depositCents])
  const { witness } = await testDatabase()
  const [card] = await witness<{ cardRef: string }[]>`
    select card_ref from saved_cards where business_id = ${salon.businessId}`
  const kept = fake.paymentMethods(account).find(({ customer }) => customer !== null)
  assert.equal(card?.cardRef, kept?.id)
})

test('D19, D47: with the processor failing there is one payment, one consent and one card', async () => {
  const salon = await openDepositSalon()
  const { fake, account } = salon.stripe
  const path = '/v1/payment_intents'
  const faults = [
    { kind: 'reset', when: 'before' },
    { kind: 'reset', when: 'after' },
    { kind: 'error', when: 'before' },
    { kind: 'error', when: 'after' },
    { kind: 'html', when: 'after' },
  ] as const
  for (const [index, fault] of faults.entries()) {
    const booking = await bookWithCard(salon, {
      ...{ time: `${10 + index}:00`, email: `fault-${index}@example.com` },
    })
    fake.fault({ ...fault, method: 'POST', path, times: 1 })
    await requestDeposit(salon, booking)
    await payDeposit(salon, booking)
    assert.deepEqual(await cardsOf(salon, booking), [['saved', '4242']], JSON.stringify(fault))
  }
  await settleAll(salon)
  const paid = fake.paymentIntents(account).filter(({ status }) => status === 'succeeded')
  assert.deepEqual([paid.length, fake.paymentIntents(account).length], [5, 5])
  assert.equal(attachedCards(salon), 5)
})

test('D12, D47: erasing the customer ends the payment and detaches the card, at each state', async () => {
  const salon = await openDepositSalon()
  const { fake, account } = salon.stripe
  const states: Record<string, (booking: PayableBooking) => Promise<unknown>> = {
    requested: (booking) => requestDeposit(salon, booking),
    'paid, and not known yet': async (booking) =>
      salon.stripe.pay(await requestDeposit(salon, booking)),
    saved: (booking) => payDeposit(salon, booking),
  }
  for (const [index, [state, reach]] of Object.entries(states).entries()) {
    const email = `person-${index}@example.com`
    const booking = await bookWithCard(salon, { time: `1${index}:00`, email })
    fake.webhooks.hold()
    await reach(booking)
    const customer = await salon.customer({ nombre: 'Lucía Prado', email })
    dataOf(await customer.delete('/cliente/perfil/'))
    await settleAll(salon)
    await settleAll(salon)
    assert.deepEqual([attachedCards(salon), heldAtProcessor(salon)], [0, 0], state)
    assert.deepEqual(await cardsOf(salon, booking), [['retired', '']], state)
    const open = fake.paymentIntents(account).filter(({ status }) => /^requires/.test(status))
    assert.deepEqual(open, [], state)
  }
})

test('D47: terms that change while the page is open have to be read again', async () => {
  const salon = await openDepositSalon()
  const booking = await bookWithCard(salon)
  const { version: condiciones } = await termsOf(salon, booking)
  const first = dataOf(await requestDeposit(salon, booking)).payment_intent_id
  dataOf(
    await salon.backend.post(`/reservas/${booking.id}/reprogramar/`, {
      ...{ fecha: '2030-03-07', hora_inicio: '10:00', por_negocio: true },
    }),
  )
  assertError(await requestDeposit(salon, booking, { condiciones }), 'POLICY_CHANGED')
  const second = await requestDeposit(salon, booking)
  assert.equal(dataOf(second).payment_intent_id, first, 'the amount is the same')
  salon.stripe.pay(second)
  dataOf(await salon.guest.confirmPayment(second, { codigo: booking.codigo }))
  salon.setTime('2030-03-07T11:00')
  await noShow(salon, booking)
  assert.equal(dataOf(await chargeFee(salon, booking)).monto, 12.95)
  // 14 days after the visit the card goes
  salon.setTime('2030-03-21T10:01')
  await settleAll(salon)
  assert.deepEqual((await cardsOf(salon, booking))[0]?.[0], 'retired')
  assert.equal(attachedCards(salon), 0)
})

test('D54: of a price that the salon lowers the deposit is less, and its terms and what is left to charge follow', async () => {
  const salon = await openDepositSalon()
  const booking = await bookWithCard(salon)
  await changePrice(salon, booking, 3)
  const unpaid = await detailOf(salon, booking)
  assert.deepEqual([unpaid.total, unpaid.senal, unpaid.a_pagar_ahora], [3, 3, 300])
  assert.match((await termsOf(salon, booking)).texto, /La señal de 3,00\s€ que pago ahora cuenta/)

  const intent = await requestDeposit(salon, booking, { amount: 300 })
  salon.stripe.pay(intent)
  dataOf(await salon.guest.confirmPayment(intent, { codigo: booking.codigo }))
  await changePrice(salon, booking, 18.5)
  const paid = await detailOf(salon, booking)
  assert.deepEqual([paid.senal, paid.resto], [3, 15.5])
  salon.setTime('2030-03-06T11:00')
  await noShow(salon, booking)
  assert.equal(dataOf(await chargeFee(salon, booking)).monto, 15.5)
})

test('D47: a booking that the salon has confirmed before its deposit is paid is without a card', async () => {
  const salon = await openDepositSalon()
  const booking = await bookWithCard(salon)
  assert.equal((await detailOf(salon, booking)).garantia.con_tarjeta, true)
  dataOf(await salon.backend.post(`/reservas/${booking.id}/confirmar/`, {}))
  assert.equal((await detailOf(salon, booking)).garantia.con_tarjeta, false)
})
