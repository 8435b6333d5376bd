import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { queryGraphql } from '../../support/graphql.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'

const monday = '2030-03-04'

const salonWithTeam = () =>
  openSalon({
    hours: '09:00-11:00',
    services: [{ name: 'Corte' }, { name: 'Color', minutes: 45 }, { name: 'Barba', minutes: 15 }],
    professionals: [
      { name: 'Ana', services: ['Corte', 'Barba'] },
      { name: 'Bea', services: ['Color', 'Barba'], exceptions: { '2030-03-05': null } },
      { name: 'Clara', services: ['Corte', 'Barba'] },
    ],
    settings: { slotIntervalMinutes: 30, assignment: 'priority' },
    now: `${monday}T08:00`,
  })

type Lines = readonly (readonly [service: string, professional: string | null])[]

const written = (salon: TestSalon, lines: Lines) =>
  lines.map(([service, who]) => `${salon.id(service)}:${who ? salon.id(who) : 0}`).join()

const dayOf = async (salon: TestSalon, lines: Lines, date = monday) =>
  dataOf(await salon.guest.get(`/disponibilidad/0/${date}/?lineas=${written(salon, lines)}`))

/** `09:00-10:30 Corte Ana, Color Bea`, or with the reason. */
const described = (salon: TestSalon, slots: Slot[]) =>
  slots.map(({ hora_inicio, hora_fin, motivo, lineas }) => {
    const lines = lineas.map(
      ({ servicio_id, peluquero_id }) =>
        `${nameOf(salon, servicio_id)} ${nameOf(salon, peluquero_id)}`,
    )
    return `${hora_inicio}-${hora_fin} ${motivo ?? lines.join(', ')}`
  })

const nameOf = (salon: TestSalon, id: number) =>
  ['Corte', 'Color', 'Barba', 'Ana', 'Bea', 'Clara'].find((name) => salon.id(name) === id)

interface Slot {
  hora_inicio: string
  hora_fin: string
  motivo?: string
  lineas: { servicio_id: number; peluquero_id: number }[]
}

test('D33: a start is free when every line has somebody, with the fewest changes of person', async () => {
  const salon = await salonWithTeam()
  dataOf(await salon.guest.book('Ana', '10:00'), 201)
  dataOf(await salon.guest.book('Bea', '10:30', { services: ['Barba'] }), 201)
  const lines = [
    ['Corte', null],
    ['Barba', null],
  ] as const
  const day = await dayOf(salon, lines)
  assert.deepEqual(described(salon, day.slots), [
    '09:00-09:45 Corte Ana, Barba Ana',
    '09:30-10:15 Corte Clara, Barba Clara',
    '10:00-10:45 Corte Clara, Barba Clara',
  ])
  assert.deepEqual([day.profesional, day.duracion_solicitada], [{ id: 0, nombre: '' }, 45])
  const named = await dayOf(salon, [
    ['Corte', 'Ana'],
    ['Barba', 'Bea'],
    ['Color', 'Bea'],
  ])
  assert.deepEqual(described(salon, named.slots), [
    '09:00-10:30 Corte Ana, Barba Bea, Color Bea',
    '09:30-11:00 ocupado',
  ])
  assert.deepEqual(named.slots[1].lineas, [])
})

test('D33: days with lines count the same starts', async () => {
  const salon = await salonWithTeam()
  const lines = written(salon, [
    ['Corte', null],
    ['Color', null],
  ])
  const range = `desde=${monday}&hasta=2030-03-05`
  const { dias } = dataOf(await salon.guest.get(`/disponibilidad/dias/?${range}&lineas=${lines}`))
  assert.deepEqual(dias, [
    {
      fecha: monday,
      disponible: true,
      slots_libres: 2,
      primer_slot: '09:00',
      ultimo_slot: '09:30',
    },
    { fecha: '2030-03-05', disponible: false, slots_libres: 0, motivo: 'no_trabaja' },
  ])
  const tuesday = await dayOf(salon, [['Color', null]], '2030-03-05')
  assert.equal(tuesday.aviso.code, 'PROFESSIONAL_NOT_WORKING')
})

test('D33: GraphQL takes the lines as objects', async () => {
  const salon = await salonWithTeam()
  const lines = [
    ['Corte', null],
    ['Color', 'Bea'],
  ] as const
  const rest = await dayOf(salon, lines)
  const objects = `[{ servicio_id: ${salon.id('Corte')} }, {
    servicio_id: ${salon.id('Color')} peluquero_id: ${salon.id('Bea')} }]`
  const { data, text } = await queryGraphql(
    salon.guest,
    `{
      disponibilidad(peluquero_id: 0 fecha: "${monday}" lineas: ${objects}) {
        slots { hora_inicio hora_fin disponible lineas { servicio_id peluquero_id } }
      }
      dias(desde: "${monday}" hasta: "${monday}" lineas: ${objects}) { slots_libres }
    }`,
  )
  assert.ok(data, text)
  assert.deepEqual(data.disponibilidad.slots, rest.slots)
  assert.equal(data.dias[0].slots_libres, rest.slots_disponibles_count)
})

test('D33: what is wrong with lines is refused in the order of D15', async () => {
  const salon = await salonWithTeam()
  const get = (lines: string, more = '') =>
    salon.guest.get(`/disponibilidad/0/${monday}/?lineas=${lines}${more}`)
  const [corte, color, ana] = ['Corte', 'Color', 'Ana'].map((name) => salon.id(name))
  assertInvalid(await get(`${corte}:x`), 'lineas[0].peluquero_id')
  assertInvalid(await get(`${corte}:0`, '&duracion=30'), 'duracion')
  assertInvalid(
    await salon.guest.get(`/disponibilidad/${ana}/${monday}/?lineas=${corte}:0`),
    'peluquero_id',
  )
  assertError(await get(`${corte}:987654,987654:0`), 'SERVICE_NOT_FOUND')
  assertError(await get(`${color}:${ana},${corte}:987654`), 'PROFESSIONAL_NOT_FOUND')
  assertError(await get(`${corte}:0,${color}:${ana}`), 'SERVICE_NOT_OFFERED')
})

test('D34: a wait of a booking is free for others, and its buffer is not', async () => {
  const salon = await openSalon({
    hours: '09:00-11:00',
    services: [
      { name: 'Color', phases: [20, 35, 15], bufferMinutes: 20 },
      { name: 'Corte', minutes: 30 },
    ],
    professionals: ['Ana'],
    settings: { slotIntervalMinutes: 15 },
    now: `${monday}T08:00`,
  })
  dataOf(await salon.guest.book('Ana', '09:00', { services: ['Color'] }), 201)
  const free = async (query: string) => {
    const path = `/disponibilidad/${salon.id('Ana')}/${monday}/?${query}`
    const { slots } = dataOf(await salon.guest.get(path))
    const times = slots.filter(({ disponible }: { disponible: boolean }) => disponible)
    return times.map(({ hora_inicio }: Slot) => hora_inicio)
  }
  // the wait lasts from 9:20 to 9:55, the buffer from 10:10 to 10:30
  assert.deepEqual(await free(`servicio_id=${salon.id('Corte')}`), ['10:30'])
  assert.deepEqual(await free('duracion=20'), ['09:30', '10:30'])
  assert.deepEqual(await free(`servicio_id=${salon.id('Color')}`), [])
})

test('D35: as many visits as there are units are offered at a time', async () => {
  const salon = await openSalon({
    hours: '09:00-10:00',
    resources: { Lavabo: 1 },
    services: [{ name: 'Lavado', needs: ['Lavabo'] }, { name: 'Corte' }],
    professionals: ['Ana', 'Bea'],
    settings: { slotIntervalMinutes: 30, assignment: 'priority' },
    now: `${monday}T08:00`,
  })
  dataOf(await salon.guest.book('Ana', '09:00', { services: ['Lavado'] }), 201)
  const slots = async (service: string) => {
    const path = `/disponibilidad/0/${monday}/?servicio_id=${salon.id(service)}`
    return dataOf(await salon.guest.get(path)).slots.map(
      ({ peluqueros }: { peluqueros: number[] }) =>
        peluqueros.map((id) => (id === salon.id('Ana') ? 'Ana' : 'Bea')),
    )
  }
  assert.deepEqual(await slots('Lavado'), [[], ['Ana', 'Bea']])
  assert.deepEqual(await slots('Corte'), [['Bea'], ['Ana', 'Bea']])
})

test('D34: a buffer may pass midnight, and meets what is booked on the next day', async () => {
  const salon = await openSalon({
    hours: '00:00-24:00',
    services: [{ name: 'Color', bufferMinutes: 30 }, { name: 'Corte' }],
    professionals: ['Ana'],
    settings: { slotIntervalMinutes: 30 },
    now: `${monday}T08:00`,
  })
  const color = `servicio_id=${salon.id('Color')}`
  const last = async () => {
    const range = `desde=${monday}&hasta=${monday}`
    const [day, days] = [
      await salon.guest.get(`/disponibilidad/${salon.id('Ana')}/${monday}/?${color}`),
      await salon.guest.get(`/disponibilidad/dias/?${range}&${color}`),
    ]
    return [dataOf(day).ultimo_disponible, dataOf(days).dias[0].ultimo_slot]
  }
  assert.deepEqual(await last(), ['23:30', '23:30'])
  const tuesday = { date: '2030-03-05', services: ['Corte'] }
  dataOf(await salon.guest.book('Ana', '00:00', tuesday), 201)
  assert.deepEqual(await last(), ['23:00', '23:00'])
})
