import { fill } from '@silla/widget/shared'
import type { SettingsHost } from '../settings-host.ts'
import type { Span } from '../week-grid.ts'
import { DayListPage, hoursText } from './day-list-page.ts'

interface Exception {
  fecha: string
  turnos: Span[]
  motivo: unknown
}

/** Days on which a person has other hours, or is off. */
export const exceptionsPage = (
  settings: SettingsHost,
  { id, title }: { id: number; title: string },
): DayListPage => {
  const { days } = settings.words
  return new DayListPage(settings, {
    ...{ path: `profesionales/${id}/excepciones/`, title },
    words: {
      ...{ add: days.addException, none: days.noExceptions, kind: days.kind },
      ...{ whole: days.offDay, hours: days.otherHours },
      remove: (date) => fill(days.removeException, { date }),
    },
    hoursField: 'turnos',
    daysOf: ({ excepciones }) =>
      (excepciones as Exception[]).map(({ fecha, turnos, motivo }) => ({
        date: fecha,
        reason: motivo,
        text: turnos.length > 0 ? hoursText(settings, turnos) : days.offDay,
      })),
    valuesOf: (span) => (span ? { turnos: [span] } : {}),
  })
}
