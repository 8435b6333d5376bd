import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'

const lucia = { nombre: 'Lucía Prado', email: 'lucia@example.com' }
const intents = '/v1/payment_intents'

/** What stands in our books. */
async function paymentsOf({ businessId }: TestSalon) {
  const { witness } = await testDatabase()
  return witness<
    {
      id: number
      isOpen: boolean
      state: string
      intentRef: string | null
      leaseUntil: Date | null
    }[]
  >`
    select id, is_open, state, intent_ref, lease_until from payments
    where business_id = ${businessId} order by created_at, is_open`
}

const intentsMade = ({ stripe }: TestSalon) => stripe.fake.paymentIntents(stripe.account)

test('D21: the intent body is validated, and amount must equal the amount due', async () => {
  const salon = await openSalon({
    payments: true,
    services: [{ name: 'Corte' }, { name: 'Flequillo', priceCents: 40 }],
  })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  assertInvalid(await salon.guest.createIntent(booking, { amount: 18.5 }), 'amount')
  assertInvalid(await salon.guest.createIntent(booking, { type: 'reserva' }), 'type')
  assertInvalid(
    await salon.guest.post('/pagos/intent/', {}),
    'amount',
    'cliente_id',
    'reference_id',
    'type',
  )
  for (const amount of [0, -1800])
    assertError(await salon.guest.createIntent(booking, { amount }), 'INVALID_AMOUNT')
  for (const amount of [1, 49, 1799, 1801])
    assertError(await salon.guest.createIntent(booking, { amount }), 'AMOUNT_MISMATCH')
  const small = dataOf(await salon.guest.book('Ana', '11:00', { services: ['Flequillo'] }), 201)
  assertError(await salon.guest.createIntent(small), 'INVALID_AMOUNT')
  assert.deepEqual([intentsMade(salon).length, (await paymentsOf(salon)).length], [0, 0])
})

test('D9, D21: paying needs proof of access; a wrong proof is 404; cliente_id must match', async () => {
  const salon = await openSalon({ payments: true, products: [{ name: 'Cera' }] })
  const next = await openSalon({ payments: true })
  const owner = await salon.customer(lucia)
  const other = await salon.customer({ nombre: 'Raúl Gil', email: 'raul@example.com' })
  const booking = dataOf(await owner.book('Ana', '10:00'), 201)
  const order = dataOf(
    await owner.post('/pedidos/', { items: [{ producto_id: salon.id('Cera'), cantidad: 1 }] }),
    201,
  )
  const forOrder = { amount: 1000, type: 'order', reference_id: order.id }

  assertError(await salon.guest.createIntent(booking, { codigo: null }), 'AUTHENTICATION_REQUIRED')
  assertError(await salon.guest.createIntent(booking, forOrder), 'AUTHENTICATION_REQUIRED')
  assertError(
    await salon.guest.createIntent(booking, { codigo: '0000000000' }),
    'BOOKING_NOT_FOUND',
  )
  assertError(
    await other.createIntent(booking, { codigo: null, cliente_id: other.id }),
    'BOOKING_NOT_FOUND',
  )
  assertError(
    await other.createIntent(booking, { ...forOrder, cliente_id: other.id }),
    'ORDER_NOT_FOUND',
  )
  assertError(await next.backend.createIntent(booking, { codigo: null }), 'BOOKING_NOT_FOUND')
  assertError(await next.guest.createIntent(booking), 'BOOKING_NOT_FOUND')
  for (const who of [salon.guest, owner]) {
    assertError(await who.createIntent(booking, { cliente_id: other.id }), 'CUSTOMER_NOT_FOUND')
  }
  assertError(
    await owner.createIntent(booking, { ...forOrder, cliente_id: other.id }),
    'CUSTOMER_NOT_FOUND',
  )
  assertError(
    await salon.backend.createIntent(booking, { codigo: null, cliente_id: 987_654_321 }),
    'CUSTOMER_NOT_FOUND',
  )
  assert.equal(intentsMade(salon).length, 0)
  dataOf(await salon.backend.createIntent(booking, { codigo: null, cliente_id: other.id }))
})

test('D21: paid, cancelled, ended or unknown references and salons that cannot charge are rejected', async () => {
  const salon = await openSalon({ payments: true })
  const paid = dataOf(await salon.guest.book('Ana', '10:00', { date: '2030-03-06' }), 201)
  const intent = await salon.guest.createIntent(paid)
  salon.stripe.pay(intent)
  dataOf(await salon.guest.confirmPayment(intent, paid))
  assertError(await salon.guest.createIntent(paid), 'BOOKING_ALREADY_PAID')

  const cancelled = dataOf(await salon.guest.book('Ana', '11:00', { date: '2030-03-06' }), 201)
  dataOf(await salon.guest.cancel(cancelled))
  assertError(await salon.guest.createIntent(cancelled), 'CANNOT_PAY')

  const customer = await salon.customer(lucia)
  const forPoints = {
    cliente_id: customer.id,
    amount: 900,
    type: 'points',
    reference_id: 987_654_321,
  }
  assertError(await customer.post('/pagos/intent/', forPoints), 'PACKAGE_NOT_FOUND')

  const without = await openSalon({ settings: { acceptsOnlinePayments: true } })
  assertError(
    await without.guest.createIntent(dataOf(await without.guest.book('Ana', '10:00'), 201)),
    'PROCESSOR_NOT_CONFIGURED',
  )
  const unwilling = await openSalon({ payments: true, settings: { acceptsOnlinePayments: false } })
  assertError(
    await unwilling.guest.createIntent(dataOf(await unwilling.guest.book('Ana', '10:00'), 201)),
    'PROCESSOR_NOT_CONFIGURED',
  )
})

test('D21: twenty simultaneous requests for one booking return one intent', async () => {
  const salon = await openSalon({ payments: true })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  // on a slow machine the first may take longer than the others wait; those retry
  const inputs = async (headers: Record<string, string>) => {
    for (;;) {
      const answer = await salon.guest.createIntent(booking, {}, headers)
      if (answer.error?.code !== 'IDEMPOTENCY_IN_PROGRESS') return answer
    }
  }
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      inputs(index % 2 ? { 'idempotency-key': `try ${index % 4}` } : {}),
    ),
  )
  const requested = new Set(answers.map((answer) => dataOf(answer).payment_intent_id))
  assert.deepEqual(
    [requested.size, intentsMade(salon).length, (await paymentsOf(salon)).length],
    [1, 1, 1],
  )
  assert.equal(salon.stripe.fake.customers(salon.stripe.account).length, 1)
})

test('D19: a repeated request returns the same payment, also when paid; another body is rejected', async () => {
  const salon = await openSalon({ payments: true })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const named = { 'idempotency-key': 'pagar' }
  const first = await salon.guest.createIntent(booking, {}, named)
  assert.equal(first.headers.get('idempotent-replayed'), null)
  salon.stripe.pay(first)
  dataOf(await salon.guest.confirmPayment(first, booking))
  const again = await salon.guest.createIntent(booking, {}, named)
  assert.deepEqual(dataOf(again), dataOf(first))
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assertError(
    await salon.guest.createIntent(booking, { amount: 1700 }, named),
    'IDEMPOTENCY_KEY_REUSED',
  )
  const { witness } = await testDatabase()
  const [kept] = await witness<{ answer: unknown }[]>`
    select answer from idempotency_keys where business_id = ${salon.businessId} and answer ? 'paymentId'`
  assert.deepEqual(Object.keys(kept?.answer as object), ['paymentId'])
})

for (const [what, fault] of [
  ['is lost', { kind: 'reset', when: 'after', times: 2 }],
  ['never began', { kind: 'rate_limit' }],
  ['is a page of a proxy’s', { kind: 'html', when: 'after' }],
  ['says that it failed, though it did not', { kind: 'error', when: 'after' }],
  ['says that it failed', { kind: 'error' }],
  ['is a 200 with another object', { kind: 'response', when: 'after', body: '{"id":7}' }],
  ['is a 200 with a number', { kind: 'response', when: 'after', body: '7' }],
] as const) {
  test(`D19: a processor response that ${what} is a 503, and a retry creates no second intent`, async () => {
    const salon = await openSalon({ payments: true })
    const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
    const named = { 'idempotency-key': 'pagar' }
    salon.stripe.fake.fault({ method: 'POST', path: intents, ...fault })
    const failed = await salon.guest.createIntent(booking, {}, named)
    assertError(failed, 'PROCESSOR_UNAVAILABLE')
    assert.equal(failed.headers.get('retry-after'), '5')
    const again = await salon.guest.createIntent(booking, {}, named)
    assert.equal(dataOf(again).payment_intent_id, intentsMade(salon)[0]?.id)
    assert.equal(again.headers.get('idempotent-replayed'), null, 'the first try was not answered')
    assert.equal(intentsMade(salon).length, 1)
    assert.equal((await paymentsOf(salon)).length, 1)
  })
}

test('D19: a request during a call to the processor waits briefly, then gets IDEMPOTENCY_IN_PROGRESS', async () => {
  const salon = await openSalon({ payments: true })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const slow = salon.stripe.fake.fault({
    method: 'POST',
    path: intents,
    kind: 'hold',
    when: 'after',
  })
  const first = salon.guest.createIntent(booking)
  await slow.reached
  const second = await salon.guest.createIntent(booking)
  assertError(second, 'IDEMPOTENCY_IN_PROGRESS')
  assert.equal(second.headers.get('retry-after'), '1')
  slow.release()
  const { payment_intent_id } = dataOf(await first)
  assert.equal(dataOf(await salon.guest.createIntent(booking)).payment_intent_id, payment_intent_id)
})

test('D19: the payment of a killed process is continued after its lease expires', async () => {
  const salon = await openSalon({ payments: true })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  dataOf(await salon.guest.createIntent(booking))
  const { witness } = await testDatabase()
  const leasedUntil = new Date(salon.clock.now().getTime() + 20_000)
  await witness`
    update payments set intent_ref = null, lease_until = ${leasedUntil} where business_id = ${salon.businessId}`
  assertError(await salon.guest.createIntent(booking), 'IDEMPOTENCY_IN_PROGRESS')
  salon.setTime('2030-03-04T08:01')
  assert.equal(
    dataOf(await salon.guest.createIntent(booking)).payment_intent_id,
    intentsMade(salon)[0]?.id,
  )
  assert.equal(intentsMade(salon).length, 1)
})

test('D21: an open intent of another customer is closed first, and one cancelled at the processor is replaced', async () => {
  const salon = await openSalon({ payments: true })
  const other = await salon.customer({ nombre: 'Raúl Gil', email: 'raul@example.com' })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const first = dataOf(await salon.guest.createIntent(booking))
  const second = dataOf(
    await salon.backend.createIntent(booking, { codigo: null, cliente_id: other.id }),
  )
  assert.notEqual(second.payment_intent_id, first.payment_intent_id)
  const states = () => intentsMade(salon).map(({ status }) => status)
  assert.deepEqual(states(), ['canceled', 'requires_payment_method'])

  const [, open] = intentsMade(salon)
  if (open) open.status = 'canceled'
  const third = dataOf(await salon.guest.createIntent(booking))
  assert.equal(third.payment_intent_id, intentsMade(salon)[2]?.id)
  assert.deepEqual(
    (await paymentsOf(salon)).map(({ isOpen }) => isOpen),
    [false, false, true],
  )
})

test('D21: an intent that turns out to be paid is not returned again', async () => {
  const salon = await openSalon({ payments: true })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  salon.stripe.pay(await salon.guest.createIntent(booking))
  assertError(await salon.guest.createIntent(booking), 'BOOKING_ALREADY_PAID')
  assert.equal(
    dataOf(await salon.backend.get(`/reservas/${booking.id}/`)).pago.estado,
    'completado',
  )
})

test('D21: an account that cannot charge is PROCESSOR_NOT_CONFIGURED, and the request can be retried', async () => {
  const salon = await openSalon({ payments: true })
  const { fake, account } = salon.stripe
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const named = { 'idempotency-key': 'pagar' }
  fake.setCardPayments(account, 'restricted')
  const refused = await salon.guest.createIntent(booking, {}, named)
  assertError(refused, 'PROCESSOR_NOT_CONFIGURED')
  assert.equal(refused.error.mensaje_procesador, undefined)
  fake.setCardPayments(account, 'active')
  assert.equal(
    dataOf(await salon.guest.createIntent(booking, {}, named)).payment_intent_id,
    intentsMade(salon)[0]?.id,
  )
  assert.deepEqual(
    (await paymentsOf(salon)).map(({ state, isOpen }) => [state, isOpen]),
    [
      ['failed', false],
      ['pending', true],
    ],
  )
})

test('D21: a request that the processor rejects is no declined card, and its message is not for the payer', async () => {
  const salon = await openSalon({ payments: true })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const error = { type: 'invalid_request_error', code: 'parameter_unknown', message: 'No such.' }
  salon.stripe.fake.fault({
    method: 'POST',
    path: intents,
    kind: 'response',
    status: 400,
    body: JSON.stringify({ error }),
  })
  const refused = await salon.guest.createIntent(booking)
  assertError(refused, 'PAYMENT_FAILED')
  assert.equal(refused.error.mensaje_procesador, undefined)
  dataOf(await salon.guest.createIntent(booking))
})

test('D20: a customer whose email the processor rejects can pay', async () => {
  const salon = await openSalon({ payments: true })
  const { fake, account } = salon.stripe
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const error = { type: 'invalid_request_error', code: 'email_invalid', param: 'email' }
  fake.fault({
    method: 'POST',
    path: '/v1/customers',
    kind: 'response',
    status: 400,
    body: JSON.stringify({ error }),
  })
  const { customer_id } = dataOf(await salon.guest.createIntent(booking))
  assert.deepEqual(
    fake.customers(account).map(({ id, email }) => [id, email]),
    [[customer_id, null]],
  )
})

test('D20: a customer deleted at the processor is created again by the same request', async () => {
  const salon = await openSalon({ payments: true })
  const one = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const two = dataOf(await salon.guest.book('Ana', '11:00'), 201)
  const { customer_id } = dataOf(await salon.guest.createIntent(one))
  const { witness } = await testDatabase()
  await witness`
    update processor_customers set customer_ref = 'cus_gone' where business_id = ${salon.businessId}`
  const again = dataOf(await salon.guest.createIntent(two))
  assert.notEqual(again.customer_id, 'cus_gone')
  assert.notEqual(again.customer_id, customer_id)
})
