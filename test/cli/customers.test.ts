import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { auditLog, eraseCustomerAsStaff, searchCustomers } from '@silla/core'
import {
  type BookingState,
  bookingListQueries,
  businessQueries,
  customerSearchQueries,
  retentionQueries,
} from '@silla/db'
import { assertError, dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import {
  openSalon,
  type PayableBooking,
  type SalonClient,
  type TestSalon,
} from '../support/salon.ts'
import { staffOf } from '../support/staff.ts'
import { tableReads } from '../support/table-reads.ts'
import { until } from '../support/until.ts'
import { type RunResult, runMany, runSilla } from './run-silla.ts'

const { admin, urls, witness } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'silla-customers-'))
after(() => rmSync(folder, { recursive: true }))
const silla = (...args: string[]) =>
  runSilla(['customers', ...args], { CLI_DATABASE_URL: urls.cli })

test('a blocked customer cannot book until they are unblocked; other customers and salons are not affected', async () => {
  const [salon, neighbour] = [await openSalon(), await openSalon()]
  for (const each of [salon, neighbour]) dataOf(await each.guest.book('Ana', '10:00'), 201)

  const blocked = await silla('block', 'Lucia@Example.com', '--business', salon.slug)
  assert.deepEqual(
    [blocked.code, blocked.stderr, blocked.stdout],
    [0, '', `lucia@example.com can no longer book at ${salon.slug}.\n`],
  )
  const again = (await silla('block', 'lucia@example.com', '-b', salon.slug, '--json')).json()
  assert.equal(again.customer.email, 'lucia@example.com')
  assertError(await salon.guest.book('Ana', '11:00'), 'CUSTOMER_BLOCKED')
  dataOf(await neighbour.guest.book('Ana', '11:00'), 201)
  dataOf(await salon.guest.book('Ana', '11:00', { email: 'otra@example.com' }), 201)

  const unblocked = await silla(
    'unblock',
    String(again.customer.id),
    '--business',
    salon.slug,
    '--json',
  )
  assert.equal(unblocked.json().customer.blockedAt, null)
  dataOf(await salon.guest.book('Ana', '12:00'), 201)
})

test('blocking an unknown customer or business fails', async () => {
  const { slug } = await openSalon()
  const unknown = await silla('block', 'nobody@example.com', '--business', slug)
  assert.deepEqual(
    [unknown.code, unknown.stderr],
    [1, `Error: ${slug} has no customer with the e-mail nobody@example.com.\n`],
  )
  const unknownBusiness = await silla('unblock', 'nobody@example.com', '--business', 'nowhere')
  assert.equal(unknownBusiness.stderr, 'Error: Business not found: nowhere.\n')
})

test('customers are found by the beginning of a word, email or phone, within their own salon only', async () => {
  const [salon, neighbour] = [await openSalon(), await openSalon()]
  const inigo = { nombre: 'Íñigo Sáez', email: 'inigo@example.com', telefono: '600 123 456' }
  dataOf(await salon.guest.book('Ana', '10:00', inigo), 201)
  dataOf(await salon.guest.book('Ana', '11:00'), 201)
  dataOf(await neighbour.guest.book('Ana', '10:00', { ...inigo, email: 'other@example.com' }), 201)
  const staff = await staffOf(salon)
  for (const text of ['INIGO s', 'Inigo@EX', '600 12-34', '3456']) {
    const { customers, total } = await searchCustomers(staff, { text, offset: 0, limit: 10 })
    const found = customers.map(({ email, phone, account, bookings }) => [
      email,
      phone,
      account,
      bookings,
    ])
    assert.deepEqual([found, total], [[['inigo@example.com', '+34600123456', null, 1]], 1], text)
  }
  const again = { nombre: 'Lucas Sáez', email: 'lucas@example.com' }
  dataOf(await salon.guest.book('Ana', '13:00', again), 201)
  const all = await silla('search', 'lu', '-b', salon.slug, '--limit', '1')
  assert.match(
    all.stdout,
    /Lucas Sáez +lucas@example\.com +1 +0 +guest\n+Page 1 of 2 \(2 entries\)\.\n$/,
  )
  dataOf(
    await salon.guest.book('Ana', '12:00', { nombre: 'أَحمد سالم', email: 'salem@example.com' }),
    201,
  )
  for (const text of ['احمد', 'أحمد']) {
    const { customers } = await searchCustomers(staff, { text, offset: 0, limit: 10 })
    assert.deepEqual([customers.length, customers[0]?.email], [1, 'salem@example.com'], text)
  }
  assert.equal((await searchCustomers(staff, { text: '0%', offset: 0, limit: 10 })).total, 0)
})

test('a search reads the rows of the page, and counts and nightly maintenance no booking', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  const names = ['Álvaro Ruiz', 'Zoe Paz', 'Alma Ruiz', 'Olga Paz']
  for (const [hour, nombre] of names.entries()) {
    const contact = { nombre, email: `at-${hour}@example.com` }
    dataOf(await salon.guest.book('Ana', `1${hour}:00`, contact), 201)
  }
  // An index is read alone where all transactions see the same rows. One that is open beside the vacuum, an
  // automatic analyze too, keeps it from marking pages.
  await until(async () => {
    await witness`vacuum (analyze) customers, bookings`
    const [pages] = await witness<{ areVisible: boolean }[]>`
      select bool_and(relallvisible = relpages) as "areVisible"
      from pg_class where oid in ('app.customers'::regclass, 'app.bookings'::regclass)`
    return pages?.areVisible === true
  })
  const match = { words: ['ruiz'], email: 'ruiz', phone: null, phoneEnd: null }
  const search = { offset: 0, limit: 1, professionalId: null }
  const ever = {
    ...{ from: null, before: null, professionalId: null, customerId: null },
    ...{ earliestFirst: false, offset: 0, limit: 0 },
  }
  const reads = await tableReads(urls.cli, async (registry) => {
    const tx = await businessQueries.setTenant(registry, salon.businessId)
    const page = await customerSearchQueries.searchCustomers(tx, match, search)
    assert.deepEqual(
      page.map((row) => row.id && row.name),
      ['Alma Ruiz'],
    )
    const [counted] = page
    const totalOf = async (states: BookingState[] | null) => {
      const input = { ...ever, states }
      return (await bookingListQueries.listBookings(tx, tx.businessId, input))[0]?.total
    }
    const totals = [await totalOf(['confirmed']), await totalOf(null)]
    assert.deepEqual([counted?.total, ...totals], [2, 4, 4])
    const past = salon.clock.now()
    await retentionQueries.listOverdueBookings(tx, { expired: past, over: past })
  })
  const { rowsByIndex = 0, sequentialScans } = reads.get('app.customers') ?? {}
  assert.deepEqual([rowsByIndex, sequentialScans], [1, 0])
  assert.deepEqual(reads.get('app.bookings'), { sequentialScans: 0, rowsByIndex: 0 })
})

test('D12: the data of a customer is shown and exported, and the export is audited', async () => {
  const salon = await openSalon({ payments: true })
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { notas: 'Sin prisa' }), 201)
  const { codigo, cliente } = booking
  await pays(salon, salon.guest, booking)
  const output = join(folder, 'lucia.json')
  const [shown, shownJson, exported, visit] = (await runMany(
    [
      ['customers', 'show', 'Lucia@example.com', '-b', salon.slug],
      ['customers', 'show', String(cliente.id), '-b', salon.slug, '--json'],
      ['customers', 'export', String(cliente.id), '-b', salon.slug, '--output', output, '--json'],
      ['bookings', 'show', codigo, '-b', salon.slug],
    ],
    { CLI_DATABASE_URL: urls.cli },
  )) as [RunResult, RunResult, RunResult, RunResult]
  assert.match(shown.stdout, /^Account +none$/m)
  assert.match(shown.stdout, new RegExp(`^${codigo} +2030-03-04 +10:00 +Ana`, 'm'))

  const file = JSON.parse(readFileSync(output, 'utf8'))
  assert.deepEqual(exported.json(), { file: output, records: file })
  assert.deepEqual(
    [shownJson.json().customer, shownJson.json().bookings],
    [file.customer, file.bookings],
  )
  assert.deepEqual([file.customer.name, file.customer.account], ['Lucía Prado', null])
  assert.deepEqual([file.bookings[0].code, file.bookings[0].notes], [codigo, 'Sin prisa'])
  const [{ bookingId, state, amountCents, refunds }] = file.payments
  assert.deepEqual([bookingId, state, amountCents, refunds], [booking.id, 'completed', 1800, []])
  assert.match(
    visit.stdout,
    new RegExp(`^Payment +18\\.00 EUR, completed \\(${file.payments[0].id}\\)$`, 'm'),
  )
  assert.deepEqual(Object.keys(file).slice(2), [
    'bookings',
    'orders',
    'movements',
    'payments',
    'cards',
    'reviews',
    'sessions',
    'emails',
    'waitlist',
    'notes',
    'consents',
    'remarks',
  ])
  assert.equal(statSync(output).mode & 0o077, 0)
  assert.deepEqual(await auditEntriesOf(salon), [['customers.export', { customerId: cliente.id }]])
})

test('D12: erasing a customer or guest removes all personal data and cancels upcoming bookings', async () => {
  const salon = await openSalon({ payments: true })
  const customer = await salon.customer({
    nombre: 'Nina Personal',
    email: 'nina.personal@example.com',
  })
  const booking = dataOf(await customer.book('Ana', '10:00', { notas: 'Personal: sin prisa' }), 201)
  const { codigo } = booking
  await pays(salon, customer, booking)
  const input = { nombre: 'Personal Two', email: 'personal@example.com', telefono: '600 123 456' }
  dataOf(await salon.guest.book('Ana', '11:00', input), 201)
  dataOf(await salon.guest.book('Ana', '12:00'), 201)
  dataOf(
    await customer.cancel(dataOf(await customer.book('Ana', '10:00', { date: '2030-03-11' }), 201)),
  )

  const planned = await silla('erase', customer.email, '-b', salon.slug, '--dry-run')
  assert.deepEqual([planned.code, planned.stderr], [0, ''])
  assert.match(
    planned.stdout,
    new RegExp(
      '^Data of Nina Personal .*: their account, 1 session, .* on 2 bookings, .* Bookings to ' +
        `cancel: ${codigo}\\. Refund: 18\\.00 EUR\\.\\n$`,
    ),
  )
  assert.match(await everyRow(salon), /nina/i)

  const { customer: erased, loss } = (
    await silla('erase', customer.email, '-b', salon.slug, '--yes', '--json')
  ).json()
  assert.deepEqual([erased.id, loss.cancelled, loss.account], [customer.id, [codigo], true])
  const [guest, again] = (await runMany(
    [
      ['customers', 'erase', input.email, '-b', salon.slug, '--yes'],
      ['customers', 'erase', String(customer.id), '-b', salon.slug, '--dry-run'],
    ],
    { CLI_DATABASE_URL: urls.cli },
  )) as [RunResult, RunResult]
  assert.equal(guest.code, 0)
  assert.equal(
    again.stderr,
    `Error: Customer ${customer.id} of ${salon.slug} was already erased.\n`,
  )
  assert.doesNotMatch(await everyRow(salon), /personal|600123456/i)
  assert.match(await everyRow(salon), /lucia@example\.com/)
  const cancelled = dataOf(await salon.backend.get(`/reservas/codigo/${codigo}/`))
  assert.deepEqual([cancelled.estado, cancelled.cancelada_por], ['cancelada', 'negocio'])
  await assert.rejects(
    eraseCustomerAsStaff(await staffOf(salon, 'customers.again'), customer.id),
    /erased them already/,
  )
  const entries = await auditEntriesOf(salon)
  assert.deepEqual(
    [entries.length, entries[0]],
    [2, ['customers.erase', { customerId: customer.id }]],
  )
})

/** Pays the whole amount online. */
async function pays(salon: TestSalon, who: SalonClient, booking: PayableBooking): Promise<void> {
  const intent = await who.createIntent(booking)
  salon.stripe.pay(intent)
  dataOf(await who.confirmPayment(intent, { codigo: booking.codigo }))
}

/** The audit entries of staff, the oldest first. */
async function auditEntriesOf({ slug }: TestSalon): Promise<unknown[]> {
  const { entries } = await auditLog(admin, slug, { action: 'customers', offset: 0, limit: 100 })
  return entries.reverse().map(({ action, detail }) => [action, detail])
}

/** All rows of this salon, as one text. */
async function everyRow({ businessId }: TestSalon): Promise<string> {
  const tables = await witness<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'app'::regnamespace and relkind in ('r', 'p') and not relispartition`
  const texts = tables.map(async ({ name }) => {
    const rows = await witness<{ row: string }[]>`
      select to_jsonb(t)::text as row from ${witness(name)} t where business_id = ${businessId}`
    return rows.map(({ row }) => row).join('\n')
  })
  return (await Promise.all(texts)).join('\n')
}
