import { type EpochMinute, workingSpans } from '@silla/slots'
import type { BookedProfessional, BookingLine } from '../model/booking.ts'

/** Time for which a booking keeps a professional busy. */
export interface Stretch {
  professional: BookedProfessional
  start: EpochMinute
  end: EpochMinute
}

/** When the professionals work, as epoch minutes by start; adjacent work is one stretch. */
export function busyStretches(
  lines: readonly Pick<BookingLine, 'professional' | 'startsAt' | 'phases'>[],
): Stretch[] {
  const stretches: Stretch[] = []
  for (const { professional, startsAt, phases } of lines) {
    for (const { start, end } of workingSpans(startsAt.getTime() / 60_000, phases)) {
      const last = stretches.at(-1)
      if (last?.professional.id === professional.id && last.end === start) last.end = end
      else stretches.push({ professional, start, end })
    }
  }
  return stretches
}
