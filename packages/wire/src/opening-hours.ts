import type { Catalog, OpeningDay } from '@silla/core'
import { formatTime } from '@silla/slots'
import { type Static, Type } from 'typebox'
import type { Locale } from './localize.ts'
import { weekdayName } from './localize.ts'
import { type Page, paginationField, takePage } from './pagination.ts'
import { clockTime, closed, flag, nullable, ref, text } from './schema.ts'

export const OpeningDayWire = closed(
  {
    dia: Type.Integer({ minimum: 1, maximum: 7, description: '1 Monday to 7 Sunday' }),
    dia_nombre: text('Name of the day'),
    abierto: flag('Whether the business opens on this weekday'),
    apertura: nullable(clockTime('Opening time; null when closed')),
    cierre: nullable(clockTime('Closing time; null when closed')),
    descanso_inicio: nullable(clockTime('Start of the break; null without one')),
    descanso_fin: nullable(clockTime('End of the break; null without one')),
  },
  { $id: 'DiaApertura', description: 'Opening hours of one weekday' },
)

export const OpeningHoursWire = closed({
  horarios: Type.Array(ref(OpeningDayWire), { description: 'The weekdays, Monday first' }),
  timezone: text('Name of the time zone of the times'),
  ...paginationField,
})

/** The weekly opening hours. */
export function serializeOpeningHours(
  catalog: Catalog,
  page: Page | null,
  locale: Pick<Locale, 'message'>,
) {
  const { items, pagination } = takePage(catalog.openings, page)
  return {
    horarios: items.map((opening) => serializeOpeningDay(opening, locale)),
    timezone: catalog.settings.timezone,
    ...pagination,
  } satisfies Static<typeof OpeningHoursWire>
}

export const serializeOpeningDay = (opening: OpeningDay, locale: Pick<Locale, 'message'>) =>
  ({
    dia: opening.weekday,
    dia_nombre: weekdayName(opening.weekday, locale.message),
    abierto: opening.opensMinute !== null,
    apertura: timeOrNull(opening.opensMinute),
    cierre: timeOrNull(opening.closesMinute),
    descanso_inicio: timeOrNull(opening.breakStartMinute),
    descanso_fin: timeOrNull(opening.breakEndMinute),
  }) satisfies Static<typeof OpeningDayWire>

const timeOrNull = (minute: number | null): string | null =>
  minute === null ? null : formatTime(minute)
