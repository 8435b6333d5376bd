import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { emailsTo } from '../../support/emails.ts'
import { openSalon } from '../../support/salon.ts'
import { assertWritesNothing } from '../../support/writes.ts'

const lucia = { nombre: 'Lucía Prado', email: 'lucia@example.com' }
const onFriday = { date: '2030-03-08' }

test('D17: customer, guest and salon can cancel; without a payment there is no refund', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const customer = await salon.customer(lucia)
  for (const [who, by, time] of [
    [customer, 'cliente', '10:00'],
    [salon.guest, 'cliente', '11:00'],
    [salon.backend, 'negocio', '12:00'],
  ] as const) {
    const { id, codigo } = dataOf(await salon.guest.book('Ana', time, onFriday), 201)
    const body =
      who === salon.guest ? { codigo: codigo.toLowerCase(), motivo: 'Viaje' } : { motivo: 'Viaje' }
    const cancelled = dataOf(await who.post(`/reservas/${id}/cancelar/`, body))
    assert.deepEqual(cancelled, {
      id,
      estado: 'cancelada',
      cancelada_en: '2030-03-04T07:00:00.000Z',
      reembolso: { aplica: false, monto: 0, estado: 'no_aplica' },
    })
    const detail = dataOf(await salon.backend.get(`/reservas/${id}/`))
    assert.deepEqual(
      [
        detail.estado,
        detail.cancelada_por,
        detail.motivo_cancelacion,
        detail.puede_cancelar,
        detail.version,
      ],
      ['cancelada', by, 'Viaje', false, 2],
    )
    dataOf(await salon.backend.book('Ana', time, onFriday), 201)
  }
})

test('D9: cancelling needs a valid proof', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const neighbour = await openSalon({ now: '2030-03-04T08:00' })
  const customer = await salon.customer(lucia)
  const other = await salon.customer({ nombre: 'Eva', email: 'eva@example.com' })
  const { id, codigo } = dataOf(await customer.book('Ana', '10:00', onFriday), 201)
  const path = `/reservas/${id}/cancelar/`
  await assertWritesNothing(salon, async () => {
    assertError(await salon.guest.post(path), 'AUTHENTICATION_REQUIRED')
    const nothing = await salon.guest.post('/reservas/999999999/cancelar/', { codigo })
    for (const answer of [
      nothing,
      await salon.guest.post(path, { codigo: '0000000000' }),
      await salon.guest.post(path, { codigo: 'no' }),
      await salon.backend.post(path, { codigo: '0000000000' }),
      await other.post(path),
      await other.post(path, { codigo }),
      await neighbour.backend.post(path),
      await neighbour.guest.post(path, { codigo }),
    ]) {
      assertError(answer, 'BOOKING_NOT_FOUND')
      assert.equal(answer.text, nothing.text)
    }
    assertInvalid(await customer.post(path, { motivo: 'x'.repeat(501) }), 'motivo')
    assertInvalid(await customer.post(path, { razon: 'x' }), 'razon')
  })
})

test('D17: the deadline is an instant: exactly then is in time, a second later is not; the salon is exempt', async () => {
  const salon = await openSalon({
    now: '2030-03-04T08:00',
    settings: { cancellationHours: 24 },
    professionals: ['Ana', 'Bea'],
  })
  const inTime = dataOf(await salon.guest.book('Ana', '10:00', onFriday), 201)
  const late = dataOf(await salon.guest.book('Bea', '10:00', onFriday), 201)
  salon.clock.set(new Date('2030-03-07T09:00:00.000Z'))
  dataOf(await salon.guest.cancel(inTime))
  salon.clock.set(new Date('2030-03-07T09:00:01.000Z'))
  assertError(
    await assertWritesNothing(salon, () => salon.guest.cancel(late)),
    'CANCELLATION_DEADLINE_PASSED',
  )
  const customer = await salon.customer(lucia)
  assertError(await customer.post(`/reservas/${late.id}/cancelar/`), 'CANCELLATION_DEADLINE_PASSED')
  // the salon with the code is that guest
  assertError(await salon.backend.cancel(late), 'CANCELLATION_DEADLINE_PASSED')
  salon.clock.set(new Date('2030-03-08T08:59:59.000Z'))
  dataOf(await salon.backend.post(`/reservas/${late.id}/cancelar/`))
})

test('D17: started or ended bookings are CANNOT_CANCEL, before the deadline is checked', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  salon.setTime('2030-03-04T10:00')
  for (const answer of [
    await salon.guest.cancel(booking),
    await salon.backend.post(`/reservas/${booking.id}/cancelar/`),
  ]) {
    assertError(answer, 'CANNOT_CANCEL')
  }
  dataOf(await salon.backend.post(`/reservas/${booking.id}/completar/`))
  assertError(await salon.backend.post(`/reservas/${booking.id}/cancelar/`), 'CANNOT_CANCEL')
})

test('of ten simultaneous cancellations one succeeds; one transition, event and email are written', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const booking = dataOf(await salon.guest.book('Ana', '10:00', onFriday), 201)
  const answers = await Promise.all(Array.from({ length: 10 }, () => salon.guest.cancel(booking)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  for (const answer of answers.filter(({ status }) => status !== 200))
    assertError(answer, 'CANNOT_CANCEL')
  const { witness } = await testDatabase()
  const [written] = await witness`
    select (select count(*)::int from booking_transitions where booking_id = ${booking.id} and to_state = 'cancelled') as transitions,
      (select count(*)::int from events where payload ->> 'id' = ${String(booking.id)} and type = 'reserva.cancelada') as events,
      (select count(*)::int from claims where owner_id = ${booking.id}) as claims`
  assert.deepEqual({ ...written }, { transitions: 1, events: 1, claims: 0 })
  assert.deepEqual(
    (await emailsTo(salon, lucia.email)).map(({ kind }) => kind),
    ['booking_confirmed', 'booking_cancelled'],
  )
})
