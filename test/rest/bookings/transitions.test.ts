import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { emailsTo } from '../../support/emails.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'

const byHand = { settings: { confirmsByHand: true }, now: '2030-03-04T08:00' }

const moves = (salon: TestSalon, id: number) => ({
  confirm: (body?: object) => salon.backend.post(`/reservas/${id}/confirmar/`, body),
  complete: (body?: object) => salon.backend.post(`/reservas/${id}/completar/`, body),
  noShow: (body?: object) => salon.backend.post(`/reservas/${id}/no-show/`, body),
})

/** The transitions of a booking as stored. */
async function historyOf({ businessId }: TestSalon, id: number): Promise<string[]> {
  const { witness } = await testDatabase()
  const rows = await witness<{ text: string }[]>`
    select concat_ws(' ', coalesce(from_state, '-'), to_state, actor, nullif(reason, '')) as text
    from booking_transitions where business_id = ${businessId} and booking_id = ${id} order by occurred_at, id`
  return rows.map(({ text }) => text)
}

async function eventsOf({ businessId }: TestSalon, id: number): Promise<string[]> {
  const { witness } = await testDatabase()
  const rows = await witness<{ type: string }[]>`
    select type from events where business_id = ${businessId} and payload ->> 'id' = ${String(id)} order by occurred_at, id`
  return rows.map(({ type }) => type)
}

test('D14: with manual confirmation bookings are pending until confirmed with the secret key', async () => {
  const salon = await openSalon(byHand)
  const booking = dataOf(await salon.guest.book('Ana', '18:00', { date: '2030-03-05' }), 201)
  assert.equal(booking.estado, 'pendiente')
  const waiting = dataOf(await salon.backend.get(`/reservas/${booking.id}/`))
  assert.equal(waiting.expira_en, '2030-03-04T19:00:00.000Z')

  const confirmed = dataOf(await moves(salon, booking.id).confirm({ motivo: 'Hay sitio' }))
  assert.deepEqual(
    [confirmed.estado, confirmed.expira_en, confirmed.version],
    ['confirmada', null, 2],
  )
  assert.deepEqual(await historyOf(salon, booking.id), [
    '- pending customer',
    'pending confirmed business Hay sitio',
  ])
  assert.deepEqual(await eventsOf(salon, booking.id), ['reserva.creada', 'reserva.confirmada'])
  assert.deepEqual(
    (await emailsTo(salon, 'lucia@example.com')).map(({ kind }) => kind),
    ['booking_received', 'booking_confirmed'],
  )
})

test('D14: completing is possible from the start, no_show from 15 minutes later', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00', professionals: ['Ana', 'Bea'] })
  const done = moves(salon, dataOf(await salon.guest.book('Ana', '10:00'), 201).id)
  const missed = moves(salon, dataOf(await salon.guest.book('Bea', '10:00'), 201).id)
  salon.setTime('2030-03-04T09:59')
  assertError(await done.complete(), 'INVALID_TRANSITION')
  salon.setTime('2030-03-04T10:00')
  assert.equal(dataOf(await done.complete()).estado, 'completada')
  assertError(await missed.noShow(), 'INVALID_TRANSITION')
  salon.setTime('2030-03-04T10:14')
  assertError(await missed.noShow(), 'INVALID_TRANSITION')
  salon.setTime('2030-03-04T10:15')
  assert.equal(dataOf(await missed.noShow()).estado, 'no_show')
})

test('D14: completada and no_show can be corrected for 72 hours', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const { id } = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const move = moves(salon, id)
  salon.setTime('2030-03-04T11:00')
  dataOf(await move.complete())
  salon.setTime('2030-03-07T11:00')
  assert.equal(dataOf(await move.noShow()).estado, 'no_show')
  salon.setTime('2030-03-10T11:01')
  assertError(await move.complete(), 'INVALID_TRANSITION')
  assert.deepEqual(await historyOf(salon, id), [
    '- confirmed customer',
    'confirmed completed business',
    'completed no_show business',
  ])
  assert.deepEqual(await eventsOf(salon, id), [
    'reserva.creada',
    'reserva.completada',
    'reserva.no_show',
  ])
})

test('D14: any other transition is INVALID_TRANSITION and changes nothing', async () => {
  const salon = await openSalon({ ...byHand, professionals: ['Ana', 'Bea'] })
  const pending = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const cancelled = dataOf(await salon.guest.book('Bea', '10:00'), 201)
  dataOf(await salon.backend.post(`/reservas/${cancelled.id}/cancelar/`))
  salon.setTime('2030-03-04T11:00')
  for (const [{ id }, refused] of [
    [pending, ['complete', 'noShow']],
    [cancelled, ['confirm', 'complete', 'noShow']],
  ] as const) {
    for (const move of refused) assertError(await moves(salon, id)[move](), 'INVALID_TRANSITION')
  }
  dataOf(await moves(salon, pending.id).confirm())
  assertError(await moves(salon, pending.id).confirm(), 'INVALID_TRANSITION')
  dataOf(await moves(salon, pending.id).complete())
  for (const move of ['confirm', 'complete'] as const) {
    assertError(await moves(salon, pending.id)[move](), 'INVALID_TRANSITION')
  }
  assertError(await salon.backend.post(`/reservas/${pending.id}/cancelar/`), 'CANNOT_CANCEL')
})

test('only the salon makes transitions, and only of its own bookings', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const neighbour = await openSalon({ now: '2030-03-04T08:00' })
  const { id, codigo } = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  salon.setTime('2030-03-04T10:30')
  const customer = await salon.customer({ nombre: 'Lucía Prado', email: 'lucia@example.com' })
  for (const path of ['confirmar', 'completar', 'no-show']) {
    assertError(await salon.guest.post(`/reservas/${id}/${path}/`), 'INSUFFICIENT_SCOPE')
    assertError(await customer.post(`/reservas/${id}/${path}/`), 'INSUFFICIENT_SCOPE')
    assertError(await neighbour.backend.post(`/reservas/${id}/${path}/`), 'BOOKING_NOT_FOUND')
    assertError(await salon.backend.post(`/reservas/999999999/${path}/`), 'BOOKING_NOT_FOUND')
    assertError(await salon.backend.post(`/reservas/-1/${path}/`), 'BOOKING_NOT_FOUND')
    assertInvalid(await salon.backend.post(`/reservas/${id}/${path}/`, { codigo }), 'codigo')
    assertInvalid(
      await salon.backend.post(`/reservas/${id}/${path}/`, { motivo: 'x'.repeat(501) }),
      'motivo',
    )
  }
  assert.equal(dataOf(await salon.backend.get(`/reservas/${id}/`)).estado, 'confirmada')
})
