import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { openSalon } from '../../support/salon.ts'
import { assertWritesNothing } from '../../support/writes.ts'

const lucia = {
  nombre: 'Lucía Prado',
  email: 'lucia@example.com',
  telefono: '+34600111222',
  idioma: 'en',
} as const

test('D12: a signed-in customer’s name and email come from the account, not the body', async () => {
  const salon = await openSalon()
  const customer = await salon.customer(lucia)
  const booking = dataOf(
    await customer.book('Ana', '10:00', {
      nombre: 'Otra',
      email: 'no es un correo',
      telefono: '+34699999999',
    }),
    201,
  )
  assert.deepEqual(booking.cliente, {
    id: customer.id,
    nombre: 'Lucía Prado',
    email: 'lucia@example.com',
    telefono: '+34600111222',
  })
})

test('D12: name and email are optional with a token, and the phone comes from the body when the profile has none', async () => {
  const salon = await openSalon({ settings: { phoneRequired: true } })
  const customer = await salon.customer({ nombre: 'Eva', email: 'eva@example.com' })
  const bare = { nombre: null, email: null }
  assertError(
    await assertWritesNothing(salon, () => customer.book('Ana', '10:00', bare)),
    'PHONE_REQUIRED',
  )
  const booking = dataOf(
    await customer.book('Ana', '10:00', { ...bare, telefono: '600 333 444' }),
    201,
  )
  assert.equal(booking.cliente.telefono, '+34600333444')
  assertInvalid(await customer.book('Ana', '11:00', { ...bare, telefono: 'doce' }), 'telefono')
})

test('PHONE_REQUIRED applies to a guest without a phone, not to a profile with one', async () => {
  const salon = await openSalon({ settings: { phoneRequired: true } })
  assertError(
    await assertWritesNothing(salon, () => salon.guest.book('Ana', '10:00')),
    'PHONE_REQUIRED',
  )
  const customer = await salon.customer(lucia)
  dataOf(await customer.book('Ana', '10:00'), 201)
})

test('D12: a guest booking with an account’s email belongs to the account and does not change it', async () => {
  const salon = await openSalon()
  const customer = await salon.customer(lucia)
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { nombre: 'L. Prado' }), 201)
  assert.equal(booking.cliente.id, customer.id)
  assert.equal(booking.cliente.nombre, 'L. Prado')
  const mine = dataOf(await customer.get('/cliente/reservas/'))
  assert.deepEqual(
    mine.reservas.map(({ id }: { id: number }) => id),
    [booking.id],
  )
})

test('D15: ten upcoming bookings per customer, five per guest, unlimited for a secret key', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Bea', 'Cruz'] })
  const customer = await salon.customer(lucia)
  const times = ['09', '10', '11', '12', '13', '14', '15', '16', '17', '18'].map(
    (hour) => `${hour}:00`,
  )
  for (const time of times) dataOf(await customer.book('Ana', time), 201)
  assertError(
    await assertWritesNothing(salon, () => customer.book('Ana', '19:00')),
    'BOOKING_LIMIT_REACHED',
  )

  const eva = { email: 'eva@example.com' }
  for (const time of times.slice(0, 5)) dataOf(await salon.guest.book('Bea', time, eva), 201)
  assertError(
    await assertWritesNothing(salon, () => salon.guest.book('Bea', '19:00', eva)),
    'BOOKING_LIMIT_REACHED',
  )
  for (const time of times.slice(5)) dataOf(await salon.backend.book('Bea', time, eva), 201)

  // another's phone counts for a guest, and not for somebody who is signed in
  const phone = { telefono: '+34600111222' }
  const iris = { ...phone, email: 'iris@example.com' }
  assertError(await salon.guest.book('Cruz', '09:00', iris), 'BOOKING_LIMIT_REACHED')
  const signedIn = await salon.customer({
    nombre: 'Iris',
    email: 'iris@example.com',
    telefono: '+34600111222',
  })
  dataOf(await signedIn.book('Cruz', '09:00'), 201)
})

test('D15: of twenty simultaneous bookings of a customer ten succeed', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Bea'] })
  const customer = await salon.customer(lucia)
  const inputs = ['Ana', 'Bea'].flatMap((who) =>
    Array.from({ length: 10 }, (_, hour) =>
      customer.book(who, `${String(9 + hour).padStart(2, '0')}:00`),
    ),
  )
  const statuses = (await Promise.all(inputs)).map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 201).length, 10)
})

test('CUSTOMER_BLOCKED: a blocked customer cannot book as guest or signed in; the salon can book for them', async () => {
  const salon = await openSalon()
  const customer = await salon.customer(lucia)
  const { witness } = await testDatabase()
  await witness`update customers set blocked_at = ${salon.clock.now()} where business_id = ${salon.businessId}`
  assertError(
    await assertWritesNothing(salon, () => customer.book('Ana', '10:00')),
    'CUSTOMER_BLOCKED',
  )
  assertError(
    await assertWritesNothing(salon, () => salon.guest.book('Ana', '10:00')),
    'CUSTOMER_BLOCKED',
  )
  assertError(await salon.backend.book('Ana', '10:00'), 'CUSTOMER_BLOCKED')
  dataOf(await salon.backend.book('Ana', '10:00', { por_negocio: true }), 201)
  dataOf(await salon.guest.book('Ana', '11:00', { email: 'otra@example.com' }), 201)
})

test('D9: por_negocio needs a secret key without a token', async () => {
  const salon = await openSalon()
  const customer = await salon.customer(lucia)
  for (const answer of [
    await salon.guest.book('Ana', '10:00', { por_negocio: true }),
    await customer.book('Ana', '10:00', { por_negocio: true }),
  ]) {
    assertError(answer, 'INSUFFICIENT_SCOPE')
  }
  const authorization = `Bearer ${customer.token}`
  const both = await salon.backend.post('/reservas/crear/', {}, { authorization })
  assertInvalid(both, 'fecha', 'hora_inicio')
  const listed = await salon.backend.get('/reservas/', { authorization })
  assertError(listed, 'INSUFFICIENT_SCOPE')
})

test('an erased customer’s token is rejected', async () => {
  const salon = await openSalon()
  const customer = await salon.customer(lucia)
  const { witness } = await testDatabase()
  await witness`update customers set erased_at = ${salon.clock.now()} where business_id = ${salon.businessId}`
  const answer = await assertWritesNothing(salon, () => customer.book('Ana', '10:00'))
  assert.equal(answer.status, 401)
})
