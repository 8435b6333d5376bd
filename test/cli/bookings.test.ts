import assert from 'node:assert/strict'
import test from 'node:test'
import {
  auditLog,
  type Booking,
  type BookingState,
  cancelBooking,
  createBooking,
} from '@silla/core'
import { invalidTransition, type TargetState } from '../../cli/src/errors/booking-errors.ts'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { emailsTo } from '../support/emails.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { staffOf } from '../support/staff.ts'
import { type RunResult, runMany } from './run-silla.ts'

const { admin, urls, witness } = await testDatabase()
const env = { CLI_DATABASE_URL: urls.cli, SILLA_OPERATOR: 'marta@desk' }

/** Runs command lines of the topic bookings for one salon, one after the other. */
const silla = <Lines extends string[][]>({ slug }: TestSalon, ...lines: Lines) =>
  runMany(
    lines.map((line) => ['bookings', ...line, '-b', slug]),
    env,
  ) as Promise<{ [Index in keyof Lines]: RunResult }>

/** The audit entries of staff, the oldest first. */
async function auditEntriesOf({ slug }: TestSalon): Promise<unknown[]> {
  const { entries } = await auditLog(admin, slug, { action: 'bookings', offset: 0, limit: 100 })
  return entries.reverse().map(({ operator, action, detail }) => [operator, action, detail])
}

const inThePast = { professionals: ['Ana'], now: '2020-03-04T08:00' }

const codesOf = ({ bookings }: { bookings: { code: string }[] }) => bookings.map(({ code }) => code)

test('D14: bookings are filtered by day, state, professional and customer, and sorted, with pages', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Íñigo'] })
  const first = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const second = dataOf(
    await salon.guest.book('Íñigo', '09:00', { date: '2030-03-05', email: 'eva@example.com' }),
    201,
  )
  const third = dataOf(await salon.guest.book('Ana', '12:00', { date: '2030-03-06' }), 201)
  dataOf(await salon.guest.cancel(third))
  const [plain, whole, some, none, cancelled, backwards, unknown, day, dayJson, free] = await silla(
    salon,
    ['list', '--to', '2030-03-04'],
    ['list', '--sort', 'start', '--limit', '2', '--page', '2', '--json'],
    (
      'list --from 2030-03-05 --state confirmed --professional inigo --customer eva@example.com ' +
      '--json'
    ).split(' '),
    ['list', '--from', 'tomorrow', '--to', 'tomorrow'],
    ['list', '--state', 'cancelled', '--json'],
    ['list', '--from', '2030-03-05', '--to', '2030-03-04'],
    ['list', '--customer', ''],
    ['list', '--day', '2030-03-06'],
    ['list', '--day', '2030-03-05', '--professional', 'inigo', '--json'],
    ['list', '--day', '2030-03-07'],
  )
  const line = `^${first.codigo} +2030-03-04 +10:00 +Ana +Lucía Prado +Corte +confirmed$`
  assert.match(plain.stdout, new RegExp(line, 'm'))
  assert.deepEqual([codesOf(whole.json()), whole.json().total], [[third.codigo], 3])
  assert.deepEqual(codesOf(some.json()), [second.codigo])
  assert.equal(none.stdout, `${salon.slug} has no matching bookings.\n`)
  assert.deepEqual(codesOf(cancelled.json()), [third.codigo])
  assert.deepEqual(
    [backwards.code, backwards.stderr],
    [2, 'Error: --to 2030-03-04 is before --from 2030-03-05.\n'],
  )
  assert.deepEqual([unknown.code, unknown.stdout], [1, ''])
  assert.match(day.stdout, new RegExp(`^${third.codigo} +2030-03-06 +12:00 `, 'm'))
  assert.equal(day.stdout.includes(second.codigo), false)
  assert.deepEqual(codesOf(dayJson.json()), [second.codigo])
  assert.equal(free.stdout, `${salon.slug} has no bookings on 2030-03-07.\n`)
})

test('a booking is confirmed as the salon, shown with its history, and cancelled', async () => {
  const salon = await openSalon({ professionals: ['Ana'], settings: { confirmsByHand: true } })
  const { id, codigo } = dataOf(await salon.guest.book('Ana', '10:00', { notas: 'Sin prisa' }), 201)
  const [confirmed, again, shown, shownJson, planned, cancelled, after, afterJson] = await silla(
    salon,
    ['confirm', codigo.toLowerCase(), '--reason', 'Agreed by phone'],
    ['confirm', String(id), '--json'],
    ['show', `${codigo.slice(0, 5)}-${codigo.slice(5)}`],
    ['show', codigo, '--json'],
    [...['cancel', codigo, '--message', 'Ana is ill', '--note', 'Second time'], '--dry-run'],
    [...['cancel', codigo, '--message', 'Ana is ill', '--note', 'Second time', '--yes'], '--json'],
    ['show', codigo],
    ['show', codigo, '--json'],
  )
  assert.equal(
    confirmed.stdout,
    `Booking ${codigo} (Lucía Prado, 2030-03-04 10:00) is now confirmed.\n`,
  )
  const refusal = { message: `Booking ${codigo} is already confirmed.`, code: 'INVALID_TRANSITION' }
  assert.deepEqual([again.code, again.json().error], [1, refusal])

  // the first transition has the time of the test clock, the second that of the machine
  assert.match(shown.stdout, /^Notes +Sin prisa$/m)
  assert.match(shown.stdout, /^2030-03-04 08:00 {2}pending by the customer$/m)
  assert.match(shown.stdout, /^20\d\d-.* {2}confirmed by the business: Agreed by phone$/m)

  assert.equal(
    planned.stdout,
    `${codigo} (Lucía Prado, 2030-03-04 10:00) would be cancelled. The customer reads: "Ana is ill"\n`,
  )
  const steps = shownJson
    .json()
    .history.map(({ from, to, by }: Record<string, unknown>) => [from, to, by])
  assert.deepEqual(steps.toSorted(), [
    [null, 'pending', 'customer'],
    ['pending', 'confirmed', 'business'],
  ])

  const { booking, refund } = cancelled.json()
  assert.deepEqual([booking.state, booking.canCancel, refund.applies], ['cancelled', false, false])
  assert.deepEqual(
    [booking.cancellation.by, booking.cancellation.reason],
    ['business', 'Ana is ill'],
  )
  assert.doesNotMatch(cancelled.stdout, /Second time/)
  assert.match(
    after.stdout,
    /^20\d\d-.* {2}cancelled by the business: Ana is ill \(note: Second time\)$/m,
  )
  assert.equal(
    afterJson.json().history.find(({ to }: { to: string }) => to === 'cancelled').note,
    'Second time',
  )
  assert.deepEqual(
    await salon.guest.listSlots('Ana').then((slots) => slots.includes('10:00')),
    true,
  )
  const kinds = (await emailsTo(salon, 'lucia@example.com')).map(({ kind }) => kind).sort()
  assert.deepEqual(kinds, ['booking_cancelled', 'booking_confirmed', 'booking_received'])
  assert.deepEqual(await auditEntriesOf(salon), [
    ['marta@desk', 'bookings.confirm', { bookingId: id }],
    ['marta@desk', 'bookings.cancel', { bookingId: id }],
  ])
})

test('D14: a no-show is corrected to completed; a rejected transition writes no audit entry', async () => {
  const salon = await openSalon(inThePast)
  const { id, codigo } = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const [noShow, done, refused] = await silla(
    salon,
    ['no-show', codigo, '--json'],
    ['complete', codigo, '--json'],
    ['cancel', codigo, '--yes'],
  )
  assert.deepEqual(
    [noShow.json().booking.state, done.json().booking.state],
    ['no_show', 'completed'],
  )
  const why = `Error: Booking ${codigo} is completed: only an upcoming booking can be cancelled.\n`
  assert.deepEqual([refused.code, refused.stdout, refused.stderr], [1, '', why])
  assert.deepEqual(await auditEntriesOf(salon), [
    ['marta@desk', 'bookings.no-show', { bookingId: id }],
    ['marta@desk', 'bookings.complete', { bookingId: id }],
  ])
})

test('D9: staff bookings ignore notice, horizon, phone and online booking rules, but not other bookings', async () => {
  const salon = await openSalon({
    professionals: ['Ana'],
    services: [{ name: 'Corte' }, { name: 'Barba', bookableOnline: false }],
    settings: { horizonDays: 1, phoneRequired: true },
  })
  const input = [
    'create',
    '--professional',
    'ana',
    '--service',
    'Corte',
    '--day',
    '2031-05-05',
    '--time',
    '10:00',
  ]
  const whole = [...input, '--name', 'Lucía Prado', '--email', ' Lucia@example.com', '--json']
  const early = whole.map((word) => (word === '10:00' ? '03:00' : word))
  const [link, created, taken, closed] = await silla(
    salon,
    [...input, '--name', 'Lucía evil.com', '--email', 'lucia@example.com'],
    [...whole, '--service', 'barba', '--phone', '600 123 456'],
    whole,
    early,
  )
  assert.equal(link.code, 2)
  assert.match(link.stderr, /^Error: Invalid value for --name: .* got "Lucía evil\.com"\.\n$/)
  const { booking } = created.json()
  assert.deepEqual([booking.state, booking.day, booking.time], ['confirmed', '2031-05-05', '10:00'])
  assert.deepEqual(
    [booking.contact.phone, booking.services.map(({ name }: { name: string }) => name)],
    ['+34600123456', ['Corte', 'Barba']],
  )
  const [step] = await witness`
    select actor from booking_transitions where business_id = ${salon.businessId} and booking_id = ${booking.id}`
  assert.equal(step?.actor, 'business')

  const result = taken.json().error
  assert.deepEqual([result.code, result.alternatives.length], ['SLOT_NOT_AVAILABLE', 3])
  assert.match(result.message, /^That time is no longer free\..* Free: 2031-05-05 \d\d:\d\d, .*\.$/)
  const [next] = closed.json().error.alternatives
  assert.deepEqual([closed.json().error.code, next.day], ['BUSINESS_CLOSED', '2031-05-05'])
  assert.deepEqual(await auditEntriesOf(salon), [
    ['marta@desk', 'bookings.create', { bookingId: booking.id }],
  ])
})

test('D32, D33: staff leave the professional open, or give each service its own', async () => {
  const salon = await openSalon({
    services: [{ name: 'Color' }, { name: 'Corte' }],
    professionals: [{ name: 'Ana', services: ['Color'] }, 'Bea'],
  })
  const who = ['--name', 'Lucía Prado', '--email', 'lucia@example.com', '--json']
  const at = (time: string) => ['--day', '2030-03-05', '--time', time, ...who]
  const [anyone, lines, both, wrong, none] = await silla(
    salon,
    ['create', '--professional', 'any', '--service', 'color', '--service', 'corte', ...at('10:00')],
    ['create', '--line', 'color=Ana', '--line', 'Corte=any', ...at('12:00')],
    ['create', '--line', 'color=Ana', '--professional', 'Ana', ...at('12:00')],
    ['create', '--line', 'color', ...at('12:00')],
    ['create', '--service', 'color', ...at('12:00')],
  )
  const whoDoesWhat = (booking: { services: { name: string; professional: { name: string } }[] }) =>
    booking.services.map(({ name, professional }) => `${name} ${professional.name}`)
  assert.deepEqual(whoDoesWhat(anyone.json().booking), ['Color Bea', 'Corte Bea'])
  assert.equal(anyone.json().booking.assignedBy, 'system')
  assert.deepEqual(whoDoesWhat(lines.json().booking), ['Color Ana', 'Corte Bea'])
  assert.deepEqual([both.code, wrong.code, none.code], [2, 2, 2])
  assert.match(wrong.json().error.message, /--line: expected SERVICE=PROFESSIONAL, got "color"/)
  assert.match(none.json().error.message, /Missing --service and --professional, or --line/)

  const [list, card] = await silla(
    salon,
    ['list', '--professional', 'Bea'],
    ['show', lines.json().booking.code],
  )
  assert.match(list.stdout, /Ana, Bea/)
  assert.match(card.stdout, /Service +Corte, .*, 12:30-13:00 with Bea/)
})

test('the audit entry and the change are one transaction: if one fails, both do', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  const { id } = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const unaudited = await staffOf(salon, 'No Such Action')
  const visit = {
    serviceIds: [salon.id('Corte')],
    professionalId: salon.id('Ana'),
    lines: null,
    day: 21_977,
    startMinute: 720,
  }
  const contact = { name: 'Eva', email: 'eva@example.com', phone: null }
  const more = { contact, language: 'es', notes: '', usePoints: false, byBusiness: true } as const
  await assert.rejects(createBooking(unaudited, { ...visit, ...more }), /audit_entries_action/)
  await assert.rejects(
    cancelBooking(unaudited, { bookingId: id, code: null, reason: null, note: null }),
    /audit_entries_action/,
  )
  const rows = await witness`select id, state from bookings where business_id = ${salon.businessId}`
  assert.deepEqual(
    rows.map((row) => [row.id, row.state]),
    [[id, 'confirmed']],
  )
})

test('an invalid transition is explained with the current state, and from when on it is possible', () => {
  const booking = {
    code: 'X',
    startsAt: new Date('2030-03-04T22:50:00Z'),
    timezone: 'Asia/Dubai',
  } as Booking
  const cases: [state: BookingState, target: TargetState, reason: string][] = [
    ['confirmed', 'completed', 'starts at 2030-03-05 02:50: it can become completed from then on.'],
    [
      'confirmed',
      'no_show',
      'starts at 2030-03-05 02:50: it can become no_show from 2030-03-05 03:05 on.',
    ],
    ['pending', 'completed', 'is pending: confirm it first.'],
    ['completed', 'confirmed', 'is completed: only a pending booking can be confirmed.'],
    ['completed', 'no_show', 'has been completed for more than 72 hours and can no longer change.'],
    ['cancelled', 'confirmed', 'is cancelled, which is final.'],
    [
      'confirmed',
      'cancelled',
      'started at 2030-03-05 02:50: only an upcoming booking can be cancelled.',
    ],
    ['no_show', 'no_show', 'is already no_show.'],
  ]
  for (const [state, target, reason] of cases)
    assert.equal(invalidTransition(target, { ...booking, state }).message, `Booking X ${reason}`)
})

test('D45: a booking without --email starts at any minute, and now is the next one', async () => {
  const salon = await openSalon({ professionals: ['Ana'], hours: '00:00-24:00' })
  const create = 'create --professional Ana --service Corte --name Nico --time'.split(' ')
  const [created, wrong, other] = await silla(
    salon,
    [...create, '10:07', '--day', '2030-03-05', '--json'],
    [...create, 'soon', '--day', '2030-03-05'],
    [...create, 'now', '--day', '2030-03-05'],
  )
  const { booking } = created.json()
  assert.deepEqual([booking.time, booking.contact.email], ['10:07', ''])
  assert.match(wrong.stderr, /^Error: Invalid value for --time: .* or now, got "soon"\.$/m)
  assert.match(other.stderr, /time does not exist on that day/)
})
