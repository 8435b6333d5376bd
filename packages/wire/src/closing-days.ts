import type { Catalog, ClosingDay } from '@silla/core'
import { addMonths, type EpochDay, formatDate, formatTime } from '@silla/slots'
import { type Static, Type } from 'typebox'
import { type DayRange, parseRange } from './dates.ts'
import { type Locale, localize } from './localize.ts'
import { type Page, paginationField, takePage } from './pagination.ts'
import type { Params } from './params.ts'
import { clockTime, closed, date, flag, ref, text } from './schema.ts'

export const ClosingDayWire = closed(
  {
    fecha: date('The day'),
    motivo: text('Reason, in the requested language'),
    todo_el_dia: flag('Whether the business is closed the whole day'),
    desde_hora: Type.Optional(clockTime('Start of the closure; only when it is part of the day')),
    hasta_hora: Type.Optional(clockTime('End of the closure; only when it is part of the day')),
  },
  { $id: 'Festivo', description: 'A day, or part of one, on which the business is closed' },
)

export const ClosingDaysWire = closed({
  festivos: Type.Array(ref(ClosingDayWire), { description: 'In order of date' }),
  ...paginationField,
})

export const defaultClosingMonths = 3
export const maxClosingRangeDays = 366

/** The days to list; by default the three months from today (api.md, D5). */
export const parseClosingRange = (params: Params, today: EpochDay): DayRange =>
  parseRange(
    params,
    { from: today, to: addMonths(today, defaultClosingMonths) },
    maxClosingRangeDays,
  )

/** The closures of a range of days. */
export function serializeClosingDays(
  catalog: Catalog,
  range: DayRange,
  page: Page | null,
  locale: Locale,
) {
  const within = catalog.closings.filter(({ day }) => day >= range.from && day <= range.to)
  const { items, pagination } = takePage(within, page)
  return {
    festivos: items.map((closing) => serializeClosingDay(closing, locale)),
    ...pagination,
  } satisfies Static<typeof ClosingDaysWire>
}

/** A closure of part of a day has its start and end (D5). */
export function serializeClosingDay(
  closing: ClosingDay,
  locale: Locale,
): Static<typeof ClosingDayWire> {
  const { fromMinute, toMinute } = closing
  const shared = { fecha: formatDate(closing.day), motivo: localize(closing.reason, locale) }
  if (fromMinute === null || toMinute === null) return { ...shared, todo_el_dia: true }
  return {
    ...shared,
    todo_el_dia: false,
    desde_hora: formatTime(fromMinute),
    hasta_hora: formatTime(toMinute),
  }
}
