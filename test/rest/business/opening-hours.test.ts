import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../../support/assertions.ts'
import { openSalon } from '../../support/salon.ts'

const names = {
  es: ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo'],
  en: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  ar: ['الاثنين', 'الثلاثاء', 'الأربعاء', 'الخميس', 'الجمعة', 'السبت', 'الأحد'],
}

const dayNames = (data: { horarios: { dia_nombre: string }[] }) =>
  data.horarios.map((day) => day.dia_nombre)

test('opening hours have seven days, Monday first; closed days have no times, breaks are included', async () => {
  const salon = await openSalon({
    timezone: 'Asia/Dubai',
    hours: {
      1: '09:00-20:00',
      2: '09:00-20:00',
      3: '09:00-20:00',
      4: '09:00-24:00',
      5: null,
      6: '10:30-14:00',
    },
    editFile: (file) => ({
      ...file,
      openings: file.openings.map((day) =>
        day.weekday === 1
          ? { ...day, breakStartMinute: 14 * 60, breakEndMinute: 15 * 60 + 30 }
          : day,
      ),
    }),
  })
  const { horarios, timezone } = dataOf(await salon.guest.get('/negocio/horarios/'))
  assert.equal(timezone, 'Asia/Dubai')
  const noBreak = { descanso_inicio: null, descanso_fin: null }
  const closed = { abierto: false, apertura: null, cierre: null, ...noBreak }
  const open = (apertura: string, cierre: string) => ({
    abierto: true,
    apertura,
    cierre,
    ...noBreak,
  })
  assert.deepEqual(horarios, [
    {
      dia: 1,
      dia_nombre: 'Lunes',
      ...open('09:00', '20:00'),
      descanso_inicio: '14:00',
      descanso_fin: '15:30',
    },
    { dia: 2, dia_nombre: 'Martes', ...open('09:00', '20:00') },
    { dia: 3, dia_nombre: 'Miércoles', ...open('09:00', '20:00') },
    // the midnight that ends the day
    { dia: 4, dia_nombre: 'Jueves', ...open('09:00', '00:00') },
    { dia: 5, dia_nombre: 'Viernes', ...closed },
    { dia: 6, dia_nombre: 'Sábado', ...open('10:30', '14:00') },
    { dia: 7, dia_nombre: 'Domingo', ...closed },
  ])
})

test('D7: day names follow lang, else Accept-Language, else the salon’s main language', async () => {
  const salon = await openSalon({ settings: { mainLanguage: 'ar' } })
  const namesFor = async (query: string, accepted?: string) =>
    dayNames(
      dataOf(
        await salon.guest.get(`/negocio/horarios/${query}`, { 'accept-language': accepted ?? '*' }),
      ),
    )

  for (const [query, accepted, expected] of [
    ['?lang=es', undefined, names.es],
    ['?lang=en', 'es', names.en],
    ['?lang=ar', 'en', names.ar],
    ['', 'en-GB,es;q=0.5', names.en],
    ['', 'fr, es;q=0.2', names.es],
    ['', 'fr', names.ar],
    ['', undefined, names.ar],
  ] as const) {
    assert.deepEqual(await namesFor(query, accepted), expected, `${query} ${accepted}`)
  }
})

test('changed opening hours are visible at once', async () => {
  const salon = await openSalon({ hours: '09:00-20:00' })
  await salon.apply({ hours: '10:00-18:00' })
  const { horarios } = dataOf(await salon.guest.get('/negocio/horarios/'))
  assert.deepEqual([horarios[0].apertura, horarios[0].cierre], ['10:00', '18:00'])
})

test('D6: opening hours can be paginated', async () => {
  const salon = await openSalon()
  const { horarios, pagination } = dataOf(
    await salon.guest.get('/negocio/horarios/?page=3&page_size=3'),
  )
  assert.deepEqual(dayNames({ horarios }), ['Domingo'])
  assert.deepEqual(pagination, {
    page: 3,
    page_size: 3,
    total_items: 7,
    total_pages: 3,
    has_next: false,
    has_prev: true,
  })
})
