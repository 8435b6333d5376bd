import { auditQueries, businessQueries, deletionQueries, inTransaction, type Sql } from '@silla/db'
import { UnknownBusiness } from './provisioning/unknown-business.ts'

/** A change that platform staff made in a salon. */
export interface AuditEntry {
  id: number
  at: Date
  /** Who, as their own machine calls them. */
  operator: string
  /** `keys.issue`: the command that did it. */
  action: string
  detail: Record<string, unknown>
}

/**
 * What staff changed in a salon, the latest first; also in one that was deleted, while no other has its slug.
 *
 * @param ask.action only this one (`keys.issue`), or all of a topic (`keys`)
 * @throws ProvisioningProblem BUSINESS_NOT_FOUND
 */
export function auditLog(
  admin: Sql,
  ask: { slug: string; action: string | null; from: Date | null; offset: number; limit: number },
): Promise<AuditEntry[]> {
  const { slug, ...only } = ask
  return inTransaction(admin, async (tx) => {
    const known = await businessQueries.businessBySlug(tx, slug)
    const businessId = known?.businessId ?? (await deletionQueries.deletedBusiness(tx, slug))
    if (businessId === null) throw new UnknownBusiness(slug)
    const rows = await auditQueries.changes(await businessQueries.asBusiness(tx, businessId), only)
    return rows.map(({ occurred_at: at, ...entry }) => ({ ...entry, at }))
  })
}
