import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDate } from '@silla/slots'
import { assertError, dataOf } from '../../support/assertions.ts'
import { queryGraphql } from '../../support/graphql.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'

const monday = '2030-03-04'
const team = ['Ana', 'Bea', 'Clara']

const anyone = async (
  salon: TestSalon,
  date = monday,
  query = `servicio_id=${salon.id('Corte')}`,
) => dataOf(await salon.guest.get(`/disponibilidad/0/${date}/?${query}`))

/** `09:00-09:30 Ana Bea`, or with the reason. */
const described = (salon: TestSalon, slots: Slot[]) =>
  slots.map(({ hora_inicio, hora_fin, motivo, peluqueros }) =>
    [`${hora_inicio}-${hora_fin}`, motivo ?? namesOf(salon, peluqueros)].flat().join(' '),
  )

const namesOf = (salon: TestSalon, ids: number[]) =>
  ids.map((id) => team.find((name) => salon.id(name) === id))

interface Slot {
  hora_inicio: string
  hora_fin: string
  motivo?: string
  peluqueros: number[]
}

/** In the order of display, the first one by the number of the day. */
const rotated = (date: string) => {
  const first = (parseDate(date) as number) % team.length
  return [...team.slice(first), ...team.slice(0, first)]
}

test('D32: a day with anyone lists each start once, with those who are free then', async () => {
  const salon = await openSalon({
    hours: '09:00-10:30',
    professionals: team,
    settings: { slotIntervalMinutes: 30, assignment: 'priority' },
    now: `${monday}T09:20`,
  })
  dataOf(await salon.guest.book('Ana', '09:30'), 201)
  for (const name of team) dataOf(await salon.guest.book(name, '10:00'), 201)
  const day = await anyone(salon)
  assert.deepEqual(described(salon, day.slots), [
    '09:00-09:30 pasado',
    '09:30-10:00 Bea Clara',
    '10:00-10:30 ocupado',
  ])
  assert.deepEqual(day.slots[2].peluqueros, [])
  assert.deepEqual(day.profesional, { id: 0, nombre: '' })
  assert.equal(day.slots_disponibles_count, 1)
})

test('D32: balanced, the fewest minutes of bookings that day are first, then the day decides', async () => {
  const salon = await openSalon({
    hours: '09:00-12:00',
    professionals: team,
    settings: { slotIntervalMinutes: 30 },
    now: `${monday}T08:00`,
  })
  const lastSlot = async (date: string) => {
    const { slots } = await anyone(salon, date)
    return namesOf(salon, slots.at(-1).peluqueros)
  }
  for (const date of [monday, '2030-03-05', '2030-03-06'])
    assert.deepEqual(await lastSlot(date), rotated(date))

  const [first, second, third] = rotated(monday) as [string, string, string]
  dataOf(await salon.guest.book(first, '09:00'), 201)
  assert.deepEqual(await lastSlot(monday), [second, third, first])
  dataOf(await salon.guest.book(second, '09:00'), 201)
  dataOf(await salon.guest.book(second, '09:30'), 201)
  assert.deepEqual(await lastSlot(monday), [third, first, second])
  // blocks do not count, and neither do other days
  const input = { motivo: 'Curso', desde: `${monday}T09:00`, hasta: `${monday}T11:00` }
  dataOf(await salon.backend.post('/bloqueos/', { ...input, peluquero_id: salon.id(third) }), 201)
  dataOf(await salon.guest.book(third, '09:00', { date: '2030-03-05' }), 201)
  assert.deepEqual(await lastSlot(monday), [third, first, second])
})

test('D32, D34: the end is that of the first who is free, with a duration of their own', async () => {
  const salon = await openSalon({
    hours: '09:00-10:00',
    professionals: [
      { name: 'Ana', ownTerms: { Corte: { minutes: 45 } } },
      { name: 'Bea', ownTerms: { Corte: { minutes: 20 } } },
    ],
    settings: { slotIntervalMinutes: 30, assignment: 'priority' },
    now: `${monday}T08:00`,
  })
  assert.deepEqual(described(salon, (await anyone(salon)).slots), [
    '09:00-09:45 Ana Bea',
    '09:30-09:50 Bea',
  ])
})

test('D32: only those count who offer all services; without any there are no slots', async () => {
  const salon = await openSalon({
    hours: '09:00-10:00',
    services: [{ name: 'Corte' }, { name: 'Color' }, { name: 'Barba' }],
    professionals: [
      { name: 'Ana', services: ['Corte'] },
      { name: 'Bea', services: ['Corte', 'Color'] },
    ],
    settings: { slotIntervalMinutes: 30 },
    now: `${monday}T08:00`,
  })
  const servicios = ['Corte', 'Color'].map((name) => salon.id(name)).join()
  const both = await anyone(salon, monday, `servicios=${servicios}`)
  assert.deepEqual(described(salon, both.slots), ['09:00-10:00 Bea'])
  const nobody = await anyone(salon, monday, `servicio_id=${salon.id('Barba')}`)
  assert.deepEqual([nobody.slots, nobody.duracion_solicitada], [[], 30])
  assert.equal(nobody.aviso.code, 'PROFESSIONAL_NOT_WORKING')
  assertError(
    await salon.guest.get(`/disponibilidad/0/${monday}/?servicio_id=987654`),
    'SERVICE_NOT_FOUND',
  )
  assertError(await salon.guest.get('/disponibilidad/0/2030-03-03/'), 'DATE_IN_PAST')
})

test('D13, D32: the reason of a day without anyone: a closing, or nobody works', async () => {
  const salon = await openSalon({
    professionals: [
      { name: 'Ana', exceptions: { '2030-03-05': null } },
      { name: 'Bea', exceptions: { '2030-03-05': null, '2030-03-06': null } },
    ],
    closings: { '2030-03-07': null },
    now: `${monday}T08:00`,
  })
  const notices = []
  for (const date of ['2030-03-05', '2030-03-06', '2030-03-07'])
    notices.push((await anyone(salon, date)).aviso?.code)
  assert.deepEqual(notices, ['PROFESSIONAL_NOT_WORKING', undefined, 'BUSINESS_CLOSED'])
})

test('D32: GraphQL has the same slots, and peluquero_id 0 means anyone in days, too', async () => {
  const salon = await openSalon({
    hours: '09:00-10:00',
    professionals: team,
    settings: { slotIntervalMinutes: 30 },
    now: `${monday}T08:00`,
  })
  dataOf(await salon.guest.book('Ana', '09:00'), 201)
  const { slots } = await anyone(salon, monday, '')
  const { data, text } = await queryGraphql(
    salon.guest,
    `{ disponibilidad(peluquero_id: 0 fecha: "${monday}") {
      profesional { id nombre } slots { hora_inicio hora_fin disponible peluqueros }
    } }`,
  )
  assert.ok(data, text)
  assert.deepEqual(data.disponibilidad.slots, slots)
  assert.deepEqual(data.disponibilidad.profesional, { id: 0, nombre: '' })

  const range = `desde=${monday}&hasta=${monday}`
  const days = await salon.guest.get(`/disponibilidad/dias/?${range}`)
  assert.equal(dataOf(days).dias[0].slots_libres, 2)
  const withZero = await salon.guest.get(`/disponibilidad/dias/?${range}&peluquero_id=0`)
  assert.equal(withZero.text, days.text)
})

test('D13, D32: what is offered with anyone follows the clock, from minute to minute', async () => {
  const salon = await openSalon({
    hours: '09:00-10:30',
    professionals: ['Ana', 'Bea'],
    settings: { slotIntervalMinutes: 30 },
    now: `${monday}T08:00`,
  })
  const at = async (time: string) => {
    salon.clock.set(new Date(`${monday}T${time}+01:00`))
    const query = `desde=${monday}&hasta=2030-03-05&duracion=30`
    const { dias } = dataOf(await salon.guest.get(`/disponibilidad/dias/?${query}`))
    const { slots } = await anyone(salon, monday, 'duracion=30')
    const today = dias[0].motivo ?? `${dias[0].slots_libres} ${dias[0].primer_slot}`
    assert.equal(dias[1].slots_libres, 3)
    return `${today}: ${slots.map((slot: Slot) => slot.motivo ?? 'libre').join(' ')}`
  }
  assert.equal(await at('08:00'), '3 09:00: libre libre libre')
  assert.equal(await at('09:00'), '3 09:00: libre libre libre')
  assert.equal(await at('09:01'), '2 09:30: pasado libre libre')
  assert.equal(await at('09:00'), '3 09:00: libre libre libre')
  assert.equal(await at('09:30'), '2 09:30: pasado libre libre')
  for (const name of ['Ana', 'Bea']) {
    dataOf(await salon.guest.book(name, '09:30'), 201)
    dataOf(await salon.guest.book(name, '10:00'), 201)
  }
  assert.equal(await at('09:30'), 'completo: pasado ocupado ocupado')
  assert.equal(await at('09:45'), 'completo: pasado pasado ocupado')
  assert.equal(await at('10:01'), 'pasado: pasado pasado pasado')
})
