import type { Language, Translated } from '@silla/core'
import { formatAmount } from '@silla/money'
import { formatDate, formatTime, wallClock } from '@silla/slots'

/** `12.50 EUR`. */
export const formatMoney = (cents: number, currency: string): string =>
  `${formatAmount(cents)} ${currency}`

/** A moment in a time zone: `2027-06-30 12:00`. */
export function formatLocalTime(moment: Date, timezone: string): string {
  const { day, minute } = wallClock(moment, timezone)
  return `${formatDate(day)} ${formatTime(minute)}`
}

/** A text in the salon's main language, otherwise in any language that has it. */
export const textIn = (text: Translated, language: Language): string =>
  text[language] || Object.values(text).find(Boolean) || ''
