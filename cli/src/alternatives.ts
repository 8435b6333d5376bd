import type { Alternative } from '@silla/core'
import type { Refusal } from '@silla/errors'
import { formatDate, formatTime } from '@silla/slots'

/** The free times that a refusal offers instead; none for most. */
export function alternativesIn({ extra }: Refusal): { day: string; time: string; professionalId: number }[] {
  const offered = (extra?.alternatives ?? []) as Alternative[]
  return offered.map(({ day, startMinute, professionalId }) => ({
    day: formatDate(day),
    time: formatTime(startMinute),
    professionalId,
  }))
}
