import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, dataOf } from '../../support/assertions.ts'
import { openSalon } from '../../support/salon.ts'

const lucia = { nombre: 'Lucía Prado', email: 'lucia@example.com', telefono: '+34600111222' }

test('D9: reading a booking by id needs a valid proof; anything else is 401 or 404', async () => {
  const salon = await openSalon()
  const neighbour = await openSalon()
  const customer = await salon.customer(lucia)
  const other = await salon.customer({ nombre: 'Eva', email: 'eva@example.com' })
  const { id, codigo } = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const { codigo: otherCode } = dataOf(await other.book('Ana', '11:00'), 201)
  const code = { 'x-reserva-codigo': codigo }

  assertError(await salon.guest.get(`/reservas/${id}/`), 'AUTHENTICATION_REQUIRED')
  for (const answer of [
    await salon.guest.get(`/reservas/${id}/`, code),
    await salon.guest.get(`/reservas/${id}`, { 'x-reserva-codigo': codigo.toLowerCase() }),
    await salon.backend.get(`/reservas/${id}/`),
    await customer.get(`/reservas/${id}/`),
    await customer.get(`/reservas/${id}/`, code),
  ]) {
    assert.equal(dataOf(answer).codigo, codigo)
  }

  const nothing = await salon.guest.get('/reservas/999999999/', code)
  assertError(nothing, 'BOOKING_NOT_FOUND')
  for (const answer of [
    await salon.guest.get(`/reservas/${id}/`, { 'x-reserva-codigo': otherCode }),
    await salon.guest.get(`/reservas/${id}/`, { 'x-reserva-codigo': 'no-es-codigo' }),
    await salon.backend.get(`/reservas/${id}/`, { 'x-reserva-codigo': otherCode }),
    await other.get(`/reservas/${id}/`),
    // a token decides before a code does
    await other.get(`/reservas/${id}/`, code),
    await customer.get(`/reservas/${id}/`, { 'x-reserva-codigo': otherCode }),
    await neighbour.guest.get(`/reservas/${id}/`, code),
    await neighbour.backend.get(`/reservas/${id}/`),
    await salon.backend.get('/reservas/abc/'),
  ]) {
    assertError(answer, 'BOOKING_NOT_FOUND')
    assert.equal(answer.text, nothing.text)
  }
})

test('D9, D16: contact and notes are masked for the code and complete for the customer and the salon', async () => {
  const salon = await openSalon()
  const customer = await salon.customer(lucia)
  const { id, codigo } = dataOf(
    await customer.book('Ana', '10:00', { notas: 'Con flequillo' }),
    201,
  )
  const code = { 'x-reserva-codigo': codigo }
  const seen = async (answer: ReturnType<typeof salon.guest.get>) => {
    const { cliente, notas } = dataOf(await answer)
    return [cliente.email, cliente.telefono, notas]
  }
  const whole = ['lucia@example.com', '+34600111222', 'Con flequillo']
  const masked = ['l***@e***.com', '***222', '***']
  assert.deepEqual(await seen(customer.get(`/reservas/${id}/`)), whole)
  assert.deepEqual(await seen(salon.backend.get(`/reservas/${id}/`)), whole)
  assert.deepEqual(await seen(salon.guest.get(`/reservas/${id}/`, code)), masked)
  // with a code the caller is that guest, whatever key came along
  assert.deepEqual(await seen(salon.backend.get(`/reservas/${id}/`, code)), masked)
  assert.deepEqual(await seen(customer.get(`/reservas/codigo/${codigo}/`)), whole)
  const other = await salon.customer({ nombre: 'Eva', email: 'eva@example.com' })
  assert.deepEqual(await seen(other.get(`/reservas/codigo/${codigo}/`)), masked)
})

test('D1: a named path is not a booking id, and has its own Allow', async () => {
  const salon = await openSalon()
  const named = await salon.backend.get('/reservas/crear/')
  assertError(named, 'NOT_FOUND')
  assert.equal(named.headers.get('allow'), 'POST')
  const numbered = await salon.backend.post('/reservas/5/', {})
  assertError(numbered, 'NOT_FOUND')
  assert.equal(numbered.headers.get('allow'), 'GET, HEAD')
})

test('D16: puede_cancelar is whether the same caller could cancel now', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const customer = await salon.customer(lucia)
  const { id } = dataOf(await customer.book('Ana', '10:00', { date: '2030-03-06' }), 201)
  const may = async () =>
    Promise.all(
      // a token of the moment: they last a quarter of an hour
      [await salon.customer(lucia), salon.backend].map(
        async (who) => dataOf(await who.get(`/reservas/${id}/`)).puede_cancelar,
      ),
    )
  assert.deepEqual(await may(), [true, true])
  salon.setTime('2030-03-05T10:00')
  assert.deepEqual(await may(), [true, true])
  salon.setTime('2030-03-05T10:01')
  assert.deepEqual(await may(), [false, true])
  salon.setTime('2030-03-06T10:00')
  assert.deepEqual(await may(), [false, false])
})
