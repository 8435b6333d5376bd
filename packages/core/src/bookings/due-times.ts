import { wallClock, zoneOf } from '@silla/slots'
import type { Settings } from '../catalog/catalog.ts'
import type { Booking } from '../model/booking.ts'

/** Whether reminders can reach them: by email, or by a message if they have agreed to it (D77). */
export const isReachable = ({ email, phone }: { email: string; phone: string | null }): boolean =>
  email !== '' || Boolean(phone)

/** When a visit's reminder is due (D30); null: never, or that time is over already. */
export function reminderTime(
  { startsAt }: { startsAt: Date },
  { reminderHours }: Settings,
  now: Date,
): Date | null {
  if (reminderHours === null) return null
  const remindAt = hoursAfter(startsAt, -reminderHours)
  return remindAt > now ? remindAt : null
}

/** When a confirmed visit counts as completed (D14); null: never by itself. */
export const completionTime = (
  { endsAt }: { endsAt: Date },
  { autocompleteHours }: Settings,
): Date | null => (autocompleteHours === null ? null : hoursAfter(endsAt, autocompleteHours))

/**
 * When the customer of a completed visit is invited to review it (D30): three hours after its end, or
 * when it is completed, if that is later; between 9:00 and 20:00 at the salon.
 */
export function reviewInvitationTime({
  endsAt,
  updatedAt: completedAt,
  timezone,
}: Pick<Booking, 'endsAt' | 'updatedAt' | 'timezone'>): Date {
  const rested = hoursAfter(endsAt, 3)
  const earliest = rested > completedAt ? rested : completedAt
  const { day, minute } = wallClock(earliest, timezone)
  const nine = (ofDay: number) => new Date(zoneOf(timezone).toEdge(ofDay, 9 * 60) * 60_000)
  if (minute < 9 * 60) return nine(day)
  return minute < 20 * 60 ? earliest : nine(day + 1)
}

const hoursAfter = (at: Date, hours: number) => new Date(at.getTime() + hours * 3_600_000)
