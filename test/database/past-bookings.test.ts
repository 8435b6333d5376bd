import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BookingInput, createBooking, dayAvailability } from '@silla/core'
import { openPool, type Sql, type TenantDb } from '@silla/db'
import { parseDate } from '@silla/slots'
import { atEnd } from '../support/at-end.ts'
import { testDatabase } from '../support/database.ts'
import { requestContextFor } from '../support/request-context.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'

// The cost of a call is counted in pages that it touches, with all that the function does: its own
// statements, their indexes and foreign keys.

const pastBookings = 5000
/** Indexes that have grown may be a level deeper, and pages split. */
const toleratedPages = 40

test('booking and availability touch as many pages after thousands of past bookings as after none', async () => {
  const salon = await openSalon({ services: [{ name: 'Corte', pointsPrice: 10 }] })
  const customerId = await addCustomer(salon)
  const { urls } = await testDatabase()
  const api = openPool({ url: urls.api, max: 1, name: 'silla-test-pages' })
  atEnd(() => api.end())
  const touched: number[] = []
  const { tenant, ...clocks } = await requestContextFor(salon)
  const context = { ...clocks, tenant: { ...tenant, db: countPages(tenant.db, api, touched) } }
  const identity = {
    kind: 'customer',
    customerId,
    sessionId: 1,
    authenticatedAt: salon.clock.now(),
    byCode: true,
  } as const
  const input = bookingInput(salon)
  const { professionalId, day, serviceIds } = input
  const length = { serviceIds, durationMinutes: null }

  const operations = {
    'a guest books': () => createBooking({ ...context, identity: { kind: 'visitor' } }, input),
    'a customer pays with points': () =>
      createBooking({ ...context, identity }, { ...input, usePoints: true }),
    availability: () =>
      dayAvailability({ ...context, identity }, { professionalId, day, length, lines: null }),
  }
  const pagesOf = async (operation: () => Promise<unknown>) => {
    // first the caches of the connection fill, and the plans become generic
    for (let calls = 0; calls < 8; calls++) await operation()
    return touched.at(-1) ?? 0
  }
  const first: number[] = []
  for (const operation of Object.values(operations)) first.push(await pagesOf(operation))
  await addPast(salon, customerId)
  for (const [index, [name, operation]] of Object.entries(operations).entries()) {
    const [before = 0, after] = [first[index], await pagesOf(operation)]
    assert.ok(before > 2, `${name}: pages are no longer counted`)
    assert.ok(after - before < toleratedPages, `${name}: ${before} pages, later ${after}`)
  }
})

test('the number of all bookings is read from the smallest index', async () => {
  const salon = await openSalon()
  await addPast(salon, await addCustomer(salon))
  const { urls } = await testDatabase()
  const api = openPool({ url: urls.api, max: 1, name: 'silla-test-pages' })
  atEnd(() => api.end())
  const pagesOf = async (from: Date | null) => {
    const touched: number[] = []
    const list = (sql: Sql) => sql<{ total: number }[]>`
      select total from app.list_booking_rows(
        ${salon.businessId}, ${from}, null, null, null, null, false, 0, 1)`
    const direct = { query: (run: (sql: Sql) => unknown) => run(api) } as unknown as TenantDb
    const { query } = countPages(direct, api, touched)
    assert.equal((await query(list))[0]?.total, pastBookings)
    return touched[0] ?? 0
  }

  await pagesOf(null)
  const [all, since1970] = [await pagesOf(null), await pagesOf(new Date(0))]
  // the index of starts has an entry of its own for each of them
  assert.ok(all < since1970 * 0.7, `${all} and ${since1970} pages`)
})

const bookingInput = (salon: TestSalon): BookingInput => ({
  serviceIds: [salon.id('Corte')],
  professionalId: salon.id('Ana'),
  lines: null,
  day: parseDate(salon.today) ?? 0,
  startMinute: 12 * 60,
  contact,
  language: 'es',
  notes: '',
  usePoints: false,
  byBusiness: false,
  clientAddress: '198.51.100.7',
})

const contact = { name: 'Lucía Prado', email: 'lucia@example.com', phone: '+34600111222' }

/** Explains the statement of each operation, without keeping what it wrote. */
function countPages(db: TenantDb, api: Sql, touched: number[]): TenantDb {
  const explain: TenantDb['query'] = async (callback) => {
    await api`begin`
    const [row] = await api`explain (analyze, buffers, format json) ${callback(api) as never}`
    await api`rollback`
    const [{ Plan: plan }] = Object.values(row ?? {})[0] as [{ Plan: Record<string, number> }]
    touched.push((plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0))
    return []
  }
  return {
    ...db,
    query: async (callback) => {
      await explain(callback)
      return db.query(callback)
    },
    exec: async (callback) => {
      await explain(callback)
      const assigned = { id: 1, customerId: 1, language: 'es', contact }
      return [{ outcome: 'booked', candidate: 0, assigned }] as never
    },
  }
}

/** The guest of `bookingInput`, who has points. */
async function addCustomer({ businessId, clock }: TestSalon): Promise<number> {
  const { witness } = await testDatabase()
  const [row] = await witness<{ id: number }[]>`
    insert into customers (
      business_id, email_key, email, name, phone, language, points_balance, created_at)
    values (${businessId}, ${contact.email}, ${contact.email}, ${contact.name}, ${contact.phone},
      'es', 100, ${clock.now()})
    returning id`
  return row?.id ?? 0
}

/** The customer has visited the same professional for months, around the clock. */
async function addPast(salon: TestSalon, customerId: number) {
  const { businessId, clock } = salon
  const professionalId = salon.id('Ana')
  const { witness } = await testDatabase()
  await witness`
    with visit as (
      select n, ${clock.now()}::timestamptz - n * interval '30 minutes' as starts_at
      from generate_series(1, ${pastBookings}::int) n),
    booking as (
      insert into bookings (
        business_id, code, state, professional_id, customer_id, starts_at, ends_at, contact_name,
        contact_email, contact_phone, language, notes, currency, subtotal_cents, discount_cents,
        total_cents, payment_required, points_used, points_earned, version, created_at, updated_at)
      select ${businessId}, 'PAST' || n, 'confirmed', ${professionalId}, ${customerId}, starts_at,
        starts_at + interval '30 minutes', ${contact.name}, ${contact.email}, ${contact.phone},
        'es', '', 'EUR', 1800, 0, 1800, false, 0, 1, 1, starts_at, starts_at
      from visit
      returning id, starts_at, ends_at),
    movement as (
      insert into points_movements (
        business_id, customer_id, ordinal, kind, points, balance_after, concept, cause, created_at)
      select ${businessId}, ${customerId}, n, 'earned', 1, n, '{}', 'past:' || n, starts_at
      from visit)
    insert into claims (
      business_id, resource_id, starts_at, ends_at, kind, owner_kind, owner_id)
    select ${businessId}, ${professionalId}, starts_at, ends_at, 'booking', 'booking', id
    from booking`
  await witness`vacuum (analyze) bookings, claims, points_movements`
}
