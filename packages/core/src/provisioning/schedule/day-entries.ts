import { isDeepStrictEqual } from 'node:util'
import { type EpochDay, formatDate, parseDate } from '@silla/slots'
import { ProvisioningError } from '../../business/provisioning-error.ts'
import type { Language } from '../../catalog/catalog.ts'
import type { SalonFileDocument } from '../salon-file/schema.ts'

/** A text in the salon's main language, or one for each language. */
export type ReasonInput = NonNullable<SalonFileDocument['closings']>[number]['reason']

/** Consecutive days; both ends are included. */
export interface Days {
  from: EpochDay
  to: EpochDay
}

interface DateKeys {
  day?: string
  from?: string
  to?: string
}

/** Splits entries for a range of days into one per day, so that single days can be changed. */
export function expandDays<Entry extends DateKeys>(
  entries: readonly Entry[] | undefined,
): (Entry & { day: string })[] {
  return (entries ?? []).flatMap((entry) => {
    const { day, from, to, ...rest } = entry
    if (day !== undefined) return [{ ...rest, day } as Entry & { day: string }]
    return eachDay({ from: parseDate(from ?? '') ?? 0, to: parseDate(to ?? '') ?? -1 }).map(
      (each) => ({ ...rest, day: formatDate(each) }) as Entry & { day: string },
    )
  })
}

/** @throws ProvisioningError NOT_VALID when the range ends before it starts or is too long */
export function validateDays({ from, to }: Days): Days {
  if (to < from) {
    throw new ProvisioningError(
      'NOT_VALID',
      `The range ends before it starts: ${formatDate(to)} is before ${formatDate(from)}.`,
    )
  }
  if (to - from >= maxRangeDays) {
    throw new ProvisioningError(
      'NOT_VALID',
      `The range is too long: it may have at most ${maxRangeDays} days.`,
    )
  }
  return { from, to }
}

/** The same limit as for a range in a salon file. */
const maxRangeDays = 366

export const eachDay = ({ from, to }: Days): EpochDay[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)

/** Whether a date such as `2030-12-24` is one of these days. */
export function includesDate({ from, to }: Days, date: string): boolean {
  const day = parseDate(date)
  return day !== null && from <= day && day <= to
}

/** Whether two entries are equal. A text without a language is in the main language. */
export function isSameEntry(a: DayEntry, b: DayEntry, mainLanguage: Language): boolean {
  const texts = ({ reason }: DayEntry) =>
    typeof reason === 'string' ? { [mainLanguage]: reason } : { ...reason }
  const times = ({ time, works }: DayEntry) =>
    [time, works].map((text) => text?.replaceAll(' ', ''))
  return a.day === b.day && isDeepStrictEqual([texts(a), times(a)], [texts(b), times(b)])
}

interface DayEntry extends DateKeys {
  time?: string
  works?: string
  reason?: ReasonInput
}

/** `2030-12-24`, or `2030-12-24 to 2030-12-26`. */
export const formatDays = ({ from, to }: Days): string =>
  from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`
