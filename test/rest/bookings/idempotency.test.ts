import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { openSalon, type SalonClient, type TestSalon } from '../../support/salon.ts'
import { countRows } from '../../support/writes.ts'

const key = (name: string) => ({ 'idempotency-key': name })

const input = (salon: TestSalon, its: object = {}) => ({
  servicio_ids: [salon.id('Corte')],
  peluquero_id: salon.id('Ana'),
  fecha: '2030-03-06',
  hora_inicio: '10:00',
  nombre: 'Lucía Prado',
  email: 'lucia@example.com',
  ...its,
})

const records = (salon: TestSalon, who: SalonClient, name: string, its: object = {}) =>
  who.post('/reservas/crear/', input(salon, its), key(name))

test('D19: a booking sent twice with one key is created once, and the response is replayed', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const first = await records(salon, salon.guest, 'uno')
  assert.equal(first.headers.get('idempotent-replayed'), null)
  dataOf(await salon.backend.post(`/reservas/${first.data.id}/cancelar/`))
  const before = await countRows(salon)

  // without its last slash, in another order, with nothing for something optional: the same request
  const second = await salon.guest.post(
    '/reservas/crear?lang=es',
    { notas: null, ...Object.fromEntries(Object.entries(input(salon)).reverse()) },
    key('uno'),
  )
  assert.equal(second.status, 201)
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(second.data, first.data)
  assert.deepEqual(await countRows(salon), before)
})

test('D19: a response that an earlier version stored, without the professionals of services, is replayed', async () => {
  const services = [
    { name: 'Corte', minutes: 40 },
    { name: 'Barba', minutes: 20 },
  ]
  const salon = await openSalon({ now: '2030-03-04T08:00', services })
  const both = { servicio_ids: [salon.id('Corte'), salon.id('Barba')] }
  const first = await records(salon, salon.guest, 'uno', both)
  const { witness } = await testDatabase()
  await witness`
    update idempotency_keys set answer = answer - 'assignedBy' || jsonb_build_object(
      'startsAt', jsonb_build_object('$moment', answer -> 'startsAt'),
      'lines', (
        select jsonb_agg(line - array[
          'professional', 'startsAt', 'endsAt', 'phases', 'bufferMinutes', 'unitIds'])
        from jsonb_array_elements(answer -> 'lines') line))
    where business_id = ${salon.businessId}`
  const second = await records(salon, salon.guest, 'uno', both)
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(second.data, first.data)
})

test('D19: a response is replayed for a day, also when the request would now fail', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const today = { fecha: '2030-03-04' }
  const first = await records(salon, salon.guest, 'hoy', today)
  salon.setTime('2030-03-05T07:59')
  const second = await records(salon, salon.guest, 'hoy', today)
  assert.deepEqual([second.status, second.data], [201, first.data])
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  salon.setTime('2030-03-05T08:00')
  assertError(await records(salon, salon.guest, 'hoy', today), 'DATE_IN_PAST')
})

test('D19: a key reused with another body is IDEMPOTENCY_KEY_REUSED', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  dataOf(await records(salon, salon.guest, 'uno'), 201)
  assertError(
    await records(salon, salon.guest, 'uno', { hora_inicio: '11:00' }),
    'IDEMPOTENCY_KEY_REUSED',
  )
  assertError(
    await records(salon, salon.guest, 'uno', { fecha: '2020-01-01' }),
    'IDEMPOTENCY_KEY_REUSED',
  )
})

test('D19: errors are not stored: a retry is a new request', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const other = dataOf(
    await salon.guest.book('Ana', '10:00', { date: '2030-03-06', email: 'otra@example.com' }),
    201,
  )
  assertError(await records(salon, salon.guest, 'uno'), 'SLOT_NOT_AVAILABLE')
  dataOf(await salon.backend.post(`/reservas/${other.id}/cancelar/`))
  const second = await records(salon, salon.guest, 'uno')
  assert.equal(second.status, 201)
  assert.equal(second.headers.get('idempotent-replayed'), null)
})

test('D19: of ten simultaneous duplicates one books, and all ten get its response', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => records(salon, salon.guest, 'uno')),
  )
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  assert.equal(
    answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length,
    9,
  )
  assert.equal((await countRows(salon)).bookings, 1)
})

test('D19: a duplicate waits two seconds, then gets IDEMPOTENCY_IN_PROGRESS', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const { witness } = await testDatabase()
  const held = Promise.withResolvers<void>()
  const waited = Promise.withResolvers<void>()
  const first = witness.begin(async (tx) => {
    await tx`select app.set_business(${salon.businessId})`
    // the same key, held by a transaction that does not end
    await tx`insert into idempotency_keys (business_id, key_hash, ask_hash, created_at)
      values (${salon.businessId}, ${guestsHash('POST /api/v1/reservas/crear', 'uno')}, ${Buffer.alloc(32)}, ${salon.clock.now()})`
    held.resolve()
    await waited.promise
  })
  await held.promise
  const second = await records(salon, salon.guest, 'uno')
  waited.resolve()
  await first
  assertError(second, 'IDEMPOTENCY_IN_PROGRESS')
  assert.equal(second.headers.get('retry-after'), '1')
})

/** What a guest's key is filed under. */
const guestsHash = (scope: string, name: string) =>
  createHash('sha256')
    .update(JSON.stringify(['visitor', scope, name]))
    .digest()

test('D19: a key is scoped to the caller and the path', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const neighbour = await openSalon({ now: '2030-03-04T08:00' })
  const eva = await salon.customer({ nombre: 'Eva', email: 'eva@example.com' })
  const iris = await salon.customer({ nombre: 'Iris', email: 'iris@example.com' })
  const booked = [
    await records(salon, salon.guest, 'uno', { hora_inicio: '10:00' }),
    await records(salon, eva, 'uno', { hora_inicio: '11:00' }),
    await records(salon, iris, 'uno', { hora_inicio: '12:00' }),
    await records(salon, salon.backend, 'uno', { hora_inicio: '13:00' }),
    await records(neighbour, neighbour.guest, 'uno', { hora_inicio: '14:00' }),
  ]
  for (const answer of booked)
    assert.deepEqual([answer.status, answer.headers.get('idempotent-replayed')], [201, null])
  const [first, second] = booked as [(typeof booked)[0], (typeof booked)[0]]
  const cancels = (id: number) => salon.backend.post(`/reservas/${id}/cancelar/`, {}, key('uno'))
  assert.equal(dataOf(await cancels(first.data.id)).id, first.data.id)
  assert.equal(dataOf(await cancels(second.data.id)).id, second.data.id)
})

test('D19: cancelling and transitions are replayed without a second effect', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00', professionals: ['Ana', 'Bea'] })
  const one = dataOf(await salon.guest.book('Ana', '10:00', { date: '2030-03-06' }), 201)
  const cancel = () =>
    salon.guest.post(`/reservas/${one.id}/cancelar/`, { codigo: one.codigo }, key('fuera'))
  const cancelled = await cancel()
  salon.setTime('2030-03-04T09:00')
  const again = await cancel()
  assert.deepEqual([again.status, again.text], [200, cancelled.text])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')

  const two = dataOf(await salon.guest.book('Bea', '10:00'), 201)
  salon.setTime('2030-03-04T10:30')
  const complete = () => salon.backend.post(`/reservas/${two.id}/completar/`, {}, key('hecho'))
  const completed = await complete()
  const completedAgain = await complete()
  assert.deepEqual([completedAgain.status, completedAgain.text], [200, completed.text])
  assertError(await salon.backend.post(`/reservas/${two.id}/completar/`), 'INVALID_TRANSITION')
})

test('D19: a key has 1 to 255 characters', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  assertInvalid(await records(salon, salon.guest, ''), 'Idempotency-Key')
  assertInvalid(await records(salon, salon.guest, 'x'.repeat(256)), 'Idempotency-Key')
  dataOf(await records(salon, salon.guest, 'x'.repeat(255)), 201)
})
