import assert from 'node:assert/strict'
import { testDatabase } from './database.ts'
import type { TestSalon } from './salon.ts'

const tables = [
  'blocks',
  'bookings',
  'booking_lines',
  'booking_transitions',
  'claims',
  'customers',
  'event_deliveries',
  'event_endpoints',
  'events',
  'holds',
  'waitlist_entries',
  'waitlist_offers',
] as const

/** Row counts of the salon's booking tables. */
export async function countRows({
  businessId,
}: TestSalon): Promise<Record<(typeof tables)[number], number>> {
  const { witness } = await testDatabase()
  const counts = tables.map(async (table) => {
    const [row] = await witness<{ count: number }[]>`
      select count(*)::int as count from ${witness(table)} where business_id = ${businessId}`
    return [table, row?.count ?? 0]
  })
  return Object.fromEntries(await Promise.all(counts))
}

/** Runs some work and fails if it has inserted or deleted rows of the salon. */
export async function assertWritesNothing<T>(salon: TestSalon, work: () => Promise<T>): Promise<T> {
  const before = await countRows(salon)
  const answer = await work()
  assert.deepEqual(await countRows(salon), before, 'a failed request writes nothing')
  return answer
}
