import {
  type AuditEntry,
  auditQueries,
  businessQueries,
  deletionQueries,
  inTransaction,
  type Sql,
  type Transaction,
} from '@silla/db'
import { type EpochDay, zoneOf } from '@silla/slots'
import { summarizeBusiness } from './business/business-summary.ts'
import { BusinessNotFoundError } from './business/provisioning-error.ts'

export type { AuditEntry }

/** Without a filter, all entries match. */
export interface AuditLogFilter {
  /** One action (`keys.create`), or all of a topic (`keys`). */
  action?: string | null
  operator?: string | null
  /** A member of staff. */
  staffId?: number | null
  /** First and last day, both included, in the salon's time zone, which is passed in. */
  days?: ((timezone: string) => { from: EpochDay | null; to: EpochDay | null }) | undefined
  offset: number
  limit: number
}

/**
 * One page of the changes that staff made to a salon, latest first, and the total number of them. A
 * deleted salon is found too, as long as no other has its slug; since its time zone is no longer
 * stored, UTC is used.
 *
 * @throws ProvisioningError BUSINESS_NOT_FOUND
 */
export function auditLog(
  admin: Sql,
  slug: string,
  { action = null, operator = null, staffId = null, days, offset, limit }: AuditLogFilter,
): Promise<{ entries: AuditEntry[]; total: number; timezone: string }> {
  return inTransaction(admin, async (tx) => {
    const { businessId, timezone } = await findBusinessOrDeleted(tx, slug)
    const { from, to } = days?.(timezone) ?? { from: null, to: null }
    const midnight = (day: EpochDay) => new Date(zoneOf(timezone).toEdge(day, 0) * 60_000)
    const own = await businessQueries.setTenant(tx, businessId)
    const filter = {
      action,
      operator,
      staffId,
      from: from === null ? null : midnight(from),
      before: to === null ? null : midnight(to + 1),
    }
    const entries = await auditQueries.listAuditEntries(own, { ...filter, offset, limit })
    const [counted] = await auditQueries.countAuditEntries(own, filter)
    return { entries: [...entries], total: counted?.count ?? 0, timezone }
  })
}

async function findBusinessOrDeleted(
  tx: Transaction,
  slug: string,
): Promise<{ businessId: string; timezone: string }> {
  const known = await businessQueries.findBusinessBySlug(tx, slug)
  if (known !== null) return summarizeBusiness(tx, known)
  const businessId = await deletionQueries.findDeletedBusiness(tx, slug)
  if (businessId === null) throw new BusinessNotFoundError(slug)
  return { businessId, timezone: 'UTC' }
}
