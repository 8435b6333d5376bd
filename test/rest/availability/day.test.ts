import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '@silla/locale'
import { dataOf } from '../../support/assertions.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'

const monday = '2030-03-04'

const dayOf = async (salon: TestSalon, date = salon.today, query = '') =>
  dataOf(await salon.guest.get(`/disponibilidad/${salon.id('Ana')}/${date}/${query}`))

test('a day lists all slots, and the first and last free one', async () => {
  const salon = await openSalon({
    hours: '09:00-11:00',
    settings: { slotIntervalMinutes: 30 },
    now: `${monday}T08:00`,
  })
  dataOf(await salon.guest.book('Ana', '10:00'), 201)
  assert.deepEqual(await dayOf(salon, monday, `?servicio_id=${salon.id('Corte')}`), {
    fecha: monday,
    profesional: { id: salon.id('Ana'), nombre: 'Ana' },
    duracion_solicitada: 30,
    slots: [
      { hora_inicio: '09:00', hora_fin: '09:30', disponible: true },
      { hora_inicio: '09:30', hora_fin: '10:00', disponible: true },
      { hora_inicio: '10:00', hora_fin: '10:30', disponible: false, motivo: 'ocupado' },
      { hora_inicio: '10:30', hora_fin: '11:00', disponible: true },
    ],
    slots_disponibles_count: 3,
    proximo_disponible: '09:00',
    ultimo_disponible: '10:30',
  })
})

test('D13: without free slots proximo_disponible and ultimo_disponible are null', async () => {
  const salon = await openSalon({ hours: '09:00-09:30', now: `${monday}T08:00` })
  dataOf(await salon.guest.book('Ana', '09:00'), 201)
  const { slots_disponibles_count, proximo_disponible, ultimo_disponible, slots, aviso } =
    await dayOf(salon)
  assert.deepEqual(
    [slots_disponibles_count, proximo_disponible, ultimo_disponible],
    [0, null, null],
  )
  assert.equal(slots.length, 2)
  assert.equal(aviso, undefined)
})

test('D13: a past start is pasado, also when it was taken; the current minute is not past', async () => {
  const salon = await openSalon({
    hours: '09:00-11:00',
    settings: { slotIntervalMinutes: 30 },
    now: `${monday}T08:00`,
  })
  dataOf(await salon.guest.book('Ana', '09:00'), 201)
  salon.setTime(`${monday}T09:30`)
  assert.deepEqual(await salon.guest.listSlots('Ana'), ['09:00 pasado', '09:30', '10:00', '10:30'])
  salon.setTime(`${monday}T09:30:01`)
  assert.deepEqual(await salon.guest.listSlots('Ana'), [
    '09:00 pasado',
    '09:30 pasado',
    '10:00',
    '10:30',
  ])
})

test('D13: starts within the minimum notice are pasado, to the minute', async () => {
  const salon = await openSalon({
    hours: '09:00-12:00',
    settings: { slotIntervalMinutes: 30, noticeMinutes: 90 },
    now: `${monday}T08:30`,
  })
  const free = async () =>
    (await salon.guest.listSlots('Ana')).filter((slot) => !slot.includes('pasado'))
  assert.deepEqual(await free(), ['10:00', '10:30', '11:00', '11:30'])
  salon.setTime(`${monday}T08:31`)
  assert.deepEqual(await free(), ['10:30', '11:00', '11:30'])
})

test('D13: a notice longer than a day applies to the next days', async () => {
  const salon = await openSalon({
    hours: '09:00-11:00',
    settings: { noticeMinutes: 26 * 60 },
    now: `${monday}T08:00`,
  })
  const free = async (date: string) => (await dayOf(salon, date)).proximo_disponible
  assert.deepEqual(
    [await free(monday), await free('2030-03-05'), await free('2030-03-06')],
    [null, '10:00', '09:00'],
  )
})

for (const [reason, plan, code] of [
  ['the weekday is closed', { hours: { 2: '09:00-20:00' } }, 'BUSINESS_CLOSED'],
  ['the whole day is a closing day', { closings: { [monday]: null } }, 'BUSINESS_CLOSED'],
  [
    'partial closings leave nothing',
    { closings: { [monday]: ['00:00-12:00', '12:00-24:00'] } },
    'BUSINESS_CLOSED',
  ],
  [
    'the professional has the weekday off',
    { professionals: [{ name: 'Ana', shifts: { 2: ['09:00-14:00'] } }] },
    'PROFESSIONAL_NOT_WORKING',
  ],
  [
    'the professional is off by exception',
    { professionals: [{ name: 'Ana', exceptions: { [monday]: null } }] },
    'PROFESSIONAL_NOT_WORKING',
  ],
  [
    'the shifts lie outside the opening hours',
    { hours: '09:00-14:00', professionals: [{ name: 'Ana', shifts: { 1: ['14:00-20:00'] } }] },
    'PROFESSIONAL_NOT_WORKING',
  ],
] as const) {
  test(`D13: when ${reason}, the response is 200 without slots and with aviso ${code}`, async () => {
    const salon = await openSalon({ ...(plan as object), now: `${monday}T08:00` })
    const inSpanish = await dayOf(salon)
    assert.deepEqual(inSpanish.slots, [])
    assert.equal(inSpanish.slots_disponibles_count, 0)
    assert.deepEqual([inSpanish.proximo_disponible, inSpanish.ultimo_disponible], [null, null])
    assert.equal(inSpanish.aviso.code, code)
    const messages = await Promise.all(
      languages.map(async (lang) => (await dayOf(salon, monday, `?lang=${lang}`)).aviso.message),
    )
    assert.equal(new Set(messages).size, 3)
    assert.equal(inSpanish.aviso.message, messages[0])
  })
}

test('D13: nobody works on a day on which the clocks skip the only shift', async () => {
  const sunday = '2030-03-31'
  const salon = await openSalon({
    hours: '00:00-24:00',
    timezone: 'Europe/Madrid',
    professionals: [{ name: 'Ana', shifts: { 7: ['02:00-03:00'] } }],
    now: '2030-03-22T08:00',
  })
  assert.equal((await dayOf(salon, sunday)).aviso.code, 'PROFESSIONAL_NOT_WORKING')
  assert.equal((await dayOf(salon, '2030-03-24')).aviso, undefined)
  const path = `/disponibilidad/dias/?desde=${sunday}&hasta=${sunday}`
  assert.equal(dataOf(await salon.guest.get(path)).dias[0].motivo, 'no_trabaja')
})

test('D13: BUSINESS_CLOSED takes precedence over PROFESSIONAL_NOT_WORKING', async () => {
  const salon = await openSalon({
    closings: { [monday]: null },
    professionals: [{ name: 'Ana', exceptions: { [monday]: null } }],
    now: `${monday}T08:00`,
  })
  assert.equal((await dayOf(salon)).aviso.code, 'BUSINESS_CLOSED')
})

test('D13: a day on which the duration does not fit has no slots and no aviso', async () => {
  const salon = await openSalon({ hours: '09:00-10:00', now: `${monday}T08:00` })
  const day = await dayOf(salon, monday, '?duracion=90')
  assert.deepEqual([day.slots, day.aviso], [[], undefined])
})

test('bookings of another professional do not block slots', async () => {
  const salon = await openSalon({
    professionals: ['Ana', 'Bea'],
    hours: '09:00-10:00',
    now: `${monday}T08:00`,
  })
  dataOf(await salon.guest.book('Bea', '09:00'), 201)
  assert.deepEqual(await salon.guest.listSlots('Ana'), ['09:00', '09:15', '09:30'])
  assert.deepEqual(await salon.guest.listSlots('Bea'), ['09:00 ocupado', '09:15 ocupado', '09:30'])
})

test('changed hours are offered at once', async () => {
  const salon = await openSalon({ hours: '09:00-20:00', now: `${monday}T08:00` })
  assert.equal((await dayOf(salon)).proximo_disponible, '09:00')
  await salon.apply({ hours: '12:00-20:00' })
  assert.equal((await dayOf(salon)).proximo_disponible, '12:00')
})

test('requests for one day at the same time get the response to their own length and language', async () => {
  const salon = await openSalon({
    services: [{ name: 'Corte' }, { name: 'Barba', minutes: 45 }],
    now: `${monday}T08:00`,
  })
  dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const [cut, beard] = [salon.id('Corte'), salon.id('Barba')]
  const paths = [
    `${monday}/?servicio_id=${cut}`,
    `${monday}/?servicio_id=${beard}`,
    `${monday}/?servicios=${cut},${beard}`,
    `${monday}/?servicios=${cut},${beard}&duracion=20`,
    `${monday}/?duracion=20`,
    '2030-03-05/?duracion=20',
    '2030-03-10/?lang=ar',
    '2030-03-10/?lang=en',
  ].map((path) => `/disponibilidad/${salon.id('Ana')}/${path}`)
  const get = async (path: string) => dataOf(await salon.guest.get(path))
  const alone: unknown[] = []
  for (const path of paths) alone.push(await get(path))
  // each of them twice in a row, so that equal requests follow one another
  const together = await Promise.all(paths.flatMap((path) => [get(path), get(path)]))
  assert.deepEqual(
    together,
    alone.flatMap((one) => [one, one]),
  )
})
