import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { runJobs } from '../../support/jobs.ts'
import { balanceOf, movementsOf } from '../../support/points.ts'
import { openSalon } from '../../support/salon.ts'
import { assertWritesNothing } from '../../support/writes.ts'

// Services of a visit that the worker has completed: the salon may not have come to it yet (D54).

const { witness } = await testDatabase()

const lucia = { nombre: 'Lucía Prado', email: 'lucia@example.com' }

/** A visit of a Monday that the worker has completed on Tuesday. */
async function openCompleted(fixture: object = {}) {
  const salon = await openSalon({
    now: '2030-03-04T08:00',
    services: [
      { name: 'Corte', minutes: 30, priceCents: 2000, pointsAwarded: 20 },
      { name: 'Barba', minutes: 15, priceCents: 1000, pointsAwarded: 10 },
    ],
    professionals: ['Ana', 'Bea'],
    ...fixture,
  })
  const booking = dataOf(await salon.guest.book('Ana', '10:00', lucia), 201)
  salon.setTime('2030-03-05T11:00')
  await runJobs(salon)
  const { estado, version } = dataOf(await salon.backend.get(`/reservas/${booking.id}/`))
  assert.deepEqual([estado, version], ['completada', 2])
  const path = `/reservas/${booking.id}/`
  const change = (version: number, lineas: object[], headers: Record<string, string> = {}) =>
    salon.backend.put(`${path}lineas/`, { lineas, version }, headers)
  return { salon, path, change }
}

test('D54: what the worker has completed can be changed, its points follow, and it stays completed', async () => {
  const { salon, path, change } = await openCompleted()
  assert.equal(await balanceOf(salon, lucia.email), 20)
  const [corte, barba] = ['Corte', 'Barba'].map((name) => ({ servicio_id: salon.id(name) }))
  const both = [corte, barba] as object[]
  const tried = dataOf(
    await assertWritesNothing(salon, () => change(2, both, { 'x-simular': 'true' })),
  )
  assert.deepEqual([tried.simulado, tried.total], [true, 30])
  assert.equal(await balanceOf(salon, lucia.email), 20)

  const more = dataOf(await change(2, both))
  assert.deepEqual([more.estado, more.total, more.hora_fin], ['completada', 30, '10:45'])
  assert.equal(await balanceOf(salon, lucia.email), 30)
  const priced = { ...corte, precio: 15, motivo: 'Amiga' }
  const less = dataOf(await change(3, [priced]))
  assert.deepEqual([less.estado, less.total, less.version], ['completada', 15, 4])
  assert.deepEqual(await movementsOf(salon, lucia.email), [
    'earned 20',
    'earned 10',
    'reverted -10',
  ])
  assertError(await change(3, both), 'VERSION_CONFLICT')

  // nothing is due any more: no reminder, no second completion
  salon.setTime('2030-03-07T12:00')
  await runJobs(salon)
  assert.equal(dataOf(await salon.backend.get(path)).version, 4)
  const [drift] = await witness<Record<string, number>[]>`
    select * from app.check_consistency(${salon.businessId}, ${new Date('2030-03-01')}, null, null)`
  assert.deepEqual(Object.values(drift ?? {}).map(Number), [0, 0, 0, 0])

  // the correction takes back what was awarded in the end, and the salon closes the visit
  dataOf(await salon.backend.post(`${path}no-show/`))
  assert.equal(await balanceOf(salon, lucia.email), 0)
  assertError(await change(5, both), 'CANNOT_CHANGE_LINES')
  dataOf(await salon.backend.post(`${path}completar/`))
  assert.equal(await balanceOf(salon, lucia.email), 20)
  assertError(await change(6, both), 'CANNOT_CHANGE_LINES')
})

test('D14: other services do not begin the 72 hours of a correction again', async () => {
  const { salon, path, change } = await openCompleted()
  salon.setTime('2030-03-08T10:00')
  const corte = { servicio_id: salon.id('Corte'), precio: 15, motivo: 'Amiga' }
  dataOf(await change(2, [corte]))
  salon.setTime('2030-03-08T12:00')
  assertError(await salon.backend.post(`${path}no-show/`), 'INVALID_TRANSITION')
})

test('D54: what is added after a completed visit must have been free', async () => {
  const salon = await openSalon({
    now: '2030-03-04T08:00',
    services: [{ name: 'Corte' }, { name: 'Barba' }],
  })
  const booking = dataOf(await salon.guest.book('Ana', '10:00', lucia), 201)
  dataOf(await salon.guest.book('Ana', '10:30', { email: 'eva@example.com' }), 201)
  salon.setTime('2030-03-05T12:00')
  await runJobs(salon)
  const lineas = ['Corte', 'Barba'].map((name) => ({ servicio_id: salon.id(name) }))
  assertError(
    await assertWritesNothing(salon, () =>
      salon.backend.put(`/reservas/${booking.id}/lineas/`, { lineas, version: 2 }),
    ),
    'SLOT_NOT_AVAILABLE',
  )
})
