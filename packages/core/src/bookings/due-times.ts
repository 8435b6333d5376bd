import type { Settings } from '../catalog/catalog.ts'

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

const hoursAfter = (at: Date, hours: number) => new Date(at.getTime() + hours * 3_600_000)
