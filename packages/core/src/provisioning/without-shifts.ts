import { wallClock } from '@silla/slots'
import type { Salon } from './salon.ts'

/** The handles of the professionals who have no shifts and work on no day from today on. */
export function withoutShifts({ professionals, settings }: Salon, now: Date): string[] {
  const today = wallClock(now, settings.timezone).day
  return professionals
    .filter(
      ({ shifts, exceptions }) =>
        shifts.length === 0 && !exceptions.some(({ day, works }) => works && day >= today),
    )
    .map(({ handle }) => handle)
}
