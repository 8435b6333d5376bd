import type { Settings } from '../catalog/catalog.ts'
import type { Requirement } from './requirement.ts'

/** The state in which a booking is created (D14). */
export interface InitialState {
  state: 'pending' | 'confirmed'
  paymentRequired: boolean
  /** When a pending one expires. */
  expiresAt: Date | null
}

/**
 * A booking that must be paid online, or that the salon confirms by hand, is created as pending;
 * one that the business makes itself is confirmed. When both apply, it is paid first, and the
 * deadline for the confirmation runs from the payment.
 */
export function initialState(
  settings: Settings,
  requirement: Requirement,
  visit: { byBusiness: boolean; startsAt: Date },
  now: Date,
): InitialState {
  if (visit.byBusiness) return { state: 'confirmed', paymentRequired: false, expiresAt: null }
  if (requirement.kind !== 'none')
    return { state: 'pending', paymentRequired: true, expiresAt: minutesAfter(now, 15) }
  if (settings.confirmsByHand) {
    return {
      state: 'pending',
      paymentRequired: false,
      expiresAt: confirmationDeadline(now, visit.startsAt),
    }
  }
  return { state: 'confirmed', paymentRequired: false, expiresAt: null }
}

/**
 * The deadline for the salon to confirm: 12 hours from now or 30 minutes before the visit,
 * whichever is earlier, but at least 15 minutes from now.
 */
export function confirmationDeadline(now: Date, startsAt: Date): Date {
  const latest = Math.min(
    minutesAfter(now, 12 * 60).getTime(),
    minutesAfter(startsAt, -30).getTime(),
  )
  return new Date(Math.max(minutesAfter(now, 15).getTime(), latest))
}

const minutesAfter = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000)
