import type { OpeningDay } from '@silla/core'
import type { LocalSpan } from '@silla/slots'

/** When a salon opens on a day: one stretch from opening to closing, or none. */
export const hoursOf = (day: OpeningDay | null): LocalSpan[] =>
  day === null ? [] : stretch(day.opensMinute, day.closesMinute)

/** When it shuts in between: once, or not at all. */
export const breakOf = (day: OpeningDay | null): LocalSpan[] =>
  day === null ? [] : stretch(day.breakStartMinute, day.breakEndMinute)

const stretch = (startMinute: number | null, endMinute: number | null): LocalSpan[] =>
  startMinute === null || endMinute === null ? [] : [{ startMinute, endMinute }]
