import assert from 'node:assert/strict'
import test from 'node:test'
import { auditLog, type BookingDetail, reassignBooking, visitsOnDay } from '@silla/core'
import { parseDate } from '@silla/slots'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { emailsTo } from '../support/emails.ts'
import { openSalon } from '../support/salon.ts'
import { staffOf } from '../support/staff.ts'
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
  const { entries } = await auditLog(admin, salon.slug, {
    action: 'bookings.reschedule',
    offset: 0,
    limit: 9,
  })
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

const team = {
  professionals: ['Ana', 'Bea', { name: 'Carlos', services: ['Corte'] }],
  services: [{ name: 'Corte' }, { name: 'Barba' }],
}

test('D37: the visits of a day of illness go to others who are free then, and the rest is listed with phone numbers', async () => {
  const salon = await openSalon(team)
  const book = async (who: string, time: string, what: string, email: string) =>
    dataOf(
      await salon.guest.book(who, time, {
        services: [what],
        email,
        telefono: '+34600123456',
      }),
      201,
    )
  const easy = await book('Ana', '10:00', 'Corte', 'easy@example.com')
  const beard = await book('Ana', '11:00', 'Barba', 'beard@example.com')
  await book('Bea', '11:00', 'Corte', 'bea@example.com')
  const shared = dataOf(
    await salon.guest.post('/reservas/crear/', {
      ...{ nombre: 'Eva', email: 'eva@example.com', fecha: date, hora_inicio: '12:00' },
      lineas: [
        { servicio_id: salon.id('Barba'), peluquero_id: salon.id('Bea') },
        { servicio_id: salon.id('Corte'), peluquero_id: salon.id('Ana') },
      ],
    }),
    201,
  )
  const gone = await book('Ana', '16:00', 'Corte', 'gone@example.com')
  dataOf(await salon.backend.cancel(gone, {}))
  const mails = (await emailsTo(salon, 'easy@example.com')).length

  const line = ['bookings', 'reassign', salon.slug, '--from', 'ana', '--day', date]
  const [tried, unsure, nobody, unknown, some, all, again, none] = await silla(
    [...line, '--dry-run'],
    line,
    [...line, '--only', ' ,', '--yes'],
    [...line, '--only', 'XXXXXXXXXX', '--yes'],
    [...line, '--only', easy.codigo.toLowerCase(), '--yes', '--json'],
    [...line, '--yes'],
    [...line, '--yes', '--json'],
    [...line.slice(0, -1), '2030-03-05', '--yes'],
  )
  assert.deepEqual([tried.code, tried.stderr], [0, ''])
  assert.match(tried.stdout, new RegExp(`^${easy.codigo} +10:00 .* (Bea|Carlos) can do it$`, 'm'))
  assert.match(tried.stdout, new RegExp(`^${beard.codigo} +11:00 .* nobody else is free$`, 'm'))
  assert.match(
    tried.stdout,
    new RegExp(`^${shared.codigo} +12:00 .* Bea(, Carlos)? can do it$`, 'm'),
  )
  assert.ok(!tried.stdout.includes(gone.codigo))
  assert.match(
    tried.stdout,
    new RegExp(
      `visit of ana to call about:\\n {2}11:00 {2}${beard.codigo} {2}.*, \\+34600123456\\n`,
    ),
  )
  assert.equal(unsure.code, 2, 'it has to be confirmed')
  assert.deepEqual(
    [nobody.code, nobody.stderr],
    [2, 'Error: --only names no visit: pass its codes, separated by commas.\n'],
  )
  assert.match(unknown.stderr, /^Error: XXXXXXXXXX is no upcoming visit/)

  const [moved] = some.json().visits
  assert.deepEqual([some.code, moved.outcome, moved.booking.time], [0, 'moved', '10:00'])
  assert.notEqual(moved.booking.professional.name, 'Ana')
  assert.equal((await emailsTo(salon, 'easy@example.com')).length, mails + 1)
  assert.equal(all.code, 1, 'one visit remains')
  assert.match(all.stdout, new RegExp(`^${shared.codigo} .* moved to Bea(, Carlos)?$`, 'm'))
  assert.deepEqual(
    [again.code, again.json().visits.map(({ outcome }: { outcome: string }) => outcome)],
    [1, ['impossible']],
  )
  assert.deepEqual([none.code, none.stdout], [0, 'ana has no upcoming visits on 2030-03-05.\n'])
  const { entries } = await auditLog(admin, salon.slug, { action: 'bookings', offset: 0, limit: 9 })
  assert.deepEqual(
    entries
      .filter(({ action }) => action === 'bookings.reassign')
      .map(({ operator, detail }) => [operator, detail]),
    [shared, easy].map(({ id }) => ['marta@desk', { bookingId: id }]),
  )
})

test('D37: a visit whose new person was taken meanwhile goes to another one, and one that has changed stays', async () => {
  const salon = await openSalon(team)
  const staff = await staffOf(salon)
  const codes = []
  for (const time of ['10:00', '12:00'])
    codes.push(
      dataOf(
        await salon.guest.book('Ana', time, { email: `t${time.slice(0, 2)}@example.com` }),
        201,
      ),
    )
  const [from, day] = [salon.id('Ana'), parseDate(date) as number]
  const visits = await visitsOnDay(staff, { professionalId: from, day })
  assert.equal(visits.length, 2)
  const planned = []
  for (const visit of visits) planned.push(await reassignBooking(staff, visit, from))
  const [first, second] = planned.map((each) => {
    assert.ok(each.outcome === 'possible')
    return each.booking
  })
  const taken = first?.booking.professional.name ?? ''
  dataOf(await salon.guest.book(taken, '10:00', { email: 'fast@example.com' }), 201)
  dataOf(await salon.backend.cancel(codes[1] ?? { id: 0, codigo: '' }, {}))
  const moved = await reassignBooking(staff, visits[0] as BookingDetail, from, first)
  assert.ok(moved.outcome === 'moved')
  assert.ok(!['Ana', taken].includes(moved.booking.booking.professional.name))
  assert.deepEqual(await reassignBooking(staff, visits[1] as BookingDetail, from, second), {
    outcome: 'impossible',
    code: 'VERSION_CONFLICT',
    alternatives: [],
  })
})
