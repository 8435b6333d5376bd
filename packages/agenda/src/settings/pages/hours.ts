import type { Setting } from '../settings-api.ts'
import type { SettingsHost } from '../settings-host.ts'
import type { Span, Week } from '../week-grid.ts'
import { WeekPage } from './week-page.ts'

interface Opening {
  dia: number
  apertura: string | null
  cierre: string | null
  descanso_inicio: string | null
  descanso_fin: string | null
}

export const hoursPath = 'horarios/'

/** When the salon is open: a break of the API is the time between two hours of a day. */
export default (settings: SettingsHost): WeekPage =>
  new WeekPage(settings, {
    path: hoursPath,
    title: settings.words.sections.horario,
    none: settings.words.week.closed,
    most: 2,
    weekOf: openingWeekOf,
    valuesOf(week, changed) {
      const days = changed.length > 0 ? changed : [0]
      return {
        values: { horarios: days.map((day) => openingOf(day + 1, week[day] ?? [])) },
        // what is wrong with the day as a whole, the API says of all of them
        fields: week.map((_, day) =>
          days.includes(day)
            ? [days.length === 1 ? 'horarios' : `horarios[${days.indexOf(day)}]`]
            : [],
        ),
      }
    },
  })

export function openingWeekOf(setting: Setting): Week {
  return (setting.horarios as Opening[]).map(
    ({ apertura, cierre, descanso_inicio, descanso_fin }): Span[] => {
      if (apertura === null || cierre === null) return []
      if (descanso_inicio === null || descanso_fin === null)
        return [{ desde: apertura, hasta: cierre }]
      return [
        { desde: apertura, hasta: descanso_inicio },
        { desde: descanso_fin, hasta: cierre },
      ]
    },
  )
}

function openingOf(dia: number, [first, second]: readonly Span[]): Opening {
  return {
    dia,
    apertura: first?.desde ?? null,
    cierre: second?.hasta ?? first?.hasta ?? null,
    descanso_inicio: second ? (first?.hasta ?? null) : null,
    descanso_fin: second?.desde ?? null,
  }
}
