import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, dataOf } from '../../support/assertions.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'

interface Day {
  fecha: string
  disponible: boolean
  slots_libres: number
  primer_slot?: string
  ultimo_slot?: string
  motivo?: string
}

const daysIn = async (salon: TestSalon, query = ''): Promise<Day[]> =>
  dataOf(await salon.guest.get(`/disponibilidad/dias/${query}`)).dias

/** What is said of each date: its number of free slots, or why there is none. */
const observation = (days: Day[]) =>
  Object.fromEntries(days.map((day) => [day.fecha, day.motivo ?? day.slots_libres]))

test('the default range is today to thirty days on', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const { desde, hasta, dias, dias_disponibles_count } = dataOf(
    await salon.guest.get('/disponibilidad/dias/'),
  )
  assert.deepEqual(
    [desde, hasta, dias.length, dias_disponibles_count],
    ['2030-03-04', '2030-04-03', 31, 31],
  )
  assert.deepEqual([dias[0].fecha, dias.at(-1).fecha], ['2030-03-04', '2030-04-03'])
})

test('desde alone ends thirty days after today', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const { desde, hasta } = dataOf(await salon.guest.get('/disponibilidad/dias/?desde=2030-03-20'))
  assert.deepEqual([desde, hasta], ['2030-03-20', '2030-04-03'])
  assertError(await salon.guest.get('/disponibilidad/dias/?desde=2030-04-04'), 'INVALID_RANGE')
})

test('an available day has slots_libres, primer_slot and ultimo_slot', async () => {
  const salon = await openSalon({ hours: '09:00-11:00', now: '2030-03-04T08:00' })
  dataOf(await salon.guest.book('Ana', '09:00', { date: '2030-03-05' }), 201)
  const [today, tomorrow] = await daysIn(
    salon,
    `?hasta=2030-03-05&servicio_id=${salon.id('Corte')}`,
  )
  assert.deepEqual(today, {
    fecha: '2030-03-04',
    disponible: true,
    slots_libres: 7,
    primer_slot: '09:00',
    ultimo_slot: '10:30',
  })
  assert.deepEqual(tomorrow, {
    fecha: '2030-03-05',
    disponible: true,
    slots_libres: 5,
    primer_slot: '09:30',
    ultimo_slot: '10:30',
  })
})

test('D13: an unavailable day has a motivo, and no day is an error', async () => {
  const salon = await openSalon({
    services: [{ name: 'Corte', minutes: 60 }],
    hours: {
      1: '09:00-10:00',
      2: '09:00-10:00',
      3: '09:00-10:00',
      4: null,
      5: '09:00-10:00',
      6: '09:00-09:30',
    },
    closings: { '2030-03-06': null, '2030-03-10': null },
    professionals: [{ name: 'Ana', exceptions: { '2030-03-08': null } }],
    settings: { horizonDays: 9 },
    now: '2030-03-04T09:30',
  })
  dataOf(await salon.guest.book('Ana', '09:00', { date: '2030-03-05' }), 201)
  const query = `?desde=2030-03-03&hasta=2030-03-14&servicio_id=${salon.id('Corte')}`
  assert.deepEqual(observation(await daysIn(salon, query)), {
    '2030-03-03': 'pasado',
    '2030-03-04': 'pasado',
    '2030-03-05': 'completo',
    '2030-03-06': 'festivo',
    '2030-03-07': 'cerrado',
    '2030-03-08': 'no_trabaja',
    // open, but not for long enough
    '2030-03-09': 'completo',
    // a Sunday, on which it never opens, and a closing day too
    '2030-03-10': 'festivo',
    '2030-03-11': 1,
    '2030-03-12': 1,
    '2030-03-13': 1,
    '2030-03-14': 'fuera_de_plazo',
  })
  const { dias_disponibles_count } = dataOf(await salon.guest.get(`/disponibilidad/dias/${query}`))
  assert.equal(dias_disponibles_count, 3)
})

test('D13: a day whose remaining slots are taken is completo, one without remaining slots is pasado', async () => {
  const salon = await openSalon({
    services: [{ name: 'Corte', minutes: 60 }],
    hours: '09:00-11:00',
    settings: { slotIntervalMinutes: 30 },
    now: '2030-03-04T08:00',
  })
  dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const today = async () =>
    observation(await daysIn(salon, `?hasta=2030-03-04&servicio_id=${salon.id('Corte')}`))
  salon.setTime('2030-03-04T09:01')
  assert.deepEqual(await today(), { '2030-03-04': 'completo' })
  salon.setTime('2030-03-04T10:01')
  assert.deepEqual(await today(), { '2030-03-04': 'pasado' })
})

test('D13: without a professional a day is available when any eligible one is, each start counted once', async () => {
  const salon = await openSalon({
    services: [{ name: 'Corte' }, { name: 'Tinte' }],
    hours: '09:00-13:00',
    settings: { slotIntervalMinutes: 30 },
    professionals: [
      { name: 'Ana', shifts: { 1: ['09:00-11:00'] } },
      { name: 'Bea', shifts: { 1: ['10:00-12:00'], 2: ['09:00-10:00'] } },
      { name: 'Cruz', shifts: { 1: ['12:00-13:00'], 2: ['12:00-13:00'] }, services: ['Corte'] },
    ],
    now: '2030-03-04T08:00',
  })
  const day = async (query: string) => (await daysIn(salon, `?hasta=2030-03-04&${query}`))[0]
  const free = (slots_libres: number, primer_slot: string, ultimo_slot: string) => ({
    fecha: '2030-03-04',
    disponible: true,
    slots_libres,
    primer_slot,
    ultimo_slot,
  })
  assert.deepEqual(await day(`servicio_id=${salon.id('Corte')}`), free(8, '09:00', '12:30'))
  assert.deepEqual(await day(`servicio_id=${salon.id('Tinte')}`), free(6, '09:00', '11:30'))
  assert.deepEqual(
    await day(`servicios=${salon.id('Corte')},${salon.id('Tinte')}`),
    free(5, '09:00', '11:00'),
  )
  assert.deepEqual(await day(`peluquero_id=${salon.id('Bea')}`), free(4, '10:00', '11:30'))

  // 10:00 is taken with Ana and still to be had with Bea
  dataOf(await salon.guest.book('Ana', '10:00'), 201)
  assert.equal((await day(`servicio_id=${salon.id('Tinte')}`))?.slots_libres, 6)
  dataOf(await salon.guest.book('Bea', '10:00'), 201)
  assert.equal((await day(`servicio_id=${salon.id('Tinte')}`))?.slots_libres, 5)
})

test('D13: a service without professionals has no available day, with motivo no_trabaja', async () => {
  const salon = await openSalon({
    services: [{ name: 'Corte' }, { name: 'Tinte' }],
    professionals: [{ name: 'Ana', services: ['Corte'] }],
    now: '2030-03-04T08:00',
  })
  const days = await daysIn(salon, `?hasta=2030-03-05&servicio_id=${salon.id('Tinte')}`)
  assert.deepEqual(observation(days), { '2030-03-04': 'no_trabaja', '2030-03-05': 'no_trabaja' })
})

test('D13: days and slots agree for each professional and for any', async () => {
  const salon = await openSalon({
    professionals: ['Ana', { name: 'Bea', shifts: { 1: ['09:10-14:00'], 3: ['16:00-20:00'] } }],
    hours: { 1: '09:00-20:00', 2: '09:00-20:00', 3: '10:00-19:30' },
    break: '14:00-15:00',
    closings: { '2030-03-06': '17:00-18:00' },
    settings: { noticeMinutes: 120 },
    now: '2030-03-04T10:20',
  })
  dataOf(await salon.guest.book('Ana', '16:00'), 201)
  for (const name of ['Ana', 'Bea']) {
    const days = await daysIn(
      salon,
      `?hasta=2030-03-10&peluquero_id=${salon.id(name)}&servicio_id=${salon.id('Corte')}`,
    )
    for (const day of days) {
      const free = (await salon.guest.listSlots(name, day.fecha)).filter(
        (slot) => !slot.includes(' '),
      )
      assert.deepEqual(
        [day.slots_libres, day.primer_slot, day.ultimo_slot],
        [free.length, free[0], free.at(-1)],
        day.fecha,
      )
    }
  }
})

test('D5: a range may span 92 days and must not be reversed', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const answer = (query: string) => salon.guest.get(`/disponibilidad/dias/${query}`)
  assert.equal(dataOf(await answer('?desde=2030-03-04&hasta=2030-06-04')).dias.length, 93)
  assertError(await answer('?desde=2030-03-04&hasta=2030-06-05'), 'INVALID_RANGE')
  assertError(await answer('?desde=2030-03-05&hasta=2030-03-04'), 'INVALID_RANGE')
  assertError(await answer('?hasta=2030-03-03'), 'INVALID_RANGE')
  assertError(await answer('?hasta=9999-12-31'), 'INVALID_RANGE')
  for (const query of [
    '?desde=2030-02-30',
    '?hasta=mañana',
    '?desde=',
    '?desde=2030-3-4&hasta=2030-03-05',
  ])
    assertError(await answer(query), 'INVALID_DATE')
})

test('D13: days in the past or beyond the horizon are listed as unavailable', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const past = await daysIn(salon, '?desde=2029-01-01&hasta=2029-01-03')
  assert.deepEqual([...new Set(past.map((day) => day.motivo))], ['pasado'])
  const far = await daysIn(salon, '?desde=2031-01-01&hasta=2031-01-03')
  assert.deepEqual([...new Set(far.map((day) => day.motivo))], ['fuera_de_plazo'])
})

test('D6: days can be paginated, and dias_disponibles_count covers all pages', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const { dias, dias_disponibles_count, pagination } = dataOf(
    await salon.guest.get('/disponibilidad/dias/?page=2&page_size=10'),
  )
  assert.deepEqual([dias[0].fecha, dias.length], ['2030-03-14', 10])
  assert.deepEqual([dias_disponibles_count, pagination.total_items], [31, 31])
})
