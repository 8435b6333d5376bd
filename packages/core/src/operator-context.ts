import {
  auditQueries,
  businessQueries,
  type Database,
  type Listener,
  type Sql,
  type TenantDb,
} from '@silla/db'
import type { Clock } from './clock.ts'
import { findBusiness } from './provisioning/business-summary.ts'
import type { RequestContext } from './request-context.ts'
import { openTenants } from './tenant.ts'

/** What a command does to a salon, for the audit log. */
export interface OperatorChange {
  /** `bookings.cancel` */
  action: string
  detail: Readonly<Record<string, unknown>>
}

/**
 * Platform staff doing a salon's own business through the same use cases as its API: as the
 * business (D9), and with an entry in the audit log for each transaction that changes something. A
 * use case that refuses leaves none.
 *
 * @throws ProvisioningError BUSINESS_NOT_FOUND
 */
export async function operatorContext(
  parts: { admin: Sql; database: Database; clock: Clock },
  slug: string,
  change: OperatorChange,
): Promise<RequestContext> {
  const { businessId } = await findBusiness(
    businessQueries.findBusinessBySlug(parts.admin, slug),
    slug,
  )
  const { database, clock } = parts
  const tenant = openTenants({ database, notices: deaf, clock }).tenant(businessId, slug)
  return {
    tenant: { ...tenant, db: noting(tenant.db, change, clock) },
    identity: { kind: 'business' },
    clock,
  }
}

/** One command reads the catalogue once; nobody tells it of changes meanwhile. */
const deaf: Listener = { on: () => {}, onGap: () => {}, close: async () => {} }

function noting(db: TenantDb, change: OperatorChange, clock: Clock): TenantDb {
  return {
    ...db,
    exec: (question) =>
      db.transaction(async (tx) => {
        const rows = [...(await question(tx))]
        const written = rows.find(hasWritten)
        if (written) {
          const detail = { ...change.detail, ...madeBy(written) }
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

/** A database function that may refuse says so in its outcome, and then wrote nothing. */
const hasWritten = (row: object) => !('outcome' in row) || row.outcome === 'booked'

/** Whoever reads the log wants to find what came of it. */
const madeBy = (row: object) => ('bookingId' in row ? { bookingId: row.bookingId } : {})
