import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { openSalon } from '../../support/salon.ts'

const lucia = { nombre: 'Lucía Prado', email: 'lucia@example.com' }
const declined = '4000000000009995'

test('D20, D21: an intent is created on the salon’s account for the amount due, with the application fee', async () => {
  const salon = await openSalon({ payments: { feeBasisPoints: 250 } })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const requested = dataOf(await salon.guest.createIntent(booking))
  const { account, fake } = salon.stripe
  const [intent] = fake.paymentIntents(account)
  const [customer] = fake.customers(account)
  assert.deepEqual(requested, {
    client_secret: intent?.client_secret,
    payment_intent_id: intent?.id,
    amount: 1800,
    currency: 'eur',
    processor_publishable_key: fake.publishableKey,
    processor_account_id: account,
    customer_id: customer?.id,
  })
  assert.equal(intent?.amount, 1800)
  assert.equal(intent?.application_fee_amount, 45)
  assert.equal(intent?.metadata.silla_business, salon.businessId)
  assert.equal(customer?.email, 'lucia@example.com')
})

test('D22: a succeeded intent pays the booking, and confirming again returns the same', async () => {
  const salon = await openSalon({ payments: true, settings: { requiresPrepayment: true } })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  assert.equal(booking.estado, 'pendiente')
  const intent = await salon.guest.createIntent(booking)
  assertError(await salon.guest.confirmPayment(intent, booking), 'PAYMENT_NOT_COMPLETED')

  salon.stripe.pay(intent)
  const confirmed = dataOf(await salon.guest.confirmPayment(intent, booking))
  const { pago_id, recibo_url, ...others } = confirmed
  assert.deepEqual(others, {
    estado: 'completado',
    monto: 18,
    moneda: 'EUR',
    reserva_actualizada: true,
    puntos_otorgados: 10,
  })
  assert.match(recibo_url, /^http/)
  await salon.stripe.deliverWebhooks()
  await salon.stripe.fake.down()
  assert.deepEqual(dataOf(await salon.guest.confirmPayment(intent, booking)), confirmed)
  await salon.stripe.fake.up()
  const after = dataOf(await salon.backend.get(`/reservas/${booking.id}/`))
  assert.deepEqual(
    [after.estado, after.pago_pendiente, after.pago.estado],
    ['confirmada', false, 'completado'],
  )
})

test('D22: confirming after the webhook succeeds, with the receipt when the processor is reachable', async () => {
  const salon = await openSalon({ payments: true })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const intent = await salon.guest.createIntent(booking)
  salon.stripe.pay(intent)
  await salon.stripe.deliverWebhooks()
  await salon.stripe.fake.down()
  const { estado, recibo_url } = dataOf(await salon.guest.confirmPayment(intent, booking))
  assert.deepEqual([estado, recibo_url], ['completado', ''])
  await salon.stripe.fake.up()
  assert.match(dataOf(await salon.guest.confirmPayment(intent, booking)).recibo_url, /^http/)
})

test('D22: a failed attempt that is not the type card_error is PAYMENT_FAILED', async () => {
  const salon = await openSalon({ payments: true })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const intent = await salon.guest.createIntent(booking)
  salon.stripe.pay(intent, declined)
  const [failed] = salon.stripe.fake.paymentIntents(salon.stripe.account)
  Object.assign(failed?.last_payment_error ?? {}, { type: 'api_error', code: 'api_error' })
  assertError(await salon.guest.confirmPayment(intent, booking), 'PAYMENT_FAILED')
})

test('D22: a declined card returns the processor’s message, and another card can pay the same intent', async () => {
  const salon = await openSalon({ payments: true })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const intent = await salon.guest.createIntent(booking)
  salon.stripe.pay(intent, declined)
  const refused = await salon.guest.confirmPayment(intent, booking)
  assertError(refused, 'CARD_DECLINED')
  assert.equal(refused.error.mensaje_procesador, 'Your card has insufficient funds.')
  salon.setTime('2030-03-04T08:01')
  salon.stripe.pay(intent, '4000000000000119')
  const failed = await salon.guest.confirmPayment(intent, booking)
  assertError(failed, 'PAYMENT_FAILED')
  assert.match(failed.error.mensaje_procesador, /processing your card/)

  assert.equal(
    dataOf(await salon.guest.createIntent(booking)).payment_intent_id,
    intent.data.payment_intent_id,
  )
  salon.stripe.pay(intent)
  assert.equal(dataOf(await salon.guest.confirmPayment(intent, booking)).estado, 'completado')
})

test('D22: a payment that the processor does not know any more is not found, and another one can be made', async () => {
  const salon = await openSalon({ payments: true })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const intent = await salon.guest.createIntent(booking)
  salon.stripe.fake.deleteTestData(salon.stripe.account)
  assertError(
    await salon.guest.confirmPayment(intent, { codigo: booking.codigo }),
    'PAYMENT_NOT_FOUND',
  )
  const another = await salon.guest.createIntent(booking)
  salon.stripe.pay(another)
  dataOf(await salon.guest.confirmPayment(another, { codigo: booking.codigo }))
})

test('D22: a processing intent is neither paid nor failed', async () => {
  const salon = await openSalon({ payments: true })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const intent = await salon.guest.createIntent(booking)
  salon.stripe.pay(intent, 'processing')
  const waiting = dataOf(await salon.guest.confirmPayment(intent, booking))
  assert.deepEqual([waiting.estado, waiting.reserva_actualizada], ['procesando', false])
  salon.stripe.fake.settle(intent.data.payment_intent_id)
  assert.equal(dataOf(await salon.guest.confirmPayment(intent, booking)).estado, 'completado')
})

test('D25: an order is paid by its customer, and each points purchase is a separate payment', async () => {
  const salon = await openSalon({
    payments: true,
    products: [{ name: 'Cera', priceCents: 1400, pointsAwarded: 12 }],
    pointsPackages: [{ name: 'Cien', points: 100, priceCents: 900 }],
  })
  const customer = await salon.customer(lucia)
  const order = dataOf(
    await customer.post('/pedidos/', { items: [{ producto_id: salon.id('Cera'), cantidad: 1 }] }),
    201,
  )
  const forOrder = {
    cliente_id: customer.id,
    amount: order.a_pagar_ahora,
    type: 'order',
    reference_id: order.id,
  }
  const intent = await customer.post('/pagos/intent/', forOrder)
  salon.stripe.pay(intent)
  const paid = dataOf(await customer.confirmPayment(intent))
  assert.deepEqual(
    [paid.estado, paid.puntos_otorgados, paid.reserva_actualizada],
    ['completado', 12, true],
  )
  assert.equal(dataOf(await customer.get(`/pedidos/${order.id}/`)).estado, 'pagado')
  assertError(await customer.post('/pagos/intent/', forOrder), 'ORDER_ALREADY_PAID')

  const forPoints = {
    cliente_id: customer.id,
    amount: 900,
    type: 'points',
    reference_id: salon.id('Cien'),
  }
  const bought: string[] = []
  for (let time = 1; time <= 2; time++) {
    const purchase = await customer.post('/pagos/intent/', forPoints)
    bought.push(dataOf(purchase).payment_intent_id)
    salon.stripe.pay(purchase)
    assert.equal(dataOf(await customer.confirmPayment(purchase)).puntos_otorgados, 100)
  }
  assert.equal(new Set(bought).size, 2)
  assert.equal(dataOf(await customer.get('/cliente/puntos/')).saldo, 212)
  assert.equal(
    salon.stripe.fake.customers(salon.stripe.account).length,
    1,
    'a customer is made once',
  )
})

test('D9: the customer, a guest with the code and the salon can confirm a payment; for others it is 404', async () => {
  const salon = await openSalon({ payments: true })
  const next = await openSalon({ payments: true })
  const owner = await salon.customer(lucia)
  const other = await salon.customer({ nombre: 'Raúl Gil', email: 'raul@example.com' })
  const booking = dataOf(await owner.book('Ana', '10:00'), 201)
  const intent = await owner.createIntent(booking, { codigo: null })
  salon.stripe.pay(intent)
  assertInvalid(await owner.post('/pagos/confirmar/', {}), 'payment_intent_id')
  assertError(await salon.guest.confirmPayment(intent), 'AUTHENTICATION_REQUIRED')
  assertError(
    await salon.guest.confirmPayment(intent, { codigo: '0000000000' }),
    'PAYMENT_NOT_FOUND',
  )
  assertError(await salon.guest.confirmPayment(intent, { codigo: 'nonsense' }), 'PAYMENT_NOT_FOUND')
  assertError(await other.confirmPayment(intent), 'PAYMENT_NOT_FOUND')
  assertError(await other.confirmPayment(intent, { codigo: booking.codigo }), 'PAYMENT_NOT_FOUND')
  assertError(await next.backend.confirmPayment(intent), 'PAYMENT_NOT_FOUND')
  for (const [who, proof] of [
    [owner, {}],
    [salon.backend, {}],
    [salon.guest, { codigo: booking.codigo }],
  ] as const) {
    assert.equal(dataOf(await who.confirmPayment(intent, proof)).estado, 'completado')
  }
})
