import type { Inconsistencies } from './check-consistency.ts'
import type { CheckedBusiness } from './checked-businesses.ts'

/** A check of stored data, by the column with its result. */
export type DataCheck = {
  [Column in keyof CheckedBusiness]: CheckedBusiness[Column] extends number | number[] | string[]
    ? Column
    : never
}[keyof CheckedBusiness]

/** What one check of stored data found in all businesses. */
export interface DataCheckResult {
  /** `points-drift` */
  check: string
  status: 'ok' | 'problem'
  code: DataCheck
  facts: {
    businesses: AffectedBusiness[]
    /**
     * When all rows were read for the last time, at the earliest of the businesses where that was
     * not done now.
     */
    readInFullAt: Date | null
  }
}

/** A business with a problem: how many rows it affects, and which if they are listed. */
interface AffectedBusiness {
  slug: string
  count: number
  rows: { kind: 'payments'; ids: number[] } | { kind: 'codes'; codes: string[] } | null
}

/** The name of a check, as staff reads and enters it: `points-drift`. */
const dataCheckName = (code: DataCheck): string =>
  code.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Evaluates the checks of the businesses' data, in this order. */
export const checkData = (businesses: readonly CheckedBusiness[]): DataCheckResult[] =>
  dataChecks.map((code) => resultOf(code, businesses))

const dataChecks = Object.keys({
  expiredBookings: 0,
  staleClaims: 0,
  orphanedClaims: 0,
  unclaimedBookings: 0,
  unclaimedBlocks: 0,
  professionalsWithoutShifts: 0,
  unofferedServices: 0,
  guestBookingCeilings: 0,
  visitsOutsideHours: 0,
  misalignedBookings: 0,
  bookingDrift: 0,
  bookingsWithoutLines: 0,
  brokenHistories: 0,
  expiredOrders: 0,
  orderDrift: 0,
  ordersWithoutLines: 0,
  pointsDrift: 0,
  stockDrift: 0,
  waitingMails: 0,
  failedMails: 0,
  waitingEvents: 0,
  positionDrift: 0,
  deliveryDrift: 0,
  calendarDrift: 0,
  senderDrift: 0,
  waitlistDrift: 0,
  membershipDrift: 0,
  catalogDrift: 0,
  foreignMoney: 0,
  accountDrift: 0,
  unsentRefunds: 0,
  underfundedRefunds: 0,
  unsettledRefunds: 0,
  failedRefunds: 0,
  openPayments: 0,
  reviewPayments: 0,
  paymentDrift: 0,
  paidDrift: 0,
  paymentsWithoutEvent: 0,
  unverifiedPayments: 0,
  unreadableEvents: 0,
} satisfies Record<DataCheck, 0>) as DataCheck[]

/** The checks that `checkConsistency` has done for the businesses with a `checkedAt`. */
const consistencyChecks: readonly DataCheck[] = Object.keys({
  staleClaims: 0,
  orphanedClaims: 0,
  unclaimedBookings: 0,
  bookingDrift: 0,
  bookingsWithoutLines: 0,
  brokenHistories: 0,
  pointsDrift: 0,
  visitsOutsideHours: 0,
  misalignedBookings: 0,
  foreignMoney: 0,
  catalogDrift: 0,
} satisfies Record<keyof Inconsistencies, 0>) as DataCheck[]

function resultOf(code: DataCheck, businesses: readonly CheckedBusiness[]): DataCheckResult {
  const affected = businesses.flatMap((business) => {
    const found = business[code]
    const count = typeof found === 'number' ? found : found.length
    return count === 0 ? [] : [{ slug: business.slug, count, rows: rowsOf(found) }]
  })
  const status = affected.length === 0 ? 'ok' : 'problem'
  const readInFullAt = consistencyChecks.includes(code) ? oldestCheck(businesses) : null
  return { check: dataCheckName(code), status, code, facts: { businesses: affected, readInFullAt } }
}

function oldestCheck(businesses: readonly CheckedBusiness[]): Date | null {
  const times = businesses.flatMap(({ checkedAt }) => checkedAt?.getTime() ?? [])
  return times.length === 0 ? null : new Date(times.reduce((one, other) => Math.min(one, other)))
}

function rowsOf(found: number | number[] | string[]): AffectedBusiness['rows'] {
  if (typeof found === 'number') return null
  return isCodes(found) ? { kind: 'codes', codes: found } : { kind: 'payments', ids: found }
}

const isCodes = (found: number[] | string[]): found is string[] => typeof found[0] === 'string'
