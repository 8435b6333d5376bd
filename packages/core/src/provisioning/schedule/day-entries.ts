import { isDeepStrictEqual } from 'node:util'
import { type EpochDay, formatDate, parseDate } from '@silla/slots'
import type { Language } from '../../catalog/catalog.ts'
import { ProvisioningError } from '../provisioning-error.ts'
import type { SalonFileDocument } from '../salon-file/schema.ts'

/** A text in the salon's main language, or one for each language. */
export type ReasonInput = NonNullable<SalonFileDocument['closings']>[number]['reason']

/** Days in a row, both included. */
export interface Days {
  from: EpochDay
  to: EpochDay
}

interface DateKeys {
  day?: string
  from?: string
  to?: string
}

/**
 * What a salon's file says about several days in a row, told about each by itself, so that one of
 * them can be changed.
 */
export function expandDays<Entry extends DateKeys>(
  entries: readonly Entry[] | undefined,
): (Entry & { day: string })[] {
  return (entries ?? []).flatMap((entry) => {
    const { day, from, to, ...rest } = entry
    if (day !== undefined) return [{ ...rest, day } as Entry & { day: string }]
    return eachDay({ from: parseDate(from ?? '') ?? 0, to: parseDate(to ?? '') ?? -1 }).map(
      (one) => ({ ...rest, day: formatDate(one) }) as Entry & { day: string },
    )
  })
}

/**
 * @throws ProvisioningError NOT_VALID when the last lies before the first, or farther off than a
 *   file allows
 */
export function validateDays({ from, to }: Days): Days {
  if (to < from)
    throw new ProvisioningError('NOT_VALID', `${formatDate(to)} is before ${formatDate(from)}.`)
  if (to - from >= mostDays)
    throw new ProvisioningError('NOT_VALID', `That is more than ${mostDays} days in a row.`)
  return { from, to }
}

export const eachDay = ({ from, to }: Days): EpochDay[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)

/** Whether a written date is one of these days. */
export function includesDate({ from, to }: Days, date: string): boolean {
  const day = parseDate(date)
  return day !== null && from <= day && day <= to
}

/**
 * Whether two entries say the same of the same day; a text without a language is in the main one.
 */
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

const mostDays = 366
