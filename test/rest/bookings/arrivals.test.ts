import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'

// That the customer of a visit has come in (D71).

const { witness } = await testDatabase()

const arrive = (salon: TestSalon, id: number, who = salon.backend) =>
  who.post(`/reservas/${id}/llegada/`)
const undo = (salon: TestSalon, id: number, who = salon.backend) =>
  who.delete(`/reservas/${id}/llegada/`)

/** A visit at 10:00 of today, and the clock at 09:50. */
async function openVisit() {
  const salon = await openSalon({ now: '2030-03-04T08:00', professionals: ['Ana', 'Bea'] })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  salon.setTime('2030-03-04T09:50')
  return { salon, booking }
}

const eventsOf = async ({ businessId }: TestSalon) => {
  const rows = await witness<{ type: string; arrivedAt: string | null }[]>`
    select type, payload ->> 'arrivedAt' as "arrivedAt" from events
    where business_id = ${businessId} order by occurred_at, id`
  return rows.map(({ type, arrivedAt }) => [type, arrivedAt])
}

test('D71: the salon records who has come in, sees it in the booking, lists and the agenda, and undoes it', async () => {
  const { salon, booking } = await openVisit()
  const { id } = booking
  const at = '2030-03-04T08:50:00.000Z'
  const arrived = dataOf(await arrive(salon, id))
  assert.deepEqual([arrived.estado, arrived.llegada_en, arrived.version], ['confirmada', at, 2])
  assert.equal(dataOf(await salon.backend.get(`/reservas/${id}/`)).llegada_en, at)
  assert.equal(dataOf(await salon.backend.get('/reservas/')).items[0].llegada_en, at)
  assert.equal(dataOf(await salon.backend.get('/agenda/')).reservas[0].llegada_en, at)
  const byCode = dataOf(await salon.guest.get(`/reservas/codigo/${booking.codigo}/`))
  assert.equal(byCode.llegada_en, null)

  salon.setTime('2030-03-04T09:55')
  const again = dataOf(await arrive(salon, id))
  assert.deepEqual([again.llegada_en, again.version], [at, 2])

  assert.deepEqual(
    [dataOf(await undo(salon, id)).llegada_en, dataOf(await undo(salon, id)).version],
    [null, 3],
  )
  assert.deepEqual(await eventsOf(salon), [
    ['reserva.creada', null],
    ['reserva.llegada', at],
    ['reserva.llegada', null],
  ])
  const entries = await witness<{ action: string }[]>`
    select action from audit_entries where business_id = ${salon.businessId}
      and action like '%arriv%' order by occurred_at, id`
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['bookings.arrive', 'bookings.undo-arrival'],
  )
})

test('nobody arrives on another day, at a booking that is not confirmed, or twice with one key', async () => {
  const { salon, booking } = await openVisit()
  const tomorrow = dataOf(await salon.guest.book('Ana', '10:00', { date: '2030-03-05' }), 201)
  assertError(await arrive(salon, tomorrow.id), 'INVALID_TRANSITION')
  const cancelled = dataOf(await salon.guest.book('Bea', '12:00', { email: 'b@example.com' }), 201)
  dataOf(await salon.backend.post(`/reservas/${cancelled.id}/cancelar/`))
  assertError(await arrive(salon, cancelled.id), 'INVALID_TRANSITION')
  assertError(await undo(salon, cancelled.id), 'INVALID_TRANSITION')

  const key = { 'idempotency-key': 'arrival-1' }
  const first = dataOf(await salon.backend.post(`/reservas/${booking.id}/llegada/`, {}, key))
  dataOf(await undo(salon, booking.id))
  const repeated = dataOf(await salon.backend.post(`/reservas/${booking.id}/llegada/`, {}, key))
  assert.equal(repeated.llegada_en, first.llegada_en)
  assert.equal(dataOf(await salon.backend.get(`/reservas/${booking.id}/`)).llegada_en, null)

  salon.setTime('2030-03-04T11:00')
  dataOf(await salon.backend.post(`/reservas/${booking.id}/completar/`))
  assertError(await arrive(salon, booking.id), 'INVALID_TRANSITION')
})

test('a later move of the same day keeps the arrival, one to another day and a no-show remove it', async () => {
  const { salon, booking } = await openVisit()
  const path = `/reservas/${booking.id}/reprogramar/`
  dataOf(await arrive(salon, booking.id))
  const later = { fecha: '2030-03-04', hora_inicio: '10:30', por_negocio: true }
  assert.ok(dataOf(await salon.backend.post(path, later)).llegada_en)
  const next = { ...later, fecha: '2030-03-05' }
  assert.equal(dataOf(await salon.backend.post(path, next)).llegada_en, null)

  salon.setTime('2030-03-05T10:00')
  dataOf(await arrive(salon, booking.id))
  salon.setTime('2030-03-05T11:00')
  const missed = dataOf(await salon.backend.post(`/reservas/${booking.id}/no-show/`))
  assert.equal(missed.llegada_en, null)
})

test('only the salon records arrivals, and who has their own agenda theirs', async () => {
  const { salon, booking } = await openVisit()
  const neighbour = await openSalon({ now: '2030-03-04T08:00' })
  assertError(await arrive(salon, booking.id, salon.guest), 'INSUFFICIENT_SCOPE')
  assertError(await arrive(neighbour, booking.id), 'BOOKING_NOT_FOUND')
  assertError(await arrive(salon, 999_999_999), 'BOOKING_NOT_FOUND')
  const bea = await salon.staff('professional', { professional: 'Bea' })
  assertError(await arrive(salon, booking.id, bea), 'BOOKING_NOT_FOUND')
  const ana = await salon.staff('professional', { professional: 'Ana' })
  assert.ok(dataOf(await arrive(salon, booking.id, ana)).llegada_en)
})
