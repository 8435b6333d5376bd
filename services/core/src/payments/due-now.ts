import { type Currency, currencies } from '@silla/money'
import type { Settings } from '../catalog/catalog.ts'
import type { PaymentSummary } from './payment-summary.ts'

/**
 * What may be paid online now, in cents: all of it or nothing (D14, D21). Nothing where the salon takes no money, below what the
 * processor takes, and where money is there already, also the wrong sum of it.
 */
export function dueNowCents(
  { acceptsOnlinePayments }: Settings,
  owed: {
    isOpen: boolean
    totalCents: number
    currency: Currency
    paymentId: number | null
    payment: PaymentSummary | null
  },
): number {
  const isPaid = owed.paymentId !== null || owed.payment?.state === 'review'
  if (!acceptsOnlinePayments || !owed.isOpen || isPaid) return 0
  return owed.totalCents < currencies[owed.currency].minimumChargeCents ? 0 : owed.totalCents
}
