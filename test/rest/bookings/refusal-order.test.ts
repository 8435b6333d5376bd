import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Code } from '../../spec/facts/codes.ts'
import { assertError, dataOf } from '../../support/assertions.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { assertWritesNothing } from '../../support/writes.ts'

/*
 * One salon in which a wish can be wrong in every way at once: it is Monday, ten o'clock. Ana cuts in the morning; Bea does
 * everything all day; nobody may book streaks online; a phone is required; Raúl has booked as much as a guest may.
 */
let salon: TestSalon

const monday = '2030-03-04'
const tuesday = '2030-03-05'
const nobody = 987_654_321

before(async () => {
  salon = await openSalon({
    services: [{ name: 'Corte' }, { name: 'Tinte' }, { name: 'Mechas', bookableOnline: false }],
    hours: '09:00-20:00',
    break: '14:00-15:00',
    professionals: [
      { name: 'Ana', services: ['Corte'], shifts: { 1: ['09:00-13:00'], 2: ['09:00-13:00'] } },
      { name: 'Bea' },
    ],
    settings: { horizonDays: 10, phoneRequired: true },
    now: `${monday}T08:00`,
  })
  const raul = { telefono: '612345678', email: 'raul@example.com' }
  for (const time of ['16:00', '16:30', '17:00', '17:30', '18:00']) {
    dataOf(await salon.guest.book('Bea', time, raul), 201)
  }
  salon.setTime(`${monday}T10:00`)
})

/** A wish that would be granted, and what is wrong with it instead. */
const refusalOf = (flaws: Record<string, unknown>) =>
  assertWritesNothing(salon, () =>
    salon.guest.post('/reservas/crear/', {
      servicio_ids: [salon.id('Corte')],
      peluquero_id: salon.id('Ana'),
      fecha: tuesday,
      hora_inicio: '10:00',
      nombre: 'Lucía Prado',
      email: 'lucia@example.com',
      telefono: '698765432',
      ...flaws,
    }),
  )

const withId = (name: string) => [salon.id(name)]
const raul = { email: 'raul@example.com' }
const noPhone = { telefono: '' }
const thisMorning = { fecha: monday, hora_inicio: '09:00' }

/** In the order of D15; each has one flaw, or the next one too. */
const filter: [code: Code, also: string, flaws: () => Record<string, unknown>][] = [
  ['VALIDATION_ERROR', '', () => ({ nombre: '' })],
  ['VALIDATION_ERROR', 'a date that is none', () => ({ nombre: '', fecha: '2030-02-30' })],
  [
    'VALIDATION_ERROR',
    'a field that does not exist, and a key that may not',
    () => ({ nota: 'x', por_negocio: true }),
  ],
  [
    'VALIDATION_ERROR',
    'a phone number that is none, and a date that is none',
    () => ({ telefono: '12', fecha: '' }),
  ],
  ['INVALID_DATE', '', () => ({ fecha: '2030-02-30' })],
  ['INVALID_DATE', 'a time that is none', () => ({ fecha: '2030-02-30', hora_inicio: '24:00' })],
  ['INVALID_TIME', '', () => ({ hora_inicio: '24:00' })],
  ['INVALID_TIME', 'a date that is over', () => ({ hora_inicio: '9:00', fecha: '2030-03-03' })],
  ['INVALID_TIME', 'points of nobody', () => ({ hora_inicio: '10:60', usar_puntos: true })],
  ['INSUFFICIENT_SCOPE', 'a date that is over', () => ({ por_negocio: true, fecha: '2030-03-03' })],
  [
    'AUTHENTICATION_REQUIRED',
    'a date that is over',
    () => ({ usar_puntos: true, fecha: '2030-03-03' }),
  ],
  ['DATE_IN_PAST', '', () => ({ fecha: '2030-03-03' })],
  ['DATE_IN_PAST', 'an unknown service', () => ({ fecha: '2030-03-03', servicio_ids: [nobody] })],
  ['DATE_TOO_FAR', '', () => ({ fecha: '2030-03-15' })],
  ['DATE_TOO_FAR', 'an unknown service', () => ({ fecha: '2030-03-15', servicio_ids: [nobody] })],
  ['SERVICE_NOT_FOUND', '', () => ({ servicio_ids: [nobody] })],
  [
    'SERVICE_NOT_FOUND',
    'a service that cannot be booked',
    () => ({ servicio_ids: [salon.id('Mechas'), nobody], peluquero_id: salon.id('Bea') }),
  ],
  [
    'SERVICE_NOT_BOOKABLE',
    '',
    () => ({ servicio_ids: withId('Mechas'), peluquero_id: salon.id('Bea') }),
  ],
  [
    'SERVICE_NOT_BOOKABLE',
    'an unknown professional',
    () => ({ servicio_ids: withId('Mechas'), peluquero_id: nobody }),
  ],
  [
    'SERVICE_NOT_BOOKABLE',
    'a professional who does not do it',
    () => ({ servicio_ids: withId('Mechas') }),
  ],
  ['PROFESSIONAL_NOT_FOUND', '', () => ({ peluquero_id: nobody })],
  ['PROFESSIONAL_NOT_FOUND', 'no phone number', () => ({ peluquero_id: nobody, ...noPhone })],
  ['SERVICE_NOT_OFFERED', '', () => ({ servicio_ids: withId('Tinte') })],
  ['SERVICE_NOT_OFFERED', 'no phone number', () => ({ servicio_ids: withId('Tinte'), ...noPhone })],
  ['PHONE_REQUIRED', '', () => noPhone],
  ['PHONE_REQUIRED', 'five bookings already', () => ({ ...noPhone, ...raul })],
  ['BOOKING_LIMIT_REACHED', '', () => raul],
  ['BOOKING_LIMIT_REACHED', 'a time that is over', () => ({ ...raul, ...thisMorning })],
  ['BOOKING_LIMIT_REACHED', 'a closed salon', () => ({ ...raul, hora_inicio: '14:00' })],
  ['BOOKING_LIMIT_REACHED', 'no start of the grid', () => ({ ...raul, hora_inicio: '10:07' })],
  [
    'BOOKING_LIMIT_REACHED',
    'a time that is taken',
    () => ({ ...raul, fecha: monday, hora_inicio: '16:00', peluquero_id: salon.id('Bea') }),
  ],
  ['TOO_SOON', '', () => thisMorning],
  ['TOO_SOON', 'a closed salon', () => ({ fecha: monday, hora_inicio: '08:00' })],
  ['TOO_SOON', 'no start of the grid', () => ({ fecha: monday, hora_inicio: '09:59' })],
  ['BUSINESS_CLOSED', '', () => ({ hora_inicio: '14:00', peluquero_id: salon.id('Bea') })],
  ['BUSINESS_CLOSED', 'a professional who is off', () => ({ hora_inicio: '14:00' })],
  ['BUSINESS_CLOSED', 'no start of the grid', () => ({ hora_inicio: '20:07' })],
  ['PROFESSIONAL_NOT_AVAILABLE', '', () => ({ hora_inicio: '13:00' })],
  ['PROFESSIONAL_NOT_AVAILABLE', 'an end after the shift', () => ({ hora_inicio: '12:45' })],
  ['PROFESSIONAL_NOT_AVAILABLE', 'no start of the grid', () => ({ hora_inicio: '13:07' })],
  ['SLOT_NOT_AVAILABLE', 'no start of the grid', () => ({ hora_inicio: '10:07' })],
  [
    'SLOT_NOT_AVAILABLE',
    'a time that is taken',
    () => ({ fecha: monday, hora_inicio: '16:15', peluquero_id: salon.id('Bea') }),
  ],
]

for (const [code, also, flaws] of filter) {
  test(`D15: ${code} is returned ${also ? `before ${also}` : 'when nothing else is wrong'}, and nothing is written`, async () => {
    assertError(await refusalOf(flaws()), code)
  })
}

test('D15: a valid request succeeds', async () => {
  const booked = await salon.guest.book('Ana', '11:00', { date: tuesday, telefono: '698765432' })
  assert.equal(booked.status, 201, booked.text)
})
