import assert from 'node:assert/strict'
import test from 'node:test'
import { auditLog } from '@silla/core'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { emailsTo } from '../support/emails.ts'
import { openSalon } from '../support/salon.ts'
import { assertWritesNothing } from '../support/writes.ts'
import { zoneAtDaytime } from '../support/zone-at-daytime.ts'
import { type RunResult, runMany } from './run-silla.ts'

const { admin, urls } = await testDatabase()
const env = { CLI_DATABASE_URL: urls.cli, SILLA_OPERATOR: 'marta@desk' }
const date = '2030-03-04'
const email = 'lucia@example.com'

const silla = <Lines extends string[][]>(...lines: Lines) =>
  runMany(lines, env) as Promise<{ [Index in keyof Lines]: RunResult }>

const menu = {
  professionals: ['Ana', 'Bea'],
  services: [
    { name: 'Corte', priceCents: 2000 },
    { name: 'Barba', priceCents: 1000 },
    { name: 'Tinte', priceCents: 5000 },
  ],
}

test('D54: staff changes the services of a booking, after a try that shows the total', async () => {
  const salon = await openSalon(menu)
  const { id, codigo } = dataOf(await salon.guest.book('Ana', '10:00', { email }), 201)
  const line = (...args: string[]) => [
    'bookings',
    'change-lines',
    codigo,
    ...args,
    '-b',
    salon.slug,
  ]
  const barba = ['--add', 'Barba=bea', '--price', 'barba=7.50', '--reason', 'Vecina']
  const [tried] = await assertWritesNothing(salon, () => silla(line(...barba, '--dry-run')))
  const label = `${codigo} (Lucía Prado, ${date} 10:00)`
  assert.match(tried.stdout, /^Corte, 20\.00 EUR, 10:00-10:30 with Ana$/m)
  assert.match(tried.stdout, /^Barba, 7\.50 EUR, 10:30-11:00 with Bea$/m)
  assert.ok(
    tried.stdout.endsWith(`${label} would be changed: 20.00 EUR -> 27.50 EUR.\n`),
    tried.stdout,
  )

  const [unsure, changed, json, shown] = await silla(
    line(...barba),
    line(...barba, '--yes'),
    line(
      '--remove',
      'Corte',
      '--assign',
      'Barba=any',
      '--add',
      'Tinte',
      '--email',
      '--yes',
      '--json',
    ),
    ['bookings', 'show', codigo, '-b', salon.slug],
  )
  assert.equal(unsure.code, 2)
  assert.ok(
    changed.stdout.endsWith(`Changed booking ${codigo}: 20.00 EUR -> 27.50 EUR.\n`),
    changed.stdout,
  )
  const { booking, dryRun, totalCentsBefore } = json.json()
  assert.deepEqual([dryRun, totalCentsBefore, booking.totalCents], [false, 2750, 5750])
  assert.deepEqual(
    booking.services.map(({ name }: { name: string }) => name),
    ['Barba', 'Tinte'],
  )
  assert.match(shown.stdout, /services changed by the business \(note: Vecina\)$/m)
  const mails = await emailsTo(salon, email)
  assert.deepEqual(
    mails.map(({ kind }) => kind).sort(),
    ['booking_confirmed', 'booking_rescheduled'],
    'one change was to be mailed',
  )
  const { entries } = await auditLog(admin, salon.slug, { action: 'bookings', offset: 0, limit: 9 })
  assert.deepEqual(
    entries.map(({ action, detail }) => [action, detail.bookingId]),
    [
      ['bookings.change-lines', id],
      ['bookings.change-lines', id],
    ],
  )
})

test('D54: what is wrong with the services says what to do, and nothing changes', async () => {
  const salon = await openSalon(menu)
  const { codigo } = dataOf(await salon.guest.book('Ana', '10:00', { email }), 201)
  dataOf(await salon.guest.book('Ana', '10:30', { email: 'eva@example.com' }), 201)
  const line = (...args: string[]) => [
    'bookings',
    'change-lines',
    codigo,
    ...args,
    '-b',
    salon.slug,
    '--yes',
  ]
  const results = await assertWritesNothing(salon, () =>
    silla(
      line(),
      line('--remove', 'Corte'),
      line('--remove', 'Tinte'),
      line('--add', 'Corte'),
      line('--add', 'Barba', '--price', 'Barba=x', '--reason', 'Vecina'),
      line('--add', 'Barba', '--price', 'Barba=5'),
      line('--assign', 'Corte'),
      line('--add', 'Barba', '--json'),
    ),
  )
  const [nothing, none, unknown, twice, amount, reason, pair, taken] = results
  assert.deepEqual(
    [nothing, none, twice, amount, pair].map(({ stderr }) => stderr),
    [
      'Error: Pass --add, --remove, --assign or --price.\n',
      'Error: A booking needs a service. To cancel it: silla bookings cancel.\n',
      'Error: A service can be booked only once per booking.\n',
      'Error: Invalid value for --price: expected an amount such as 5.50, got "x".\n',
      'Error: Invalid value for --assign: expected SERVICE=PROFESSIONAL, got "Corte".\n',
    ],
  )
  assert.match(unknown.stderr, /^Error: There is no service of the booking "Tinte"\./)
  assert.deepEqual([reason.code, /--reason/.test(reason.stderr)], [2, true])
  assert.deepEqual([taken.code, taken.json().error.code], [1, 'SLOT_NOT_AVAILABLE'])
  dataOf(await salon.backend.post(`/reservas/${(await find(codigo)).id}/cancelar/`))
  const [gone] = await silla(line('--add', 'Barba'))
  assert.equal(
    gone.stderr,
    `Error: Booking ${codigo} is cancelled: its services can no longer change.\n`,
  )

  async function find(code: string) {
    return dataOf(await salon.backend.get(`/reservas/codigo/${code}/`))
  }
})

test('D71: staff records that a customer has come in, and undoes it', async () => {
  const timezone = zoneAtDaytime()
  const day = Temporal.Now.plainDateISO(timezone)
  const [today, later] = [day.toString(), day.add({ days: 2 }).toString()]
  const salon = await openSalon({ timezone, hours: '00:00-24:00', now: `${today}T00:00` })
  const visit = { date: today, email }
  const { codigo } = dataOf(await salon.guest.book('Ana', '23:30', visit), 201)
  const other = dataOf(await salon.guest.book('Ana', '10:00', { ...visit, date: later }), 201)
  const command = (verb: string, code: string, ...more: string[]) => [
    ...['bookings', verb, code, '-b', salon.slug, ...more],
  ]
  const [arrived, again, json, undone, tooEarly] = await silla(
    command('arrive', codigo),
    command('arrive', codigo),
    command('arrive', codigo, '--json'),
    command('undo-arrival', codigo),
    command('arrive', other.codigo),
  )
  const label = `${codigo} (Lucía Prado, ${today} 23:30)`
  assert.match(
    arrived.stdout,
    new RegExp(`^Booking ${label.replace(/[()]/g, '\\$&')}: arrived at \\d\\d:\\d\\d\\.\\n$`),
  )
  assert.equal(again.stdout, arrived.stdout)
  const arrivedAt = Temporal.Instant.from(json.json().booking.arrivedAt)
  assert.equal(arrivedAt.toZonedDateTimeISO(timezone).toPlainDate().toString(), today)
  assert.equal(undone.stdout, `Booking ${label} has no arrival.\n`)
  assert.equal(
    tooEarly.stderr,
    `Error: Booking ${other.codigo} is on ${later}: an arrival is recorded on that day.\n`,
  )
  const { entries } = await auditLog(admin, salon.slug, { action: 'bookings', offset: 0, limit: 9 })
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['bookings.undo-arrival', 'bookings.arrive'],
  )
})

test('D80: staff repeats a booking, and moves and cancels those that follow, each after a try', async () => {
  const salon = await openSalon({ ...menu, closings: { '2030-03-18': null } })
  const create = [
    ...['bookings', 'create', '-b', salon.slug, '--professional', 'Ana', '--service', 'Corte'],
    ...['--day', date, '--time', '10:00', '--name', 'Lucía Prado', '--email', email],
    ...['--every-weeks', '1', '--times', '4'],
  ]
  const [tried] = await assertWritesNothing(salon, () => silla([...create, '--dry-run', '--json']))
  const [half, made] = await silla([...create.slice(0, -2)], [...create, '--json'])
  assert.deepEqual([half.code, /--times/.test(half.stderr)], [2, true])
  const days = (result: RunResult) =>
    result
      .json()
      .visits.map(({ day, refusal }: { day: string; refusal: string | null }) =>
        `${day} ${refusal ?? ''}`.trim(),
      )
  const expected = [date, '2030-03-11', '2030-03-18 BUSINESS_CLOSED', '2030-03-25']
  assert.deepEqual([days(tried), tried.json().dryRun], [expected, true])
  assert.deepEqual([days(made), made.json().dryRun], [expected, false])

  const { code } = made.json().booking
  const second = made.json().visits[1].code
  const b = ['-b', salon.slug, '--yes']
  const [moved, cancelled, rest] = await silla(
    [
      'bookings',
      'reschedule',
      code,
      '--time',
      '12:00',
      '--following',
      '--no-email',
      '--json',
      ...b,
    ],
    ['bookings', 'cancel', second, '--following', '--json', ...b],
    ['bookings', 'show', code, '-b', salon.slug, '--json'],
  )
  assert.deepEqual(days(moved), [date, '2030-03-11', '2030-03-25'])
  assert.deepEqual(days(cancelled), ['2030-03-11', '2030-03-25'])
  const { booking } = rest.json()
  assert.deepEqual([booking.state, booking.time], ['confirmed', '12:00'])
  const kinds = (await emailsTo(salon, email)).map(({ kind }) => kind)
  assert.deepEqual(kinds, ['booking_confirmed', 'booking_cancelled'])
})
