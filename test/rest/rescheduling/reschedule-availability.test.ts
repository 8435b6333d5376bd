import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, dataOf } from '../../support/assertions.ts'
import { queryGraphql } from '../../support/graphql.ts'
import { reschedule } from '../../support/reschedule.ts'
import { openSalon, type SalonClient } from '../../support/salon.ts'
import type { SalonFixture } from '../../support/salon-fixture.ts'

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

test('D65: staff who may read no agenda find no times for a booking that is to be moved', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00', professionals: ['Ana'] })
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: friday }), 201)
  const permissionsRemoved = ['agenda.own', 'bookings.manage'] as const
  const blind = await salon.staff('professional', { professional: 'Ana', permissionsRemoved })
  for (const path of [`${salon.id('Ana')}/${friday}/?`, `dias/?desde=${friday}&`]) {
    const refused = await blind.get(`/disponibilidad/${path}reserva_id=${booking.id}`)
    assertError(refused, 'PERMISSION_REQUIRED')
    assert.equal(refused.error.permiso, 'agenda.propia')
  }
})

test('D37: reserva_id alone means the booked people of a visit that several do', async () => {
  const salon = await openSalon({
    now: '2030-03-04T08:00',
    hours: '09:00-12:00',
    services: [
      { name: 'Corte', minutes: 30 },
      { name: 'Color', minutes: 60 },
    ],
    professionals: ['Ana', 'Bea', 'Cruz'],
    settings: { slotIntervalMinutes: 30 },
  })
  const [ana, bea] = [salon.id('Ana'), salon.id('Bea')]
  const lineas = [
    { servicio_id: salon.id('Corte'), peluquero_id: ana },
    { servicio_id: salon.id('Color'), peluquero_id: bea },
  ]
  const visit = { date: friday, servicio_ids: undefined, peluquero_id: undefined, lineas }
  const booking = dataOf(await salon.guest.book('Ana', '09:00', visit), 201)
  const other = { date: friday, services: ['Corte'], email: 'eva@example.com' }
  dataOf(await salon.guest.book('Bea', '11:00', other), 201)
  const proof = { 'x-reserva-codigo': booking.codigo }
  const query = `?reserva_id=${booking.id}`
  const { slots } = dataOf(await salon.guest.get(`/disponibilidad/0/${friday}/${query}`, proof))
  const free = slots.filter((slot: { disponible: boolean }) => slot.disponible)
  assert.deepEqual(
    free.map(({ hora_inicio, lineas }: { hora_inicio: string; lineas: object[] }) => [
      hora_inicio,
      lineas,
    ]),
    ['09:00', '09:30'].map((time) => [time, lineas]),
  )
  const oneDay = `&desde=${friday}&hasta=${friday}`
  const days = dataOf(await salon.guest.get(`/disponibilidad/dias/${query}${oneDay}`, proof)).dias
  assert.deepEqual([days[0].slots_libres, days[0].ultimo_slot], [2, '09:30'])
  const graphql = await queryGraphql(
    salon.guest,
    `{ disponibilidad(peluquero_id: 0, fecha: "${friday}", reserva_id: ${booking.id},
      codigo: "${booking.codigo}") { slots { hora_inicio disponible lineas { peluquero_id } } } }`,
  )
  assert.deepEqual(
    graphql.data.disponibilidad.slots
      .filter((slot: { disponible: boolean }) => slot.disponible)
      .map((slot: { lineas: { peluquero_id: number }[] }) =>
        slot.lineas.map(({ peluquero_id }) => peluquero_id),
      ),
    [
      [ana, bea],
      [ana, bea],
    ],
  )
  const cruz = await salon.guest.get(
    `/disponibilidad/${salon.id('Cruz')}/${friday}/${query}`,
    proof,
  )
  assert.equal(dataOf(cruz).slots_disponibles_count, 4, 'a named person does all of it')
})

test('D37: availability with reserva_id of services that nobody offers has no slots', async () => {
  const fixture: SalonFixture & { now: string } = {
    now: '2030-03-04T08:00',
    services: [{ name: 'Corte' }, { name: 'Color' }],
    professionals: [{ name: 'Ana', services: ['Corte'] }],
  }
  const salon = await openSalon(fixture)
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: friday }), 201)
  const proof = { 'x-reserva-codigo': booking.codigo }
  const query = `?reserva_id=${booking.id}&servicio_id=${salon.id('Color')}`
  const day = dataOf(await salon.guest.get(`/disponibilidad/0/${friday}/${query}`, proof))
  assert.deepEqual([day.slots, day.aviso.code], [[], 'PROFESSIONAL_NOT_WORKING'])
  const range = `${query}&desde=${friday}&hasta=${friday}`
  const { dias } = dataOf(await salon.guest.get(`/disponibilidad/dias/${range}`, proof))
  assert.deepEqual([dias[0].disponible, dias[0].motivo], [false, 'no_trabaja'])
})
