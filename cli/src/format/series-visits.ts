import type { SeriesVisit } from '@silla/core'
import { formatDate, formatTime } from '@silla/slots'
import { pluralize } from './pluralize.ts'

/** What became of one visit of a series. */
export interface SeriesVisitRecord {
  /** null: it was not booked */
  id: number | null
  code: string | null
  day: string
  time: string
  totalCents: number | null
  refundCents: number
  /** The error code; null: it was booked, moved or cancelled. */
  refusal: string | null
}

/** null: the command was about one visit. */
export const seriesVisitRecords = (
  visits: readonly SeriesVisit[] | null,
): SeriesVisitRecord[] | null =>
  visits === null
    ? null
    : visits.map(({ bookingId, day, startMinute, ...visit }) => ({
        ...{ id: bookingId, code: visit.code },
        ...{ day: formatDate(day), time: formatTime(startMinute) },
        ...{ totalCents: visit.totalCents, refundCents: visit.refundCents },
        refusal: visit.refusal,
      }))

/** One line for each visit, and how many were refused. */
export function seriesVisitLines(visits: readonly SeriesVisitRecord[]): string[] {
  const refused = visits.filter(({ refusal }) => refusal !== null).length
  return [
    ...visits.map(({ code, day, time, refusal }) =>
      `  ${day} ${time}  ${(code ?? '').padEnd(10)}  ${refusal ?? ''}`.trimEnd(),
    ),
    ...(refused === 0 ? [] : [`Refused: ${pluralize(refused, 'visit')}.`]),
  ]
}
