import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Code } from '../../spec/contract/codes.ts'
import { assertError, dataOf } from '../../support/assertions.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { assertWritesNothing } from '../../support/writes.ts'

/*
 * One salon in which a request can violate every rule at once: it is Monday, ten o'clock. Ana cuts
 * in the morning; Bea does everything all day; nobody may book streaks online; a phone is required;
 * Raúl has booked as much as a guest may.
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

/** A valid request with some fields replaced. */
const sendInvalid = (overrides: Record<string, unknown>) =>
  assertWritesNothing(salon, () =>
    salon.guest.post('/reservas/crear/', {
      servicio_ids: [salon.id('Corte')],
      peluquero_id: salon.id('Ana'),
      fecha: tuesday,
      hora_inicio: '10:00',
      nombre: 'Lucía Prado',
      email: 'lucia@example.com',
      telefono: '698765432',
      ...overrides,
    }),
  )

const withId = (name: string) => [salon.id(name)]
const raul = { email: 'raul@example.com' }
const noPhone = { telefono: '' }
const thisMorning = { fecha: monday, hora_inicio: '09:00' }

/** In the order of D15; each has one error, or the next one too. */
const cases: [code: Code, also: string, overrides: () => Record<string, unknown>][] = [
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

for (const [code, also, overrides] of cases) {
  test(`D15: ${code} is returned ${also ? `before ${also}` : 'when nothing else is wrong'}, and nothing is written`, async () => {
    assertError(await sendInvalid(overrides()), code)
  })
}

test('D15: a valid request succeeds', async () => {
  const booked = await salon.guest.book('Ana', '11:00', { date: tuesday, telefono: '698765432' })
  assert.equal(booked.status, 201, booked.text)
})

test('D15: errors are returned one at a time in a fixed order, and nothing is written', async () => {
  const salon = await openSalon({
    now: '2030-03-04T12:00',
    services: [
      { name: 'Corte', pointsPrice: 100 },
      { name: 'Barba', pointsPrice: 0 },
      { name: 'Tinte', bookableOnline: false },
      { name: 'Uñas' },
    ],
    professionals: [
      { name: 'Ana', shifts: { 1: ['09:00-18:00'] }, services: ['Corte', 'Barba', 'Tinte'] },
    ],
    hours: '09:00-20:00',
    settings: { phoneRequired: true, horizonDays: 20 },
  })
  const customer = await salon.customer({ nombre: 'Lucía Prado', email: 'lucia@example.com' })
  const fill = await salon.customer({ nombre: 'Lucía Prado', email: 'lucia@example.com' })
  const phone = { telefono: '+34600111222' }
  for (const time of [
    '13:00',
    '13:30',
    '14:00',
    '14:30',
    '15:00',
    '15:30',
    '16:00',
    '16:30',
    '17:00',
    '17:30',
  ]) {
    dataOf(await fill.book('Ana', time, phone), 201)
  }

  // each step fixes the error of the previous one and leaves the later ones
  const wrong = {
    servicio_ids: 'corte',
    peluquero_id: 999_999_999,
    fecha: '2030-02-30',
    hora_inicio: '25:00',
    usar_puntos: true,
  }
  const fixes: [object, Code][] = [
    [{}, 'VALIDATION_ERROR'],
    [{ servicio_ids: [999_999_999] }, 'INVALID_DATE'],
    [{ fecha: '2030-03-03' }, 'INVALID_TIME'],
    [{ hora_inicio: '11:07' }, 'DATE_IN_PAST'],
    [{ fecha: '2030-03-25' }, 'DATE_TOO_FAR'],
    [{ fecha: '2030-03-04' }, 'SERVICE_NOT_FOUND'],
    [{ servicio_ids: [salon.id('Uñas'), salon.id('Tinte')] }, 'SERVICE_NOT_BOOKABLE'],
    [{ servicio_ids: [salon.id('Uñas')] }, 'PROFESSIONAL_NOT_FOUND'],
    [{ peluquero_id: salon.id('Ana') }, 'SERVICE_NOT_OFFERED'],
    [{ servicio_ids: [salon.id('Barba')] }, 'PHONE_REQUIRED'],
    [phone, 'BOOKING_LIMIT_REACHED'],
  ]
  let body: object = wrong
  for (const [step, code] of fixes) {
    body = { ...body, ...step }
    assertError(
      await assertWritesNothing(salon, () => customer.post('/reservas/crear/', body)),
      code,
    )
  }

  const mine = dataOf(await customer.get('/cliente/reservas/'))
  dataOf(await salon.backend.post(`/reservas/${mine.reservas[0].id}/cancelar/`))
  const later: [object, Code][] = [
    [{}, 'TOO_SOON'],
    [{ hora_inicio: '20:07' }, 'BUSINESS_CLOSED'],
    [{ hora_inicio: '18:07' }, 'PROFESSIONAL_NOT_AVAILABLE'],
    [{ hora_inicio: '13:07' }, 'POINTS_NOT_APPLICABLE'],
    [{ servicio_ids: [salon.id('Corte')] }, 'INSUFFICIENT_POINTS'],
    [{ usar_puntos: false }, 'SLOT_NOT_AVAILABLE'],
    [{ hora_inicio: '13:00' }, 'SLOT_NOT_AVAILABLE'],
  ]
  for (const [step, code] of later) {
    body = { ...body, ...step }
    const answer = await assertWritesNothing(salon, () => customer.post('/reservas/crear/', body))
    assertError(answer, code)
    if (code === 'SLOT_NOT_AVAILABLE') assert.ok(answer.error.alternativas.length > 0)
  }
  dataOf(await customer.post('/reservas/crear/', { ...body, hora_inicio: '17:30' }), 201)
})

test('authorization errors come first: INSUFFICIENT_SCOPE, then AUTHENTICATION_REQUIRED', async () => {
  const salon = await openSalon()
  const both = { por_negocio: true, usar_puntos: true, date: '2020-01-01' }
  assertError(await salon.guest.book('Ana', '10:00', both), 'INSUFFICIENT_SCOPE')
  assertError(await salon.backend.book('Ana', '10:00', both), 'AUTHENTICATION_REQUIRED')
  assertError(
    await salon.backend.book('Ana', '10:00', { ...both, usar_puntos: false }),
    'DATE_IN_PAST',
  )
})

test('D9: por_negocio skips the salon’s rules, never overlap and working time', async () => {
  const salon = await openSalon({
    now: '2030-03-04T08:00',
    services: [{ name: 'Corte', bookableOnline: false }],
    settings: { phoneRequired: true, horizonDays: 5, noticeMinutes: 600, confirmsByHand: true },
  })
  const own = { por_negocio: true }
  assert.equal(dataOf(await salon.backend.book('Ana', '09:00', own), 201).estado, 'confirmada')
  dataOf(await salon.backend.book('Ana', '09:00', { ...own, date: '2030-05-04' }), 201)
  assertError(await salon.backend.book('Ana', '09:15', own), 'SLOT_NOT_AVAILABLE')
  assertError(await salon.backend.book('Ana', '21:00', own), 'BUSINESS_CLOSED')
})
