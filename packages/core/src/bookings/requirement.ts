import { currencies } from '@silla/money'
import type {
  CardFees,
  Catalog,
  Deposit,
  DepositPolicy,
  Guarantee,
  Settings,
} from '../catalog/catalog.ts'
import { findService } from '../catalog/find.ts'
import type { BookingLine } from '../model/booking.ts'
import { isChargeable, payableOnlineCents } from '../model/online-amounts.ts'

/** What a visit requires of its customer (D47). */
export interface Requirement {
  /** What has to be paid online for the booking not to expire. */
  kind: 'none' | 'card' | 'deposit' | 'total'
  /** What can be paid online now, in cents; of `none` and `card`, as the customer likes. */
  dueCents: number
  /**
   * Of `card`, and of a `deposit` with which the card is saved: what may be charged to it, the deposit
   * included; otherwise null.
   */
  guarantee: Guarantee | null
}

/** What counts of a customer who is signed in. */
export interface CustomerHistory {
  /** Visits that took place. */
  completed: number
  /** Visits that they missed. */
  noShows: number
}

/** A visit before it is booked. */
export interface VisitToPay {
  lines: readonly Pick<BookingLine, 'serviceId' | 'chargedCents'>[]
  byBusiness: boolean
}

/**
 * The only place that decides what a visit requires. The business itself books without a payment, and
 * nothing is paid online where the salon takes no online payments or below the processor's minimum
 * charge. Prepayment comes before everything else. Of a deposit the rest is paid at the salon (D39); where
 * the salon wants a card as well (D50), it is saved with the deposit.
 *
 * @param customer null: nobody has signed in, which counts as new
 */
export function requirementOf(
  catalog: Catalog,
  visit: VisitToPay,
  customer: CustomerHistory | null,
): Requirement {
  const { settings } = catalog
  const totalCents = sum(visit.lines.map(({ chargedCents }) => chargedCents))
  const dueCents = payableOnlineCents(totalCents, settings)
  const none = { kind: 'none', dueCents, guarantee: null } as const
  if (visit.byBusiness || dueCents === 0) return none
  if (settings.requiresPrepayment) return { ...none, kind: 'total' }
  const depositCents = depositOf(catalog, visit, customer)
  if (depositCents > 0) {
    const { minimumChargeCents } = currencies[settings.currency]
    const atLeast = Math.max(depositCents, minimumChargeCents)
    const deposit = { kind: 'deposit', dueCents: Math.min(atLeast, totalCents) } as const
    return { ...deposit, guarantee: guaranteeOf(catalog, visit, { customer, ...deposit }) }
  }
  const guarantee = guaranteeOf(catalog, visit, { customer, dueCents: 0 })
  return guarantee === null ? none : { ...none, kind: 'card', guarantee }
}

function depositOf(
  catalog: Catalog,
  { lines }: VisitToPay,
  customer: CustomerHistory | null,
): number {
  const { settings } = catalog
  const totalCents = sum(lines.map(({ chargedCents }) => chargedCents))
  if (!isOwed(settings, settings.deposit, { totalCents, customer })) return 0
  return sum(
    lines.map(({ serviceId, chargedCents }) =>
      partOf(chargedCents, findService(catalog, serviceId).deposit ?? settings.deposit),
    ),
  )
}

/** null: the salon wants no card, or could charge nothing to it beyond what is paid at once. */
function guaranteeOf(
  catalog: Catalog,
  { lines }: VisitToPay,
  { customer, dueCents }: { customer: CustomerHistory | null; dueCents: number },
): Guarantee | null {
  const { settings } = catalog
  const { cardGuarantee, cancellationHours, currency } = settings
  const totalCents = sum(lines.map(({ chargedCents }) => chargedCents))
  if (!isOwed(settings, cardGuarantee, { totalCents, customer })) return null
  const feeCents = (percentIn: (fees: CardFees) => number) =>
    sum(
      lines.map(({ serviceId, chargedCents }) => {
        const fees = findService(catalog, serviceId).cardGuarantee ?? cardGuarantee
        return fees === null ? 0 : percentOf(chargedCents, percentIn(fees))
      }),
    )
  const guarantee = {
    noShowCents: feeCents(({ noShowPercent }) => noShowPercent),
    lateCancelCents: feeCents(({ lateCancelPercent }) => lateCancelPercent),
    cancellationHours,
  }
  const mostCents = Math.max(guarantee.noShowCents, guarantee.lateCancelCents)
  return isChargeable(mostCents - dueCents, currency) ? guarantee : null
}

/** Whether it depends on their visits what a customer who has signed in has to pay. */
export const dependsOnHistory = ({ deposit, cardGuarantee, afterNoShows }: Settings): boolean =>
  deposit?.onlyNewCustomers === true ||
  cardGuarantee?.onlyNewCustomers === true ||
  afterNoShows !== null

/** With several conditions on the customer, one of them is enough. */
function isOwed(
  { afterNoShows }: Settings,
  policy: Pick<DepositPolicy, 'onlyNewCustomers' | 'fromTotalCents'> | null,
  { totalCents, customer }: { totalCents: number; customer: CustomerHistory | null },
): boolean {
  const { onlyNewCustomers = false, fromTotalCents = 0 } = policy ?? {}
  if (totalCents < fromTotalCents) return false
  if (customer === null || (!onlyNewCustomers && afterNoShows === null)) return true
  const isNew = onlyNewCustomers && customer.completed === 0
  return isNew || (afterNoShows !== null && customer.noShows >= afterNoShows)
}

/** Never more than the line costs. */
function partOf(chargedCents: number, deposit: Deposit | null): number {
  if (deposit === null) return 0
  const { percent, amountCents } = deposit
  return Math.min(amountCents ?? percentOf(chargedCents, percent ?? 0), chargedCents)
}

/** Rounded half up. */
const percentOf = (cents: number, percent: number) => Math.floor((cents * percent + 50) / 100)

const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0)
