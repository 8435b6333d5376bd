import {
  auditQueries,
  businessQueries,
  catalogQueries,
  inTransaction,
  repairQueries,
  type Sql,
  type Tx,
  violatedConstraint,
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
  | 'sender-drift'
  | 'waitlist-drift'
  | 'membership-drift'
  | 'catalog-drift'

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
    | 'sender'
    | 'waitlist entry'
    | 'member of staff'
    | 'catalogue'
}

/** What stays inconsistent, because the rows that it is derived from are wrong themselves. */
export interface Unrepaired {
  check: RepairableCheck
  record: Repair['record']
  /** Of bookings and orders; empty where PostgreSQL does not say which rows. */
  codes: string[]
  /** The constraint that does not allow what follows from those rows. */
  constraint: string
}

/** What a repair of a business did. */
export interface RepairResult {
  repairs: Repair[]
  unrepaired: Unrepaired[]
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
    ['booking', repairQueries.repairForeignPaidBookings],
    ['order', repairQueries.repairForeignPaidOrders],
    ['booking', repairQueries.repairPaidBookings],
    ['order', repairQueries.repairPaidOrders],
  ],
  'catalog-drift': [['catalogue', repairQueries.repairCatalogVersion]],
  'position-drift': [['event position', repairQueries.repairLastPosition]],
  'delivery-drift': [['delivery', repairQueries.repairPendingDeliveries]],
  'waitlist-drift': [['waitlist entry', repairQueries.repairWaitlistEntries]],
  'calendar-drift': [
    ['calendar', repairQueries.repairCalendarFeeds],
    ['calendar', repairQueries.repairCalendarTokens],
  ],
  'sender-drift': [['sender', repairQueries.repairSenders]],
  'membership-drift': [['member of staff', repairQueries.repairMemberships]],
}

/** Those that delete or move claims, so that time becomes free for the waitlist (D40), or add to who waits. */
const freesTime: ReadonlySet<RepairableCheck> = new Set([
  'booking-drift',
  'stale-claims',
  'orphaned-claims',
  'unclaimed-bookings',
  'unclaimed-blocks',
  'waitlist-drift',
])

/** The slugs of all businesses, suspended ones included. */
export const businessesToRepair = async (admin: Sql, mode: Mode | null): Promise<string[]> =>
  (await businessQueries.listAllBusinesses(admin))
    .filter((business) => mode === null || business.mode === mode)
    .map(({ slug }) => slug)

/**
 * Repairs the data of a business that is stored in two places, in one transaction, with an entry in
 * the audit log if anything changed. Repeating it changes nothing. A repair that a constraint does not
 * allow is left out.
 *
 * @param input.check null: all checks
 * @param input.dryRun run the same statements and roll back
 * @returns the rows that were repaired, or would be, and what cannot be
 * @throws ProvisioningError BUSINESS_NOT_FOUND; SERVICE_UNAVAILABLE when somebody changed one of
 *   the rows at the same time
 */
export async function repairData(
  admin: Sql,
  slug: string,
  input: { check: RepairableCheck | null; dryRun: boolean },
  clock: Clock = systemClock,
): Promise<RepairResult> {
  const leftOut: LeftOut[] = []
  for (;;) {
    const result = await attemptRepairs(admin, slug, { ...input, leftOut }, clock)
    if (!('query' in result)) return result
    leftOut.push(result)
  }
}

/** A repair that a constraint did not allow. */
interface LeftOut {
  query: RepairQuery
  unrepaired: Unrepaired
}

interface Attempt {
  check: RepairableCheck | null
  dryRun: boolean
  leftOut: readonly LeftOut[]
}

const attemptRepairs = (
  admin: Sql,
  slug: string,
  { check, dryRun, leftOut }: Attempt,
  clock: Clock,
): Promise<RepairResult | LeftOut> =>
  withRollback<RepairResult | LeftOut>((rollBack) =>
    inTransaction(
      admin,
      async (registry) => {
        const business = await findBusiness(
          businessQueries.findBusinessBySlug(registry, slug),
          slug,
        )
        const tx = await businessQueries.setTenant(registry, business.businessId)
        const checks = check === null ? (Object.keys(repairs) as RepairableCheck[]) : [check]
        // read first: a cluster reads no tenant table beside the registry once that has changed
        const impossible = await impossibleTotals(tx, checks)
        const repaired: Repair[] = []
        for (const each of checks) {
          for (const [record, query] of repairs[each]) {
            if (leftOut.some((one) => one.query === query)) continue
            const rows = await query(tx, clock.now()).then(
              (rows) => rows,
              (error) => {
                const constraint = violatedConstraint(error)
                if (constraint === null) throw error
                return rollBack({
                  query,
                  unrepaired: { check: each, record, codes: [], constraint },
                })
              },
            )
            repaired.push(...rows.map((row) => ({ check: each, record, ...row })))
          }
        }
        const unrepaired = [...impossible, ...leftOut.map((one) => one.unrepaired)]
        if (dryRun) return rollBack({ repairs: repaired, unrepaired })
        if (repaired.length > 0) {
          // the API processes reload their cached catalogue, which includes the stock
          await catalogQueries.touchCatalog(tx)
          if (repaired.some(({ check }) => freesTime.has(check)))
            await waitlistQueries.wakeWaitlist(tx, null)
          const detail = { check, repaired: countByCheck(repaired) }
          await auditQueries.insertAuditEntry(tx, { action: 'db.repair', detail, at: clock.now() })
        }
        return { repairs: repaired, unrepaired }
      },
      { singleSnapshot: true },
    ),
  )

async function impossibleTotals(tx: Tx, checks: readonly RepairableCheck[]): Promise<Unrepaired[]> {
  if (!checks.includes('booking-drift') && !checks.includes('order-drift')) return []
  const [found] = await repairQueries.listImpossibleTotals(tx)
  const totals: Unrepaired[] = [
    {
      ...{ check: 'booking-drift', record: 'booking' },
      ...{ codes: found?.bookings ?? [], constraint: 'bookings_money' },
    },
    {
      ...{ check: 'order-drift', record: 'order' },
      ...{ codes: found?.orders ?? [], constraint: 'orders_money' },
    },
  ]
  return totals.filter(({ check, codes }) => checks.includes(check) && codes.length > 0)
}

function countByCheck(repaired: readonly Repair[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { check } of repaired) counts[check] = (counts[check] ?? 0) + 1
  return counts
}
