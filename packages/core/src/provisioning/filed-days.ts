import { formatDate, wallClock } from '@silla/slots'
import type { RetainedDay } from './plan.ts'
import type { Salon } from './salon.ts'

/** The days for which a salon file has a closing or an exception, as dates. */
export interface FiledDays {
  closings: string[]
  /** By the handle of the professional. */
  exceptions: Record<string, string[]>
}

/** The days that a file names, from the salon that it describes. */
export const filedDaysOf = ({ closings, professionals }: Salon): FiledDays => ({
  closings: datesOf(closings),
  exceptions: Object.fromEntries(
    professionals.flatMap(({ handle, exceptions }) =>
      exceptions.length === 0 ? [] : [[handle, datesOf(exceptions)]],
    ),
  ),
})

/**
 * Adds the stored closings and exceptions that the file omits and that no file before it named. A day
 * that the file names is as the file says.
 * @param filed null: it is not known what the files before it named, and nothing is removed
 */
export function keepUnfiledDays(before: Salon, after: Salon, filed: FiledDays | null): Salon {
  const named = filedDaysOf(after)
  const exceptionsBefore = new Map(before.professionals.map((one) => [one.handle, one.exceptions]))
  return {
    ...after,
    closings: withUnfiled(after.closings, before.closings, [
      ...named.closings,
      ...(filed?.closings ?? []),
    ]),
    professionals: after.professionals.map((professional) => {
      const { handle, exceptions } = professional
      const stored = exceptionsBefore.get(handle) ?? []
      const filedOnes = [...(named.exceptions[handle] ?? []), ...(filed?.exceptions[handle] ?? [])]
      return { ...professional, exceptions: withUnfiled(exceptions, stored, filedOnes) }
    }),
  }
}

/** What was kept, from today on: a day that is over makes no difference. */
export function retainedDays(file: Salon, after: Salon, now: Date): RetainedDay[] {
  const today = formatDate(wallClock(now, after.settings.timezone).day)
  const named = filedDaysOf(file)
  const all = filedDaysOf(after)
  const unnamed = (dates: readonly string[], own: readonly string[] = []) =>
    dates.filter((date) => date >= today && !own.includes(date))
  return [
    ...unnamed(all.closings, named.closings).map((day) => ({ professional: null, day })),
    ...Object.entries(all.exceptions).flatMap(([professional, dates]) =>
      unnamed(dates, named.exceptions[professional]).map((day) => ({ professional, day })),
    ),
  ]
}

const datesOf = (entries: readonly { day: number }[]): string[] => [
  ...new Set(entries.map(({ day }) => formatDate(day))),
]

function withUnfiled<Entry extends { day: number; fromMinute?: number | null }>(
  named: readonly Entry[],
  stored: readonly Entry[],
  filed: readonly string[],
): Entry[] {
  const dates = new Set(filed)
  const kept = stored.filter(({ day }) => !dates.has(formatDate(day)))
  return [...named, ...kept].sort(
    (a, b) => a.day - b.day || (a.fromMinute ?? 0) - (b.fromMinute ?? 0),
  )
}
