import { currencies } from '@silla/money'
import type { Settings } from '../catalog/catalog.ts'

/** How a booking begins (D14). */
export interface InitialState {
  state: 'pending' | 'confirmed'
  paymentRequired: boolean
  /** When a pending one lapses. */
  expiresAt: Date | null
}

/**
 * A booking that must be paid online, or that the salon confirms by hand, begins pending; the
 * salon's own are confirmed. Where both are due it is paid first, and the time to confirm it begins
 * with the payment.
 */
export function initialState(
  settings: Settings,
  visit: { totalCents: number; byBusiness: boolean; startsAt: Date },
  now: Date,
): InitialState {
  if (visit.byBusiness) return { state: 'confirmed', paymentRequired: false, expiresAt: null }
  if (
    settings.requiresPrepayment &&
    settings.acceptsOnlinePayments &&
    isChargeable(settings, visit.totalCents)
  ) {
    return { state: 'pending', paymentRequired: true, expiresAt: minutesAfter(now, 15) }
  }
  if (settings.confirmsByHand) {
    return {
      state: 'pending',
      paymentRequired: false,
      expiresAt: confirmationDeadline(now, visit.startsAt),
    }
  }
  return { state: 'confirmed', paymentRequired: false, expiresAt: null }
}

const isChargeable = ({ currency }: Settings, cents: number) =>
  cents >= currencies[currency].minimumChargeCents

/**
 * Until when the salon may confirm: half an hour before the visit, within 12 hours, and never
 * sooner than in a quarter of an hour.
 */
export function confirmationDeadline(now: Date, startsAt: Date): Date {
  const latest = Math.min(
    minutesAfter(now, 12 * 60).getTime(),
    minutesAfter(startsAt, -30).getTime(),
  )
  return new Date(Math.max(minutesAfter(now, 15).getTime(), latest))
}

const minutesAfter = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000)
