import { waitlistQueries } from '@silla/db'
import { allow } from '../access/allow.ts'
import type { WaitlistEntry, WaitlistState } from '../model/waitlist.ts'
import { type RequestContext, signedInCustomer } from '../request-context.ts'
import { currentEntry, readEntry } from './read-entry.ts'

export interface WaitlistPage {
  entries: WaitlistEntry[]
  /** On all pages. */
  total: number
}

/**
 * One page of the salon's waitlist, latest first (D40). One round trip.
 *
 * @param input.state null: any
 */
export async function listWaitlist(
  context: RequestContext,
  input: { state: WaitlistState | null; offset: number; limit: number },
): Promise<WaitlistPage> {
  allow(context, 'agenda.all')
  return readPage(context, { ...input, customerId: null })
}

/**
 * One page of the signed-in customer's own entries, latest first (D40). One round trip.
 */
export async function listCustomerWaitlist(
  context: RequestContext,
  input: { offset: number; limit: number },
): Promise<WaitlistPage> {
  const { customerId } = signedInCustomer(context)
  return readPage(context, { ...input, customerId, state: null })
}

async function readPage(
  { tenant, clock }: RequestContext,
  filter: waitlistQueries.WaitlistFilter & { offset: number; limit: number },
): Promise<WaitlistPage> {
  const catalog = await tenant.catalog()
  const [rows, [counted]] = await tenant.db.batch((tx) => [
    waitlistQueries.listWaitlistEntries(tx, filter),
    waitlistQueries.countWaitlistEntries(tx, filter),
  ])
  const now = clock.now()
  return {
    entries: rows.map((row) => currentEntry(readEntry(row, catalog), now)),
    total: counted?.count ?? 0,
  }
}
