import assert from 'node:assert/strict'
import test from 'node:test'
import type { DayAvailability, OpenDay } from '@silla/core'
import type { DaySlots } from '@silla/slots'
import { serializeDayAvailability, serializeOpenDays } from '@silla/wire'
import { aProfessional, day } from './salon-fixture.ts'

type State = DaySlots['states'][number]

/** Slots of half an hour. */
const slots = (...list: [startMinute: number, state: State][]): DaySlots => ({
  startMinutes: list.map(([minute]) => minute),
  endMinutes: list.map(([minute]) => minute + 30),
  starts: list.map(([minute]) => minute),
  states: list.map(([, state]) => state),
  peopleAt: () => [],
})

const found = (changes: Partial<DayAvailability>): DayAvailability => ({
  day: day('2030-03-04'),
  professional: aProfessional({ id: 31, name: 'Ana Ruiz' }),
  lines: null,
  durationMinutes: 30,
  slots: slots([600, 'past'], [630, 'free'], [660, 'busy'], [690, 'free'], [1410, 'busy']),
  notice: null,
  ...changes,
})

test('every slot of the day is listed, and unavailable ones have a reason', () => {
  assert.deepEqual(serializeDayAvailability(found({}), 'es'), {
    fecha: '2030-03-04',
    profesional: { id: 31, nombre: 'Ana Ruiz' },
    duracion_solicitada: 30,
    slots: [
      { hora_inicio: '10:00', hora_fin: '10:30', disponible: false, motivo: 'pasado' },
      { hora_inicio: '10:30', hora_fin: '11:00', disponible: true },
      { hora_inicio: '11:00', hora_fin: '11:30', disponible: false, motivo: 'ocupado' },
      { hora_inicio: '11:30', hora_fin: '12:00', disponible: true },
      { hora_inicio: '23:30', hora_fin: '00:00', disponible: false, motivo: 'ocupado' },
    ],
    slots_disponibles_count: 2,
    proximo_disponible: '10:30',
    ultimo_disponible: '11:30',
  })
})

test('without free slots there is no first and no last one', () => {
  const serialized = serializeDayAvailability(found({ slots: slots([600, 'busy']) }), 'es')
  assert.deepEqual(
    [
      serialized.slots_disponibles_count,
      serialized.proximo_disponible,
      serialized.ultimo_disponible,
    ],
    [0, null, null],
  )
})

test('a day off has no slots and a notice in the language of messages', () => {
  for (const code of ['PROFESSIONAL_NOT_WORKING', 'BUSINESS_CLOSED'] as const) {
    const inSpanish = serializeDayAvailability(found({ slots: slots(), notice: code }), 'es').aviso
    const inArabic = serializeDayAvailability(found({ slots: slots(), notice: code }), 'ar').aviso
    assert.equal(inSpanish?.code, code)
    assert.match(inArabic?.message ?? '', /\p{Script=Arabic}/u)
    assert.notEqual(inSpanish?.message, inArabic?.message)
  }
})

const openDay = (text: string, changes: Partial<OpenDay>): OpenDay => ({
  day: day(text),
  available: false,
  freeSlots: 0,
  firstMinute: null,
  lastMinute: null,
  reason: null,
  ...changes,
})

const days: OpenDay[] = [
  openDay('2030-03-01', { reason: 'past' }),
  openDay('2030-03-02', { available: true, freeSlots: 3, firstMinute: 600, lastMinute: 1170 }),
  openDay('2030-03-03', { reason: 'closed' }),
  openDay('2030-03-04', { reason: 'full' }),
  openDay('2030-03-05', { reason: 'holiday' }),
  openDay('2030-03-06', { reason: 'off' }),
  openDay('2030-03-07', { reason: 'out_of_range' }),
  openDay('2030-03-08', { available: true, freeSlots: 1, firstMinute: 600, lastMinute: 600 }),
]
const range = { from: day('2030-03-01'), to: day('2030-03-08'), days }

test('a day with free slots has the first and last one, other days have a reason', () => {
  const serialized = serializeOpenDays(range, null)
  assert.deepEqual(
    [serialized.desde, serialized.hasta, serialized.dias_disponibles_count],
    ['2030-03-01', '2030-03-08', 2],
  )
  assert.deepEqual(serialized.dias.slice(0, 2), [
    { fecha: '2030-03-01', disponible: false, slots_libres: 0, motivo: 'pasado' },
    {
      fecha: '2030-03-02',
      disponible: true,
      slots_libres: 3,
      primer_slot: '10:00',
      ultimo_slot: '19:30',
    },
  ])
  assert.deepEqual(
    serialized.dias.slice(2, 7).map(({ motivo }) => motivo),
    ['cerrado', 'completo', 'festivo', 'no_trabaja', 'fuera_de_plazo'],
  )
})

test('a page of days counts the free days of the whole range', () => {
  const serialized = serializeOpenDays(range, { page: 1, pageSize: 3 })
  assert.deepEqual(
    [serialized.dias.length, serialized.dias_disponibles_count, serialized.pagination?.total_items],
    [3, 2, 8],
  )
})
