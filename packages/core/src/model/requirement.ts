import { type Currency, currencies } from '@silla/money'
import type { Settings } from '../catalog/catalog.ts'

/** What a visit requires of its customer (D47). */
export interface Requirement {
  /** What has to be paid online for the booking not to expire. */
  kind: 'none' | 'total'
  /** What can be paid online now, in cents; of `none`, as the customer likes. */
  dueCents: number
}

/**
 * The only place that decides what a visit requires. The business itself books without a payment, and
 * nothing is paid online where the salon takes no online payments or below the processor's minimum
 * charge.
 */
export function requirementOf(
  settings: PolicySettings,
  { totalCents, byBusiness }: { totalCents: number; byBusiness: boolean },
): Requirement {
  const dueCents = payableOnlineCents(totalCents, settings)
  const isRequired = settings.requiresPrepayment && !byBusiness && dueCents > 0
  return { kind: isRequired ? 'total' : 'none', dueCents }
}

type PolicySettings = Pick<Settings, 'acceptsOnlinePayments' | 'requiresPrepayment' | 'currency'>

/** What of an amount can be paid online: all of it or nothing. */
export const payableOnlineCents = (
  cents: number,
  { acceptsOnlinePayments, currency }: Pick<Settings, 'acceptsOnlinePayments' | 'currency'>,
): number => (acceptsOnlinePayments && isChargeable(cents, currency) ? cents : 0)

/** The processor charges no less than its minimum. */
export const isChargeable = (cents: number, currency: Currency): boolean =>
  cents >= currencies[currency].minimumChargeCents
