import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../../support/assertions.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'

const scheduleOf = async (salon: TestSalon, query = '') =>
  dataOf(await salon.guest.get(`/peluqueros/${salon.id('Ana')}/horario/${query}`))

test('a work schedule has every shift of the week', async () => {
  const salon = await openSalon({
    professionals: [
      { name: 'Ana', shifts: { 1: ['16:00-20:00', '09:00-14:00'], 5: ['12:00-24:00'] } },
    ],
  })
  const { profesional_id, nombre, horario_semanal, excepciones } = await scheduleOf(salon)
  assert.deepEqual([profesional_id, nombre, excepciones], [salon.id('Ana'), 'Ana', []])
  const turnos = (...spans: [string, string][]) => spans.map(([desde, hasta]) => ({ desde, hasta }))
  assert.deepEqual(horario_semanal, [
    {
      dia: 1,
      dia_nombre: 'Lunes',
      trabaja: true,
      turnos: turnos(['09:00', '14:00'], ['16:00', '20:00']),
    },
    { dia: 2, dia_nombre: 'Martes', trabaja: false, turnos: [] },
    { dia: 3, dia_nombre: 'Miércoles', trabaja: false, turnos: [] },
    { dia: 4, dia_nombre: 'Jueves', trabaja: false, turnos: [] },
    { dia: 5, dia_nombre: 'Viernes', trabaja: true, turnos: turnos(['12:00', '00:00']) },
    { dia: 6, dia_nombre: 'Sábado', trabaja: false, turnos: [] },
    { dia: 7, dia_nombre: 'Domingo', trabaja: false, turnos: [] },
  ])
})

test('D7b: schedule exceptions are listed from today to the horizon, with shifts on working days', async () => {
  const salon = await openSalon({
    now: '2030-03-04T08:00',
    settings: { horizonDays: 30 },
    professionals: [
      {
        name: 'Ana',
        exceptions: {
          '2030-03-03': null,
          '2030-03-04': null,
          '2030-03-10': ['16:00-19:00', '10:00-12:00'],
          '2030-04-03': null,
          '2030-04-04': null,
        },
      },
    ],
  })
  assert.deepEqual((await scheduleOf(salon)).excepciones, [
    { fecha: '2030-03-04', motivo: 'Cambio', trabaja: false },
    {
      fecha: '2030-03-10',
      motivo: 'Cambio',
      trabaja: true,
      turnos: [
        { desde: '10:00', hasta: '12:00' },
        { desde: '16:00', hasta: '19:00' },
      ],
    },
    { fecha: '2030-04-03', motivo: 'Cambio', trabaja: false },
  ])

  salon.setTime('2030-03-05T00:00')
  const later = (await scheduleOf(salon)).excepciones.map((one: { fecha: string }) => one.fecha)
  assert.deepEqual(later, ['2030-03-10', '2030-04-03', '2030-04-04'])
})

test('D7: exception reasons are in the requested language, day names in that of messages', async () => {
  const salon = await openSalon({
    now: '2030-03-04T08:00',
    professionals: [{ name: 'Ana', exceptions: { '2030-03-06': null } }],
    editFile: (file) => ({
      ...file,
      professionals: file.professionals.map((one) => ({
        ...one,
        exceptions: one.exceptions.map((exception) => ({
          ...exception,
          reason: { es: 'Médico', en: 'Doctor' },
        })),
      })),
    }),
  })
  const english = await scheduleOf(salon, '?lang=en')
  assert.equal(english.excepciones[0].motivo, 'Doctor')
  assert.equal(english.horario_semanal[6].dia_nombre, 'Sunday')
  assert.equal((await scheduleOf(salon, '?lang=ar')).excepciones[0].motivo, 'Médico')
})

test('an applied exception is visible at once', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  assert.deepEqual((await scheduleOf(salon)).excepciones, [])
  await salon.apply({ professionals: [{ name: 'Ana', exceptions: { '2030-03-06': null } }] })
  assert.equal((await scheduleOf(salon)).excepciones[0].fecha, '2030-03-06')
})
