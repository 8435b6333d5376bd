import assert from 'node:assert/strict'
import test from 'node:test'
import { auditLog, cancelBooking, createBooking } from '@silla/core'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { emailsTo } from '../support/emails.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { staffOf } from '../support/staff.ts'
import { type Ran, runMany } from './run-silla.ts'

const { admin, urls, witness } = await testDatabase()
const env = { CLI_DATABASE_URL: urls.cli, SILLA_OPERATOR: 'marta@desk' }

/** One command line after the other, about one salon. */
const inTurn = <Lines extends string[][]>({ slug }: TestSalon, ...lines: Lines) =>
  runMany(
    lines.map((line) => ['bookings', ...line, '-b', slug]),
    env,
  ) as Promise<{ [Index in keyof Lines]: Ran }>

/** What staff is said to have done, the first first. */
async function noted({ slug }: TestSalon): Promise<unknown[]> {
  const { entries } = await auditLog(admin, slug, { action: 'bookings', offset: 0, limit: 100 })
  return entries.reverse().map(({ operator, action, detail }) => [operator, action, detail])
}

const aLongTimeAgo = { professionals: ['Ana'], now: '2020-03-04T08:00' }

const codesOf = ({ bookings }: { bookings: { code: string }[] }) => bookings.map(({ code }) => code)

test('D14: bookings are found by day, state, professional and customer, page by page', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Íñigo'] })
  const first = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const second = dataOf(
    await salon.guest.book('Íñigo', '09:00', { date: '2030-03-05', email: 'eva@example.com' }),
    201,
  )
  const third = dataOf(await salon.guest.book('Ana', '12:00', { date: '2030-03-06' }), 201)
  dataOf(await salon.guest.cancel(third))
  const [plain, whole, some, none, cancelled, backwards, nobody] = await inTurn(
    salon,
    ['list', '--to', '2030-03-04'],
    ['list', '--sort', 'start', '--limit', '2', '--page', '2', '--json'],
    'list --from 2030-03-05 --state confirmed --professional inigo --customer eva@example.com --json'.split(
      ' ',
    ),
    ['list', '--from', 'tomorrow', '--to', 'tomorrow'],
    ['list', '--state', 'cancelled', '--json'],
    ['list', '--from', '2030-03-05', '--to', '2030-03-04'],
    ['list', '--customer', ''],
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
  assert.deepEqual([nobody.code, nobody.stdout], [1, ''])
})

test('a booking is confirmed in the name of the salon, shown with its history, and cancelled', async () => {
  const salon = await openSalon({ professionals: ['Ana'], settings: { confirmsByHand: true } })
  const { id, codigo } = dataOf(await salon.guest.book('Ana', '10:00', { notas: 'Sin prisa' }), 201)
  const [confirmed, again, shown, observation, cancelled] = await inTurn(
    salon,
    ['confirm', codigo.toLowerCase(), '--reason', 'Agreed by phone'],
    ['confirm', String(id), '--json'],
    ['show', `${codigo.slice(0, 5)}-${codigo.slice(5)}`],
    ['show', codigo, '--json'],
    ['cancel', codigo, '--reason', 'Ana is ill', '--yes', '--json'],
  )
  assert.equal(
    confirmed.stdout,
    `Booking ${codigo} (Lucía Prado, 2030-03-04 10:00) is now confirmed.\n`,
  )
  const refusal = { message: `Booking ${codigo} is already confirmed.`, code: 'INVALID_TRANSITION' }
  assert.deepEqual([again.code, again.json().error], [1, refusal])

  // each step by its own clock: that of the scene, and that of the machine
  assert.match(shown.stdout, /^Notes +Sin prisa$/m)
  assert.match(shown.stdout, /^2030-03-04 08:00 {2}pending by the customer$/m)
  assert.match(shown.stdout, /^20\d\d-.* {2}confirmed by the business: Agreed by phone$/m)

  const steps = observation
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
  assert.deepEqual(
    await salon.guest.listSlots('Ana').then((slots) => slots.includes('10:00')),
    true,
  )
  const kinds = (await emailsTo(salon, 'lucia@example.com')).map(({ kind }) => kind).sort()
  assert.deepEqual(kinds, ['booking_cancelled', 'booking_confirmed', 'booking_received'])
  assert.deepEqual(await noted(salon), [
    ['marta@desk', 'bookings.confirm', { bookingId: id }],
    ['marta@desk', 'bookings.cancel', { bookingId: id }],
  ])
})

test('D14: what became of a visit is said and corrected; a refused step leaves no entry', async () => {
  const salon = await openSalon(aLongTimeAgo)
  const { id, codigo } = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const [noShow, done, refused] = await inTurn(
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
  assert.deepEqual(await noted(salon), [
    ['marta@desk', 'bookings.no-show', { bookingId: id }],
    ['marta@desk', 'bookings.complete', { bookingId: id }],
  ])
})

test('D9: staff books for somebody past notice, horizon, phone and online booking, never over another visit', async () => {
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
  const [made, taken, closed] = await inTurn(
    salon,
    [...whole, '--service', 'barba', '--phone', '600 123 456'],
    whole,
    early,
  )
  const { booking } = made.json()
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
  assert.deepEqual(await noted(salon), [
    ['marta@desk', 'bookings.create', { bookingId: booking.id }],
  ])
})

test('what cannot be noted is not done: the entry and the change are one transaction', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  const { id } = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const unnoted = await staffOf(salon, 'No Such Action')
  const visit = {
    serviceIds: [salon.id('Corte')],
    professionalId: salon.id('Ana'),
    day: 21_977,
    startMinute: 720,
  }
  const contact = { name: 'Eva', email: 'eva@example.com', phone: null }
  const more = { contact, language: 'es', notes: '', usePoints: false, byBusiness: true } as const
  await assert.rejects(createBooking(unnoted, { ...visit, ...more }), /audit_entries_action/)
  await assert.rejects(
    cancelBooking(unnoted, { bookingId: id, code: null, reason: null }),
    /audit_entries_action/,
  )
  const rows = await witness`select id, state from bookings where business_id = ${salon.businessId}`
  assert.deepEqual(
    rows.map((row) => [row.id, row.state]),
    [[id, 'confirmed']],
  )
})
