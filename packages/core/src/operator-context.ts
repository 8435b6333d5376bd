import { auditQueries, businessQueries, type Database, type Listener, type Sql } from '@silla/db'
import { auditedContext } from './audited-context.ts'
import { findBusiness } from './business/business-summary.ts'
import { type Clock, tenantClock } from './clock.ts'
import type { RequestContext } from './request-context.ts'
import { openTenants } from './tenant.ts'

/** The change that a command makes, as the audit log records it. */
export interface OperatorChange {
  /** `bookings.cancel` */
  action: string
  detail: Readonly<Record<string, unknown>>
  /** What the id of a new row is called in the detail; null or absent: nothing is created. */
  createdIdName?: string | null
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
  const [{ businessId, clockOffsetMilliseconds }, [operator]] = await Promise.all([
    findBusiness(businessQueries.findBusinessBySlug(parts.admin, slug), slug),
    auditQueries.findOperator(parts.admin),
  ])
  if (!operator) throw new Error('the database did not return the current operator')
  const { database, clock } = parts
  const tenant = openTenants({ database, notices: noNotifications, clock }).tenant(businessId, slug)
  const context: RequestContext = {
    tenant,
    identity: { kind: 'business', isOperator: true },
    clock: tenantClock(clock, clockOffsetMilliseconds),
    realClock: clock,
  }
  return auditedContext(context, { createdIdName: null, ...change, operator: operator.name })
}

/** One command reads the catalogue once, so it needs no notification of changes. */
const noNotifications: Listener = {
  on: () => {},
  onGap: () => {},
  notify: async () => {},
  close: async () => {},
}
