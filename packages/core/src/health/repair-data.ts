import {
  auditQueries,
  businessQueries,
  catalogQueries,
  inTransaction,
  repairQueries,
  type Sql,
  type Tx,
  waitlistQueries,
} from '@silla/db'
import { findBusiness, type Mode } from '../business/business-summary.ts'
import { type Clock, systemClock } from '../clock.ts'
import { withRollback } from '../with-rollback.ts'

/** The checks of stored data whose problems `repairData` can repair. */
export type RepairableCheck =
  | 'booking-drift'
  | 'stale-claims'
  | 'orphaned-claims'
  | 'unclaimed-bookings'
  | 'unclaimed-blocks'
  | 'order-drift'
  | 'points-drift'
  | 'stock-drift'
  | 'paid-drift'
  | 'position-drift'
  | 'delivery-drift'
  | 'calendar-drift'
  | 'membership-drift'

/** One row that was repaired, or would be. */
export interface Repair extends repairQueries.RepairedRow {
  check: RepairableCheck
  record:
    | 'booking'
    | 'claim'
    | 'block'
    | 'order'
    | 'points movement'
    | 'customer'
    | 'product'
    | 'event position'
    | 'delivery'
    | 'calendar'
    | 'member of staff'
}

type RepairQuery = (tx: Tx, now: Date) => PromiseLike<readonly repairQueries.RepairedRow[]>

/**
 * In this order: a booking whose state becomes `cancelled` loses its claim afterwards; and a cluster
 * reads no tenant table beside the registry once this transaction has changed the registry.
 */
const repairs: Record<RepairableCheck, [Repair['record'], RepairQuery][]> = {
  'booking-drift': [
    ['booking', repairQueries.repairBookingTotals],
    ['booking', repairQueries.repairBookingTimes],
    ['booking', repairQueries.repairBookingTransitions],
    ['booking', repairQueries.repairBookingStates],
  ],
  'stale-claims': [['booking', repairQueries.repairStaleClaims]],
  'orphaned-claims': [['claim', repairQueries.repairOrphanedClaims]],
  'unclaimed-bookings': [['booking', repairQueries.repairUnclaimedBookings]],
  'unclaimed-blocks': [['block', repairQueries.repairUnclaimedBlocks]],
  'order-drift': [['order', repairQueries.repairOrderTotals]],
  'points-drift': [
    ['points movement', repairQueries.repairPointsMovements],
    ['customer', repairQueries.repairPointsBalances],
  ],
  'stock-drift': [['product', repairQueries.repairProductStock]],
  'paid-drift': [
    ['booking', repairQueries.repairPaidBookings],
    ['order', repairQueries.repairPaidOrders],
  ],
  'position-drift': [['event position', repairQueries.repairLastPosition]],
  'delivery-drift': [['delivery', repairQueries.repairPendingDeliveries]],
  'calendar-drift': [
    ['calendar', repairQueries.repairCalendarFeeds],
    ['calendar', repairQueries.repairCalendarTokens],
  ],
  'membership-drift': [['member of staff', repairQueries.repairMemberships]],
}

/** Those that delete or move claims, so that time becomes free for the waitlist (D40). */
const freesTime: ReadonlySet<RepairableCheck> = new Set([
  'booking-drift',
  'stale-claims',
  'orphaned-claims',
])

/** The slugs of all businesses, suspended ones included. */
export const businessesToRepair = async (admin: Sql, mode: Mode | null): Promise<string[]> =>
  (await businessQueries.listAllBusinesses(admin))
    .filter((business) => mode === null || business.mode === mode)
    .map(({ slug }) => slug)

/**
 * Repairs the data of a business that is stored in two places, in one transaction, with an entry in
 * the audit log if anything changed. Repeating it changes nothing.
 *
 * @param input.check null: all checks
 * @param input.dryRun run the same statements and roll back
 * @returns the rows that were repaired, or would be
 * @throws ProvisioningError BUSINESS_NOT_FOUND; SERVICE_UNAVAILABLE when somebody changed one of
 *   the rows at the same time
 */
export async function repairData(
  admin: Sql,
  slug: string,
  input: { check: RepairableCheck | null; dryRun: boolean },
  clock: Clock = systemClock,
): Promise<Repair[]> {
  return withRollback((rollBack) =>
    inTransaction(
      admin,
      async (registry) => {
        const business = await findBusiness(
          businessQueries.findBusinessBySlug(registry, slug),
          slug,
        )
        const tx = await businessQueries.setTenant(registry, business.businessId)
        const repaired = await runRepairs(tx, input.check, clock.now())
        if (input.dryRun) return rollBack(repaired)
        if (repaired.length > 0) {
          // the API processes reload their cached catalogue, which includes the stock
          await catalogQueries.touchCatalog(tx)
          if (repaired.some(({ check }) => freesTime.has(check)))
            await waitlistQueries.wakeWaitlist(tx, null)
          const detail = { check: input.check, repaired: countByCheck(repaired) }
          await auditQueries.insertAuditEntry(tx, { action: 'db.repair', detail, at: clock.now() })
        }
        return repaired
      },
      { singleSnapshot: true },
    ),
  )
}

async function runRepairs(tx: Tx, check: RepairableCheck | null, now: Date): Promise<Repair[]> {
  const checks = check === null ? (Object.keys(repairs) as RepairableCheck[]) : [check]
  const repaired: Repair[] = []
  for (const each of checks) {
    for (const [record, query] of repairs[each]) {
      const rows = await query(tx, now)
      repaired.push(...rows.map((row) => ({ check: each, record, ...row })))
    }
  }
  return repaired
}

function countByCheck(repaired: readonly Repair[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { check } of repaired) counts[check] = (counts[check] ?? 0) + 1
  return counts
}
