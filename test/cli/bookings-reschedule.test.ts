import assert from 'node:assert/strict'
import test from 'node:test'
import { auditLog } from '@silla/core'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { openSalon } from '../support/salon.ts'
import { type RunResult, runMany } from './run-silla.ts'

const { admin, urls } = await testDatabase()
const env = { CLI_DATABASE_URL: urls.cli, SILLA_OPERATOR: 'marta@desk' }
const date = '2030-03-04'

const silla = <Lines extends string[][]>(...lines: Lines) =>
  runMany(lines, env) as Promise<{ [Index in keyof Lines]: RunResult }>

test('D37: staff moves a booking to any minute or another professional, after a try', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Bea'] })
  const { id, codigo } = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  dataOf(await salon.guest.book('Bea', '11:00', { email: 'eva@example.com' }), 201)
  const cancelled = dataOf(await salon.guest.book('Ana', '16:00'), 201)
  dataOf(await salon.backend.cancel(cancelled, {}))
  const line = (...args: string[]) => ['bookings', 'reschedule', ...args, '-b', salon.slug]
  const [tried, moved, taken, anyone, json, nothing, unsure, gone, many, shown] = await silla(
    line(codigo, '--time', '10:07', '--dry-run'),
    line(codigo, '--time', '10:07', '--yes'),
    line(codigo, '--time', '11:00', '--professional', 'bea', '--yes', '--json'),
    line(codigo, '--time', '11:00', '--professional', 'any', '--yes'),
    line(String(id), '--day', '2030-03-05', '--professional', 'Bea', '--yes', '--json'),
    line(codigo),
    line(codigo, '--time', '12:00'),
    line(cancelled.codigo, '--time', '12:00', '--yes', '--json'),
    line(codigo, '--professional', 'Ana', '--professional', 'Bea', '--yes'),
    ['bookings', 'show', codigo, '-b', salon.slug],
  )
  const label = `${codigo} (Lucía Prado, ${date} 10:00)`
  assert.equal(tried.stdout, `${label} would be moved to ${date} 10:07 with Ana.\n`)
  assert.equal(moved.stdout, `Moved booking ${codigo} to ${date} 10:07 with Ana.\n`)
  assert.equal(taken.code, 1)
  const { error } = taken.json()
  assert.equal(error.code, 'SLOT_NOT_AVAILABLE')
  assert.deepEqual(
    error.alternatives.map(({ time }: { time: string }) => time),
    ['10:30', '11:30', '10:15'],
  )
  assert.equal(anyone.stdout, `Moved booking ${codigo} to ${date} 11:00 with Ana.\n`)
  const { booking, dryRun } = json.json()
  assert.deepEqual(
    [booking.day, booking.time, booking.professional.name, dryRun, booking.reschedules],
    ['2030-03-05', '11:00', 'Bea', false, 3],
  )
  assert.deepEqual(
    [nothing.code, nothing.stderr],
    [2, 'Error: Pass --day, --time or --professional.\n'],
  )
  assert.equal(unsure.code, 2, unsure.stderr)
  assert.deepEqual([gone.code, gone.json().error.code], [1, 'CANNOT_RESCHEDULE'])
  assert.deepEqual(
    [many.code, many.stderr],
    [2, 'Error: Pass one --professional, or one for each of the 1 services of the booking.\n'],
  )
  assert.match(shown.stdout, /^20\d\d-.* {2}moved to 2030-03-05 11:00 by the business$/m)
  const { entries } = await auditLog(admin, salon.slug, { action: 'bookings', offset: 0, limit: 9 })
  assert.deepEqual(
    entries.map(({ action, detail }) => [action, detail]),
    Array.from({ length: 3 }, () => ['bookings.reschedule', { bookingId: id }]),
  )
})

test('D37: staff reads who does each service, and moving a booking to where it is does nothing', async () => {
  const salon = await openSalon({
    professionals: ['Ana', 'Bea'],
    services: [{ name: 'Corte' }, { name: 'Barba' }],
  })
  const { id, codigo } = dataOf(
    await salon.guest.post('/reservas/crear/', {
      ...{ nombre: 'Lucía Prado', email: 'lucia@example.com', fecha: date, hora_inicio: '10:00' },
      lineas: ['Corte', 'Barba'].map((name) => ({
        servicio_id: salon.id(name),
        peluquero_id: salon.id('Ana'),
      })),
    }),
    201,
  )
  const move = ['bookings', 'reschedule', codigo, '-b', salon.slug, '--time', '12:00']
  const both = ['--professional', 'Ana', '--professional', 'Bea']
  const [tried, moved, again, triedAgain] = await silla(
    [...move, ...both, '--dry-run'],
    [...move, ...both, '--yes'],
    move,
    [...move, '--dry-run', '--json'],
  )
  assert.equal(
    tried.stdout,
    `${codigo} (Lucía Prado, ${date} 10:00) would be moved to ${date} 12:00 with Ana, Bea.\n`,
  )
  assert.equal(moved.stdout, `Moved booking ${codigo} to ${date} 12:00 with Ana, Bea.\n`)
  assert.equal(again.stdout, `Booking ${codigo} is already on ${date} 12:00 with Ana, Bea.\n`)
  assert.equal(again.code, 0)
  const unchanged = triedAgain.json()
  assert.deepEqual([unchanged.dryRun, unchanged.booking.reschedules], [true, 1])
  const { entries } = await auditLog(admin, salon.slug, { action: 'bookings', offset: 0, limit: 9 })
  assert.deepEqual(
    entries.map(({ detail }) => detail),
    [{ bookingId: id }],
  )
})
