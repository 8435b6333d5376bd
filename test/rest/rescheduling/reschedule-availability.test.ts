import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, dataOf } from '../../support/assertions.ts'
import { reschedule } from '../../support/reschedule.ts'
import { openSalon, type SalonClient } from '../../support/salon.ts'

const friday = '2030-03-08'

test('D37: availability with reserva_id counts the own time of the booking as free, with its waits and units', async () => {
  const salon = await openSalon({
    now: '2030-03-04T08:00',
    hours: '09:00-12:00',
    resources: { Lavabo: 1 },
    services: [
      { name: 'Color', phases: [20, 35, 15], bufferMinutes: 10, needs: ['Lavabo'] },
      { name: 'Corte', minutes: 30 },
    ],
    professionals: ['Ana', 'Bea'],
    settings: { slotIntervalMinutes: 15 },
  })
  const booking = dataOf(await salon.guest.book('Ana', '09:30', { date: friday }), 201)
  const cut = { date: friday, services: ['Corte'], email: 'eva@example.com' }
  dataOf(await salon.guest.book('Ana', '11:30', cut), 201)
  const proof = { 'x-reserva-codigo': booking.codigo }
  const free = async (
    client: SalonClient,
    professional: string | number,
    query = `?reserva_id=${booking.id}`,
    headers: Record<string, string> = {},
  ): Promise<string[]> =>
    dataOf(await client.get(`/disponibilidad/${professional}/${friday}/${query}`, headers))
      .slots.filter((slot: { disponible: boolean }) => slot.disponible)
      .map((slot: { hora_inicio: string }) => slot.hora_inicio)

  const ana = salon.id('Ana')
  const color = `?servicio_id=${salon.id('Color')}`
  assert.deepEqual(await free(salon.guest, ana, color), [])
  const own = await free(salon.guest, ana, undefined, proof)
  assert.deepEqual(own, ['09:00', '09:15', '09:30', '09:45', '10:00'])
  assert.deepEqual(await free(salon.guest, ana, `${color}&reserva_id=${booking.id}`, proof), own)
  assert.deepEqual(await free(salon.backend, ana), own)
  assert.ok((await free(salon.guest, 0, undefined, proof)).includes('10:45'), 'Bea is free then')
  const line = `?lineas=${salon.id('Color')}:0&reserva_id=${booking.id}`
  const { slots } = dataOf(await salon.guest.get(`/disponibilidad/0/${friday}/${line}`, proof))
  for (const { disponible, lineas } of slots)
    assert.equal(lineas.length, disponible ? 1 : 0, 'one professional for the one line')
  for (const hora_inicio of own) {
    const to = { fecha: friday, hora_inicio, codigo: booking.codigo }
    dataOf(await reschedule(salon.guest, booking, to, { 'x-simular': 'true' }))
  }
  const days = async (query: string) =>
    dataOf(
      await salon.guest.get(
        `/disponibilidad/dias/?peluquero_id=${ana}&desde=${friday}&hasta=${friday}${query}`,
        proof,
      ),
    ).dias[0].slots_libres
  assert.equal(await days(`&servicio_id=${salon.id('Color')}`), 0)
  assert.equal(await days(`&reserva_id=${booking.id}`), own.length)

  const path = `/disponibilidad/${ana}/${friday}/?reserva_id=`
  assertError(await salon.guest.get(`${path}${booking.id}`), 'AUTHENTICATION_REQUIRED')
  assertError(await salon.guest.get(`${path}987`, proof), 'BOOKING_NOT_FOUND')
  const wrong = { 'x-reserva-codigo': 'AAAAAAAAAA' }
  assertError(await salon.guest.get(`${path}${booking.id}`, wrong), 'BOOKING_NOT_FOUND')
})
