import type { Setting } from '../settings-api.ts'
import type { SettingsHost } from '../settings-host.ts'
import type { Week } from '../week-grid.ts'
import { hoursPath, openingWeekOf } from './hours.ts'
import { WeekPage } from './week-page.ts'

interface Shift {
  dia: number
  desde: string
  hasta: string
}

/** The weekly shifts of a person. */
export const shiftsPage = (
  settings: SettingsHost,
  { id, title }: { id: number; title: string },
): WeekPage =>
  new WeekPage(settings, {
    ...{ path: `profesionales/${id}/turnos/`, title, most: 10 },
    none: settings.words.week.off,
    like: { path: hoursPath, weekOf: openingWeekOf },
    weekOf: (setting: Setting): Week =>
      [1, 2, 3, 4, 5, 6, 7].map((weekday) =>
        (setting.turnos as Shift[])
          .filter(({ dia }) => dia === weekday)
          .map(({ desde, hasta }) => ({ desde, hasta })),
      ),
    valuesOf(week) {
      const turnos = week.flatMap((spans, day) => spans.map((span) => ({ dia: day + 1, ...span })))
      return {
        values: { turnos },
        fields: week.map((_, day) =>
          turnos.flatMap(({ dia }, index) => (dia === day + 1 ? [`turnos[${index}]`] : [])),
        ),
      }
    },
  })
