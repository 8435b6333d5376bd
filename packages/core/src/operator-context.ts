import {
  auditQueries,
  businessQueries,
  type Database,
  type Listener,
  type Sql,
  type TenantDb,
} from '@silla/db'
import { findBusiness } from './business/business-summary.ts'
import { type Clock, tenantClock } from './clock.ts'
import type { RequestContext } from './request-context.ts'
import { openTenants } from './tenant.ts'

/** The change that a command makes, as the audit log records it. */
export interface OperatorChange {
  /** `bookings.cancel` */
  action: string
  detail: Readonly<Record<string, unknown>>
}

/**
 * The context in which platform staff runs a salon's use cases: as the business itself (D9), and
 * with an entry in the audit log for each transaction that changes something. A use case that fails
 * writes no entry.
 *
 * @throws ProvisioningError BUSINESS_NOT_FOUND
 */
export async function operatorContext(
  parts: { admin: Sql; database: Database; clock: Clock },
  slug: string,
  change: OperatorChange,
): Promise<RequestContext> {
  const { businessId, clockOffsetMilliseconds } = await findBusiness(
    businessQueries.findBusinessBySlug(parts.admin, slug),
    slug,
  )
  const { database, clock } = parts
  const tenant = openTenants({ database, notices: noNotifications, clock }).tenant(businessId, slug)
  return {
    tenant: { ...tenant, db: withAuditLog(tenant.db, change, clock) },
    identity: { kind: 'business' },
    clock: tenantClock(clock, clockOffsetMilliseconds),
    realClock: clock,
  }
}

/** One command reads the catalogue once, so it needs no notification of changes. */
const noNotifications: Listener = { on: () => {}, onGap: () => {}, close: async () => {} }

function withAuditLog(db: TenantDb, change: OperatorChange, clock: Clock): TenantDb {
  return {
    ...db,
    exec: (query) =>
      db.transaction(async (tx) => {
        const rows = [...(await query(tx))]
        const written = rows.find(hasWritten)
        if (written) {
          const detail = { ...change.detail, ...createdId(written) }
          await auditQueries.insertAuditEntry(tx, {
            action: change.action,
            detail,
            at: clock.now(),
          })
        }
        return rows
      }),
    transaction: (work) =>
      db.transaction(async (tx) => {
        const outcome = await work(tx)
        await auditQueries.insertAuditEntry(tx, { ...change, at: clock.now() })
        return outcome
      }),
  }
}

/** A function with an `outcome` wrote nothing unless the outcome is `booked`. */
const hasWritten = (row: object) => !('outcome' in row) || row.outcome === 'booked'

/** The id of the booking that was created, so that it can be found from the log. */
const createdId = (row: { assigned?: { id: number } | null }) =>
  row.assigned ? { bookingId: row.assigned.id } : {}
