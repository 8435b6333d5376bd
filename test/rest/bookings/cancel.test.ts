import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../../support/assertions.ts'
import { openSalon } from '../../support/salon.ts'
import type { SalonFixture } from '../../support/salon-fixture.ts'

const relaxed: SalonFixture & { now: string } = {
  hours: '09:00-10:30',
  settings: { cancellationHours: 0, slotIntervalMinutes: 30 },
  now: '2030-03-04T08:00',
}

test('a guest cancels with the code; without a payment there is no refund', async () => {
  const salon = await openSalon(relaxed)
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  salon.setTime('2030-03-04T08:30')
  const answer = await salon.guest.cancel(booking, {
    codigo: booking.codigo,
    motivo: '  Me ha surgido algo ',
  })
  assert.deepEqual(dataOf(answer), {
    id: booking.id,
    estado: 'cancelada',
    cancelada_en: '2030-03-04T07:30:00.000Z',
    reembolso: { aplica: false, monto: 0, estado: 'no_aplica' },
  })
  const seen = dataOf(await salon.guest.get(`/reservas/codigo/${booking.codigo}/`))
  const {
    estado,
    motivo_cancelacion,
    cancelada_en,
    cancelada_por,
    puede_cancelar,
    version,
    updated_at,
  } = seen
  assert.deepEqual(
    {
      estado,
      motivo_cancelacion,
      cancelada_en,
      cancelada_por,
      puede_cancelar,
      version,
      updated_at,
    },
    {
      estado: 'cancelada',
      motivo_cancelacion: 'Me ha surgido algo',
      cancelada_en: '2030-03-04T07:30:00.000Z',
      cancelada_por: 'cliente',
      puede_cancelar: false,
      version: 2,
      updated_at: '2030-03-04T07:30:00.000Z',
    },
  )
})

test('D9: the salon cancels with its secret key alone, as cancelada_por negocio', async () => {
  const salon = await openSalon(relaxed)
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  assert.equal(dataOf(await salon.backend.cancel(booking, {})).estado, 'cancelada')
  const { cancelada_por, motivo_cancelacion } = dataOf(
    await salon.backend.get(`/reservas/codigo/${booking.codigo}/`),
  )
  assert.deepEqual([cancelada_por, motivo_cancelacion], ['negocio', null])
})

test('D9: with a code the caller is that guest, also with a secret key', async () => {
  const salon = await openSalon(relaxed)
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  dataOf(await salon.backend.cancel(booking))
  assert.equal(
    dataOf(await salon.backend.get(`/reservas/codigo/${booking.codigo}/`)).cancelada_por,
    'cliente',
  )
})

test('D10: codes are case-insensitive', async () => {
  const salon = await openSalon(relaxed)
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const codigo = booking.codigo.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'i')
  dataOf(await salon.guest.cancel(booking, { codigo }))
})

test('the body is optional for callers without a code', async () => {
  const salon = await openSalon(relaxed)
  for (const [time, send] of [
    ['09:00', (id: number) => salon.backend.post(`/reservas/${id}/cancelar/`)],
    [
      '09:30',
      (id: number) => salon.backend.post(`/reservas/${id}/cancelar/`, { motivo: null, codigo: '' }),
    ],
    [
      '10:00',
      (id: number) =>
        salon.backend.send(`/reservas/${id}/cancelar`, {
          method: 'POST',
          body: '',
          headers: { 'content-type': 'application/json' },
        }),
    ],
  ] as const) {
    const booking = dataOf(await salon.guest.book('Ana', time), 201)
    assert.equal(dataOf(await send(booking.id)).estado, 'cancelada')
  }
})

test('the time of a cancelled booking is free at once', async () => {
  const salon = await openSalon(relaxed)
  const booking = dataOf(await salon.guest.book('Ana', '09:30'), 201)
  assert.deepEqual(await salon.guest.listSlots('Ana'), ['09:00', '09:30 ocupado', '10:00'])
  dataOf(await salon.guest.cancel(booking))
  assert.deepEqual(await salon.guest.listSlots('Ana'), ['09:00', '09:30', '10:00'])
  const again = dataOf(await salon.guest.book('Ana', '09:30', { email: 'other@example.com' }), 201)
  assert.notEqual(again.codigo, booking.codigo)
})

test('D17: a guest can cancel exactly at the deadline', async () => {
  const salon = await openSalon({ settings: { cancellationHours: 48 }, now: '2030-03-04T08:00' })
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: '2030-03-07' }), 201)
  salon.setTime('2030-03-05T10:00')
  dataOf(await salon.guest.cancel(booking))
})

test('D17: the salon can cancel until the start', async () => {
  const salon = await openSalon({ settings: { cancellationHours: 48 }, now: '2030-03-04T08:00' })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  salon.setTime('2030-03-04T09:59:59')
  dataOf(await salon.backend.cancel(booking, {}))
})

test('cancelling several services frees all their time', async () => {
  const salon = await openSalon({
    ...relaxed,
    services: [
      { name: 'Corte', minutes: 30 },
      { name: 'Barba', minutes: 30 },
    ],
  })
  const booking = dataOf(
    await salon.guest.book('Ana', '09:00', { services: ['Corte', 'Barba'] }),
    201,
  )
  dataOf(await salon.guest.cancel(booking))
  assert.deepEqual(await salon.guest.listSlots('Ana'), ['09:00', '09:30', '10:00'])
})
