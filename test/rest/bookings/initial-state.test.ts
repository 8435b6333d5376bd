import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../../support/assertions.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import type { SalonFixture } from '../../support/salon-fixture.ts'

const byHand: SalonFixture = {
  hours: '00:00-24:00',
  settings: { confirmsByHand: true, cancellationHours: 0 },
}

const detailOf = async (salon: TestSalon, codigo: string) =>
  dataOf(await salon.guest.get(`/reservas/codigo/${codigo}/`))

test('D14: a booking is confirmed at once unless it must be confirmed or paid', async () => {
  const salon = await openSalon()
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  assert.deepEqual(
    [booking.estado, booking.pago_requerido, booking.pago_pendiente],
    ['confirmada', false, false],
  )
  assert.equal((await detailOf(salon, booking.codigo)).expira_en, null)
})

for (const [when, now, date, time, expires] of [
  ['far ahead: twelve hours', '2030-03-04T08:00', '2030-03-08', '10:00', '2030-03-04T20:00'],
  [
    'the same day: until half an hour before the start',
    '2030-03-04T08:00',
    '2030-03-04',
    '12:00',
    '2030-03-04T11:30',
  ],
  [
    'twelve and a half hours ahead: both are the same',
    '2030-03-04T08:00',
    '2030-03-04',
    '20:30',
    '2030-03-04T20:00',
  ],
  [
    'soon: a quarter of an hour at least',
    '2030-03-04T08:00',
    '2030-03-04',
    '08:30',
    '2030-03-04T08:15',
  ],
  [
    'at once: a quarter of an hour, past its start',
    '2030-03-04T08:00',
    '2030-03-04',
    '08:00',
    '2030-03-04T08:15',
  ],
] as const) {
  test(`D14: the deadline of manual confirmation: ${when}`, async () => {
    const salon = await openSalon({ ...byHand, timezone: 'UTC', now })
    const booking = dataOf(await salon.guest.book('Ana', time, { date }), 201)
    assert.deepEqual([booking.estado, booking.pago_requerido], ['pendiente', false])
    const { estado, expira_en } = await detailOf(salon, booking.codigo)
    assert.deepEqual([estado, expira_en], ['pendiente', `${expires}:00.000Z`])
  })
}

test('D14: a pending booking holds its time and can be cancelled', async () => {
  const salon = await openSalon({ ...byHand, hours: '09:00-10:00', now: '2030-03-04T08:00' })
  const booking = dataOf(await salon.guest.book('Ana', '09:00'), 201)
  assert.deepEqual(await salon.guest.listSlots('Ana'), ['09:00 ocupado', '09:15 ocupado', '09:30'])
  assert.equal((await detailOf(salon, booking.codigo)).puede_cancelar, true)
  assert.equal(dataOf(await salon.guest.cancel(booking)).estado, 'cancelada')
  const after = await detailOf(salon, booking.codigo)
  assert.deepEqual([after.estado, after.expira_en], ['cancelada', null])
  assert.deepEqual(await salon.guest.listSlots('Ana'), ['09:00', '09:15', '09:30'])
})

test('D14: prepayment is not required while the account cannot charge', async () => {
  const salon = await openSalon({
    settings: { requiresPrepayment: true, acceptsOnlinePayments: true },
  })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  assert.deepEqual(
    [booking.estado, booking.pago_requerido, booking.pago_pendiente],
    ['confirmada', false, false],
  )
  assert.equal((await detailOf(salon, booking.codigo)).a_pagar_ahora, 0)
})
