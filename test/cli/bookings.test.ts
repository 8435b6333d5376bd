import assert from 'node:assert/strict'
import test from 'node:test'
import { auditLog, cancelBooking, createBooking } from '@silla/core'
import { testDatabase } from '../support/database.ts'
import { lettersTo } from '../support/letters.ts'
import { dataOf } from '../support/refused.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { staffOf } from '../support/staff.ts'
import { runSilla } from './run-silla.ts'

const { admin, urls, witness } = await testDatabase()
const silla = (verb: string, ...args: string[]) =>
  runSilla(['bookings', verb, ...args], { CLI_DATABASE_URL: urls.cli, SILLA_OPERATOR: 'marta@desk' })

/** What staff is said to have done, the first first. */
async function noted({ slug }: TestSalon): Promise<unknown[]> {
  const entries = await auditLog(admin, { slug, action: 'bookings', from: null, offset: 0, limit: 100 })
  return entries.reverse().map(({ operator, action, detail }) => [operator, action, detail])
}

const aLongTimeAgo = { professionals: ['Ana'], now: '2020-03-04T08:00' }

const codesOf = ({ bookings }: { bookings: { code: string }[] }) => bookings.map(({ code }) => code)

test('D14: bookings are found by day, state, professional and customer, page by page', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Íñigo'] })
  const first = dataOf(await salon.guest.books('Ana', '10:00'), 201)
  const second = dataOf(
    await salon.guest.books('Íñigo', '09:00', { date: '2030-03-05', email: 'eva@example.com' }),
    201,
  )
  const third = dataOf(await salon.guest.books('Ana', '12:00', { date: '2030-03-06' }), 201)
  dataOf(await salon.guest.cancels(third))
  const plain = await silla('list', '-b', salon.slug, '--to', '2030-03-04')
  const line = `^${first.codigo} +2030-03-04 +10:00 +Ana +Lucía Prado +Corte +confirmed$`
  assert.match(plain.stdout, new RegExp(line, 'm'))
  const whole = (
    await silla('list', '-b', salon.slug, '--earliest-first', '--limit', '2', '--page', '2', '--json')
  ).json()
  assert.deepEqual([codesOf(whole), whole.total], [[third.codigo], 3])
  const some = [
    '--from',
    '2030-03-05',
    '--state',
    'confirmed',
    '--professional',
    'inigo',
    '--customer',
    'eva@example.com',
  ]
  assert.deepEqual(codesOf((await silla('list', '-b', salon.slug, ...some, '--json')).json()), [second.codigo])
  const none = await silla('list', '-b', salon.slug, '--from', 'tomorrow', '--to', 'tomorrow')
  assert.equal(none.stdout, `${salon.slug} has no such bookings.\n`)
})

test('a booking is confirmed in the name of the salon, shown with its history, and cancelled', async () => {
  const salon = await openSalon({ professionals: ['Ana'], settings: { confirmsByHand: true } })
  const { id, codigo } = dataOf(await salon.guest.books('Ana', '10:00', { notas: 'Sin prisa' }), 201)
  const confirmed = await silla('confirm', codigo.toLowerCase(), '-b', salon.slug, '--reason', 'Agreed by phone')
  assert.equal(confirmed.stdout, `Booking ${codigo} (Lucía Prado, 2030-03-04 10:00) is confirmed now.\n`)
  const again = await silla('confirm', String(id), '-b', salon.slug, '--json')
  assert.deepEqual([again.code, again.json().error.code], [1, 'INVALID_TRANSITION'])

  const shown = await silla('show', codigo, '-b', salon.slug)
  assert.match(shown.stdout, /^Notes +Sin prisa$/m)
  // each by its own clock: that of the scene, and that of the machine
  assert.match(shown.stdout, /^2030-03-04 08:00 {2}pending by the customer$/m)
  assert.match(shown.stdout, /^20\d\d-.* {2}confirmed by the business: Agreed by phone$/m)

  const cancelled = await silla('cancel', codigo, '-b', salon.slug, '--reason', 'Ana is ill', '--yes', '--json')
  const { booking, refund } = cancelled.json()
  assert.deepEqual([booking.state, booking.canCancel, refund.applies], ['cancelled', false, false])
  assert.deepEqual([booking.cancellation.by, booking.cancellation.reason], ['business', 'Ana is ill'])
  assert.deepEqual(await salon.guest.seesSlots('Ana').then((slots) => slots.includes('10:00')), true)
  const kinds = (await lettersTo(salon, 'lucia@example.com')).map(({ kind }) => kind).sort()
  assert.deepEqual(kinds, ['booking_cancelled', 'booking_confirmed', 'booking_received'])
  assert.deepEqual(await noted(salon), [
    ['marta@desk', 'bookings.confirm', { bookingId: id }],
    ['marta@desk', 'bookings.cancel', { bookingId: id }],
  ])
})

test('D14: what became of a visit is said and corrected; a refused step leaves no entry', async () => {
  const salon = await openSalon(aLongTimeAgo)
  const { id, codigo } = dataOf(await salon.guest.books('Ana', '10:00'), 201)
  const states = []
  for (const verb of ['no-show', 'complete']) {
    states.push((await silla(verb, codigo, '-b', salon.slug, '--json')).json().booking.state)
  }
  assert.deepEqual(states, ['no_show', 'completed'])
  const refused = await silla('cancel', codigo, '-b', salon.slug, '--yes')
  assert.deepEqual([refused.code, refused.stdout], [1, ''])
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
  const book = (time: string, ...more: string[]) =>
    silla(
      ...(['book', '-b', salon.slug, '--professional', 'ana', '--service', 'Corte', '--day', '2031-05-05'] as const),
      ...['--time', time, '--name', 'Lucía Prado', '--email', ' Lucia@example.com', ...more],
    )
  const { booking } = (await book('10:00', '--service', 'barba', '--phone', '600 123 456', '--json')).json()
  assert.deepEqual([booking.state, booking.day, booking.time], ['confirmed', '2031-05-05', '10:00'])
  assert.deepEqual(
    [booking.contact.phone, booking.services.map(({ name }: { name: string }) => name)],
    ['+34600123456', ['Corte', 'Barba']],
  )
  const [made] = await witness`
    select actor from booking_transitions where business_id = ${salon.businessId} and booking_id = ${booking.id}`
  assert.equal(made?.actor, 'business')

  const told = (await book('10:00', '--json')).json().error
  assert.deepEqual([told.code, told.alternatives.length], ['SLOT_NOT_AVAILABLE', 3])
  assert.match(told.message, /^That time is no longer free\..* Free: 2031-05-05 \d\d:\d\d, .*\.$/)
  assert.deepEqual(await noted(salon), [['marta@desk', 'bookings.book', { bookingId: booking.id }]])
})

test('what cannot be noted is not done: the entry and the change are one transaction', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  const { id } = dataOf(await salon.guest.books('Ana', '10:00'), 201)
  const unnoted = await staffOf(salon, 'No Such Action')
  const visit = { serviceIds: [salon.id('Corte')], professionalId: salon.id('Ana'), day: 21_977, startMinute: 720 }
  const contact = { name: 'Eva', email: 'eva@example.com', phone: null }
  const more = { contact, language: 'es', notes: '', usePoints: false, byBusiness: true } as const
  await assert.rejects(createBooking(unnoted, { ...visit, ...more }), /audit_entries_action/)
  await assert.rejects(cancelBooking(unnoted, { bookingId: id, code: null, reason: null }), /audit_entries_action/)
  const rows = await witness`select id, state from bookings where business_id = ${salon.businessId}`
  assert.deepEqual(
    rows.map((row) => [row.id, row.state]),
    [[id, 'confirmed']],
  )
})
