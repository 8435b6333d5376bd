import { auditQueries, businessQueries, inTransaction, type Sql } from '@silla/db'
import { knownBusiness } from './provisioning/business-summary.ts'

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
 * What staff changed in a salon, the latest first.
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
    const { businessId } = await knownBusiness(businessQueries.businessBySlug(tx, slug), slug)
    const rows = await auditQueries.changes(await businessQueries.asBusiness(tx, businessId), only)
    return rows.map(({ occurred_at: at, ...entry }) => ({ ...entry, at }))
  })
}
