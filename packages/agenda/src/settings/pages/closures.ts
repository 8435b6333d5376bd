import { fill } from '@silla/widget/shared'
import type { SettingsHost } from '../settings-host.ts'
import { DayListPage, hoursText } from './day-list-page.ts'

interface Closure {
  fecha: string
  desde_hora: string | null
  hasta_hora: string | null
  motivo: unknown
}

/** Days on which the salon is closed. */
export default (settings: SettingsHost): DayListPage => {
  const { days, sections } = settings.words
  return new DayListPage(settings, {
    path: 'festivos/',
    title: sections.festivos,
    words: {
      ...{ add: days.add, none: days.noClosures, kind: days.kind },
      ...{ whole: days.wholeDay, hours: days.partOfDay },
      remove: (date) => fill(days.removeDay, { date }),
    },
    hoursField: 'desde_hora',
    daysOf: ({ festivos }) =>
      (festivos as Closure[]).map(({ fecha, desde_hora, hasta_hora, motivo }) => ({
        date: fecha,
        reason: motivo,
        text:
          desde_hora && hasta_hora
            ? hoursText(settings, [{ desde: desde_hora, hasta: hasta_hora }])
            : days.wholeDay,
      })),
    valuesOf: (span) => (span ? { desde_hora: span.desde, hasta_hora: span.hasta } : {}),
  })
}
