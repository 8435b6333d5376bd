import { type Currency, currencies } from '@silla/money'
import type { Settings } from '../catalog/catalog.ts'

/** What of an amount can be paid online: all of it or nothing. */
export const payableOnlineCents = (
  cents: number,
  { acceptsOnlinePayments, currency }: Pick<Settings, 'acceptsOnlinePayments' | 'currency'>,
): number => (acceptsOnlinePayments && isChargeable(cents, currency) ? cents : 0)

/** The processor charges no less than its minimum. */
export const isChargeable = (cents: number, currency: Currency): boolean =>
  cents >= currencies[currency].minimumChargeCents

/** What of a booking is paid online: its deposit, or all of it; never what the salon has taken already. */
export const onlineCentsOf = ({
  depositCents,
  totalCents,
  takenCents,
}: {
  depositCents: number | null
  totalCents: number
  takenCents: number
}): number => Math.max(0, Math.min(depositCents ?? totalCents, totalCents - takenCents))
