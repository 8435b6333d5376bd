import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, dataOf } from '../../support/assertions.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'

const datesIn = async (salon: TestSalon, query = '') =>
  dataOf(await salon.guest.get(`/negocio/festivos/${query}`)).festivos.map(
    (day: { fecha: string }) => day.fecha,
  )

test('D5: a closure of a part of a day has its times, a whole-day closure has none', async () => {
  const salon = await openSalon({
    now: '2030-03-04T08:00',
    closings: { '2030-03-19': null, '2030-03-28': ['16:00-24:00', '09:00-10:30'] },
  })
  assert.deepEqual(dataOf(await salon.guest.get('/negocio/festivos/')).festivos, [
    { fecha: '2030-03-19', motivo: 'Fiesta', todo_el_dia: true },
    {
      fecha: '2030-03-28',
      motivo: 'Fiesta',
      todo_el_dia: false,
      desde_hora: '09:00',
      hasta_hora: '10:30',
    },
    {
      fecha: '2030-03-28',
      motivo: 'Fiesta',
      todo_el_dia: false,
      desde_hora: '16:00',
      hasta_hora: '00:00',
    },
  ])
})

test('without a range, closures are listed from today to three months on, both included', async () => {
  const salon = await openSalon({
    now: '2030-03-04T08:00',
    closings: { '2030-03-03': null, '2030-03-04': null, '2030-06-04': null, '2030-06-05': null },
  })
  assert.deepEqual(await datesIn(salon), ['2030-03-04', '2030-06-04'])
})

test('D4: adding three months clamps to the end of a shorter month', async () => {
  const salon = await openSalon({
    now: '2030-11-30T08:00',
    closings: { '2030-11-29': null, '2030-11-30': null, '2031-02-28': null, '2031-03-01': null },
  })
  assert.deepEqual(await datesIn(salon), ['2030-11-30', '2031-02-28'])
})

test('D4: today is computed in the salon’s time zone', async () => {
  const closings = { '2030-03-04': null, '2030-03-05': null, '2030-06-05': null }
  const salon = await openSalon({ timezone: 'Asia/Dubai', now: '2030-03-05T01:00', closings })
  assert.deepEqual(await datesIn(salon), ['2030-03-05', '2030-06-05'])
})

test('a range includes its first and last day, also in the past', async () => {
  const salon = await openSalon({
    now: '2030-03-04T08:00',
    closings: { '2029-12-25': null, '2030-01-01': null, '2030-01-06': null, '2030-03-19': null },
  })
  assert.deepEqual(await datesIn(salon, '?desde=2029-12-25&hasta=2030-01-06'), [
    '2029-12-25',
    '2030-01-01',
    '2030-01-06',
  ])
  assert.deepEqual(await datesIn(salon, '?desde=2030-01-01&hasta=2030-01-01'), ['2030-01-01'])
  assert.deepEqual(await datesIn(salon, '?desde=2030-01-02'), ['2030-01-06', '2030-03-19'])
  assert.deepEqual(await datesIn(salon, '?hasta=2030-03-18'), [])
})

for (const [query, code] of [
  ['?desde=2030-03-05&hasta=2030-03-04', 'INVALID_RANGE'],
  ['?hasta=2030-03-03', 'INVALID_RANGE'],
  ['?desde=2030-06-05', 'INVALID_RANGE'],
  ['?desde=2030-01-01&hasta=2031-01-03', 'INVALID_RANGE'],
  ['?desde=2030-02-30', 'INVALID_DATE'],
  ['?desde=2030-2-3', 'INVALID_DATE'],
  ['?desde=', 'INVALID_DATE'],
  ['?hasta=04/03/2030', 'INVALID_DATE'],
  ['?hasta=2030-03-04T00:00', 'INVALID_DATE'],
  ['?hasta=2030-13-01', 'INVALID_DATE'],
  ['?desde=2030-02-30&hasta=nonsense', 'INVALID_DATE'],
] as const) {
  test(`${code} for ${query}`, async () => {
    const salon = await openSalon({ now: '2030-03-04T08:00' })
    assertError(await salon.guest.get(`/negocio/festivos/${query}`), code)
  })
}

test('D5: a range may span 366 days', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00', closings: { '2031-01-02': null } })
  assert.deepEqual(await datesIn(salon, '?desde=2030-01-01&hasta=2031-01-02'), ['2031-01-02'])
})

test('D7: the reason is in the requested language, else the salon’s main language, else any', async () => {
  const salon = await openSalon({
    now: '2030-03-04T08:00',
    closings: { '2030-03-19': null, '2030-03-20': null },
    settings: { mainLanguage: 'en' },
    editFile: (file) => ({
      ...file,
      closings: file.closings.map((closing, index) => ({
        ...closing,
        reason:
          index === 0
            ? { es: 'San José', en: 'Saint Joseph', ar: 'عيد القديس يوسف' }
            : { ar: 'عطلة' },
      })),
    }),
  })
  const reasons = async (query: string) =>
    dataOf(await salon.guest.get(`/negocio/festivos/${query}`)).festivos.map(
      (day: { motivo: string }) => day.motivo,
    )
  assert.deepEqual(await reasons(''), ['San José', 'عطلة'])
  assert.deepEqual(await reasons('?lang=en'), ['Saint Joseph', 'عطلة'])
  assert.deepEqual(await reasons('?lang=ar'), ['عيد القديس يوسف', 'عطلة'])
})

test('after midnight the default range moves on: no cached response is reused', async () => {
  const salon = await openSalon({
    now: '2030-03-04T23:59',
    closings: { '2030-03-04': null, '2030-06-05': null },
  })
  assert.deepEqual(await datesIn(salon), ['2030-03-04'])
  salon.setTime('2030-03-05T00:00')
  assert.deepEqual(await datesIn(salon), ['2030-06-05'])
})
