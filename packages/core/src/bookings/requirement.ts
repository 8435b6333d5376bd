import { currencies } from '@silla/money'
import type { Catalog, Deposit, Settings } from '../catalog/catalog.ts'
import { findService } from '../catalog/find.ts'
import type { BookingLine } from '../model/booking.ts'
import { payableOnlineCents } from '../model/online-amounts.ts'

/** What a visit requires of its customer (D47). */
export interface Requirement {
  /** What has to be paid online for the booking not to expire. */
  kind: 'none' | 'deposit' | 'total'
  /** What can be paid online now, in cents; of `none`, as the customer likes. */
  dueCents: number
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
 * charge. Prepayment comes before a deposit, of which the rest is paid at the salon (D39).
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
  if (visit.byBusiness || dueCents === 0) return { kind: 'none', dueCents }
  if (settings.requiresPrepayment) return { kind: 'total', dueCents }
  if (!owesDeposit(settings, totalCents, customer)) return { kind: 'none', dueCents }
  const depositCents = sum(
    visit.lines.map(({ serviceId, chargedCents }) =>
      partOf(chargedCents, findService(catalog, serviceId).deposit ?? settings.deposit),
    ),
  )
  if (depositCents === 0) return { kind: 'none', dueCents }
  const { minimumChargeCents } = currencies[settings.currency]
  const atLeast = Math.max(depositCents, minimumChargeCents)
  return { kind: 'deposit', dueCents: Math.min(atLeast, totalCents) }
}

/** Whether it depends on their visits what a customer who has signed in has to pay. */
export const dependsOnHistory = ({ deposit, afterNoShows }: Settings): boolean =>
  deposit?.onlyNewCustomers === true || afterNoShows !== null

/** With several conditions on the customer, one of them is enough. */
function owesDeposit(
  settings: Settings,
  totalCents: number,
  customer: CustomerHistory | null,
): boolean {
  const { deposit, afterNoShows } = settings
  if (totalCents < (deposit?.fromTotalCents ?? 0)) return false
  if (customer === null || !dependsOnHistory(settings)) return true
  const isNew = deposit?.onlyNewCustomers === true && customer.completed === 0
  return isNew || (afterNoShows !== null && customer.noShows >= afterNoShows)
}

/** Rounded half up, and never more than the line costs. */
function partOf(chargedCents: number, deposit: Deposit | null): number {
  if (deposit === null) return 0
  const { percent, amountCents } = deposit
  const cents = amountCents ?? Math.floor((chargedCents * (percent ?? 0) + 50) / 100)
  return Math.min(cents, chargedCents)
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0)
