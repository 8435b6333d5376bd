import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BookingInput, createBooking, dayAvailability } from '@silla/core'
import { openPool, type Sql, type TenantDb } from '@silla/db'
import { parseDate } from '@silla/slots'
import { testDatabase } from '../support/database.ts'
import { requestContextFor } from '../support/request-context.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'

// The cost of a call is counted in pages that it touches, with all that the function does: its own
// statements, their indexes and foreign keys.

const pastBookings = 5000
/** Indexes that have grown may be a level deeper, and pages split. */
const toleratedPages = 25

test('booking and availability touch as many pages after thousands of past bookings as after none', async () => {
  const salon = await openSalon({ settings: { pointsEnabled: true } })
  const { urls } = await testDatabase()
  const api = openPool({ url: urls.api, max: 1, name: 'silla-test-pages' })
  try {
    const context = { ...(await requestContextFor(salon)), identity: { kind: 'visitor' } as const }
    const touched: number[] = []
    const db = countPages(context.tenant.db, api, touched)
    const counted = { ...context, tenant: { ...context.tenant, db } }
    const input = bookingInput(salon)
    const { professionalId, day, serviceIds } = input

    const pagesOf = async (operation: () => Promise<unknown>) => {
      // first the caches of the connection fill, and the plans become generic
      for (let calls = 0; calls < 8; calls++) await operation()
      return touched.at(-1) ?? 0
    }
    const book = () => createBooking(counted, input)
    const list = () =>
      dayAvailability(counted, {
        professionalId,
        day,
        length: { serviceIds, durationMinutes: null },
      })
    const first = { book: await pagesOf(book), list: await pagesOf(list) }
    await addPastBookings(salon)
    const later = { book: await pagesOf(book), list: await pagesOf(list) }

    const found = JSON.stringify({ first, later })
    assert.ok(first.book > 50 && first.list > 2, `pages are no longer counted: ${found}`)
    assert.ok(later.book - first.book < toleratedPages, `the booking reads its past: ${found}`)
    assert.ok(later.list - first.list < toleratedPages, `availability reads the past: ${found}`)
  } finally {
    await api.end()
  }
})

const bookingInput = (salon: TestSalon): BookingInput => ({
  serviceIds: [salon.id('Corte')],
  professionalId: salon.id('Ana'),
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
      return [
        { outcome: 'booked', assigned: { id: 1, customerId: 1, language: 'es', contact } },
      ] as never
    },
  }
}

/** The customer of `bookingInput` has visited the same professional for months, around the clock. */
async function addPastBookings(salon: TestSalon) {
  const { witness } = await testDatabase()
  const { businessId } = salon
  const professionalId = salon.id('Ana')
  await witness`
    with customer as (
      insert into customers (business_id, email_key, email, name, phone, language, created_at)
      values (${businessId}, ${contact.email}, ${contact.email}, ${contact.name},
        ${contact.phone}, 'es', ${salon.clock.now()})
      returning id),
    visit as (
      select ${salon.clock.now()}::timestamptz - n * interval '30 minutes' as starts_at, n
      from generate_series(1, ${pastBookings}::int) n),
    booking as (
      insert into bookings (
        business_id, code, state, professional_id, customer_id, starts_at, ends_at, contact_name,
        contact_email, contact_phone, language, notes, currency, subtotal_cents, discount_cents,
        total_cents, payment_required, points_used, points_earned, version, created_at, updated_at)
      select ${businessId}, 'PAST' || n, 'confirmed', ${professionalId}, customer.id,
        starts_at, starts_at + interval '30 minutes', ${contact.name}, ${contact.email},
        ${contact.phone}, 'es', '', 'EUR', 1800, 0, 1800, false, 0, 0, 1, starts_at, starts_at
      from visit cross join customer
      returning id, starts_at, ends_at)
    insert into claims (
      business_id, resource_id, starts_at, ends_at, kind, owner_kind, owner_id)
    select ${businessId}, ${professionalId}, starts_at, ends_at, 'booking', 'booking', id
    from booking`
  await witness`analyze customers, bookings, claims`
}
