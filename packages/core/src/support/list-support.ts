import { businessQueries, inTransaction, type Sql, supportQueries } from '@silla/db'
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

/**
 * The accesses of all salons that wait for an owner or are in use. It reads the salons in which there can be
 * one, one after the other: one whose node is down fails the list, no salon is left out.
 */
export async function listLiveSupport(
  admin: Sql,
  clock: Clock,
): Promise<{ slug: string; accesses: SupportAccess[] }[]> {
  const now = clock.now()
  const found: { slug: string; accesses: SupportAccess[] }[] = []
  const oldest = minutesAfter(now, -requestMinutes - accessMinutes)
  for (const { businessId, slug } of await supportQueries.listBusinessesWithSupport(
    admin,
    oldest,
  )) {
    const rows = await inTransaction(admin, async (tx) => {
      const own = await businessQueries.setTenant(tx, businessId)
      return supportQueries.listLiveSupportAccesses(own, now)
    })
    const accesses = rows.map((row) => toSupportAccess(row, now))
    if (accesses.length > 0) found.push({ slug, accesses })
  }
  return found
}
