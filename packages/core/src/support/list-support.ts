import { inTransaction, type Sql, supportQueries } from '@silla/db'
import { allowOwner } from '../access/allow.ts'
import type { Clock } from '../clock.ts'
import type { RequestContext } from '../request-context.ts'
import {
  accessMinutes,
  minutesAfter,
  requestMinutes,
  type SupportAccess,
  toSupportAccess,
} from './support-access.ts'

/**
 * One page of the accesses of support to the salon, the latest first, and their total number (D66).
 *
 * @throws what `allowOwner` throws
 */
export async function listSupport(
  context: RequestContext,
  page: { offset: number; limit: number },
): Promise<{ accesses: SupportAccess[]; total: number }> {
  allowOwner(context)
  const now = context.realClock.now()
  const [rows, [counted]] = await context.tenant.db.batch((tx) => [
    supportQueries.listSupportAccesses(tx, page),
    supportQueries.countSupportAccesses(tx),
  ])
  return {
    accesses: rows.map((row) => toSupportAccess(row, now)),
    total: counted?.count ?? 0,
  }
}

/** The accesses that are in use: a banner shows them while support is in the salon (D66). */
export async function supportInside({
  tenant,
  realClock,
}: RequestContext): Promise<SupportAccess[]> {
  const now = realClock.now()
  const [rows] = await tenant.db.batch((tx) => [supportQueries.listLiveSupportAccesses(tx, now)])
  return rows
    .map((row) => toSupportAccess(row, now))
    .filter(({ state, enteredAt }) => state === 'approved' && enteredAt !== null)
}

/** How many salons one statement reads, so that none of them takes long. */
const salonsPerStatement = 100

/**
 * The accesses of all salons that wait for an owner or are in use, by slug. It reads the salons in which there
 * can be one: one whose node is down fails the list, no salon is left out.
 */
export async function listLiveSupport(
  admin: Sql,
  clock: Clock,
): Promise<{ slug: string; accesses: SupportAccess[] }[]> {
  const now = clock.now()
  const found = new Map<string, SupportAccess[]>()
  const oldest = minutesAfter(now, -requestMinutes - accessMinutes)
  const salons = await supportQueries.listBusinessesWithSupport(admin, oldest)
  const ids = salons.map(({ businessId }) => businessId)
  for (let start = 0; start < ids.length; start += salonsPerStatement) {
    const read = ids.slice(start, start + salonsPerStatement)
    const rows = await inTransaction(admin, (tx) =>
      supportQueries.listLiveSupportOfBusinesses(tx, read, now),
    )
    for (const { slug, ...row } of rows) {
      const accesses = found.get(slug) ?? []
      accesses.push(toSupportAccess(row, now))
      found.set(slug, accesses)
    }
  }
  return [...found].map(([slug, accesses]) => ({ slug, accesses }))
}
