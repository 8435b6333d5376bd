import type { Agenda } from '../api/api.ts'
import { DayScale } from './day-scale.ts'
import { type Piece, piecesOf } from './pieces.ts'

type Day = Agenda['dias'][number]

/** One day of the salon, as the grid shows it. */
export interface DayColumns {
  day: Day
  scale: DayScale
  /** The hours that are shown, in minutes of the day. */
  from: number
  until: number
  columns: readonly Column[]
}

export interface Column {
  id: number
  name: string
  /** When they work. */
  works: readonly Span[]
  pieces: readonly Piece[]
}

export interface Span {
  from: number
  until: number
}

/** Shown of a day on which the salon is closed and nothing happens. */
const usualHours: Span = { from: 9 * 60, until: 20 * 60 }

/**
 * @param wanted the professionals that are shown; empty: all who work or have something on that day, and
 *   everybody when nobody does
 */
export function dayColumns(agenda: Agenda, date: string, wanted: readonly number[]): DayColumns {
  const day = agenda.dias.find(({ fecha }) => fecha === date) ?? (agenda.dias[0] as Day)
  const scale = new DayScale(day, agenda.timezone)
  const spanOf = ({ desde, hasta }: { desde: string; hasta: string }): Span => ({
    from: scale.minuteAt(desde),
    until: scale.endAt(hasta),
  })
  const pieces = piecesOf(agenda, scale)
  const all = agenda.profesionales.map(({ id, nombre }) => ({
    id,
    name: nombre,
    works: (day.profesionales.find((each) => each.profesional_id === id)?.turnos ?? []).map(spanOf),
    pieces: pieces.filter(({ professionalId }) => professionalId === id),
  }))
  const isShown = ({ id, works, pieces: own }: Column) =>
    wanted.length > 0 ? wanted.includes(id) : works.length > 0 || own.length > 0
  const chosen = all.filter(isShown)
  const columns = chosen.length > 0 ? chosen : all
  const spans = [
    ...day.abierto.map(spanOf),
    ...columns.flatMap(({ works, pieces: own }) => [...works, ...own]),
  ]
  const shown = spans.length > 0 ? spans : [usualHours]
  const from = Math.max(0, Math.min(...shown.map((span) => span.from)))
  const until = Math.min(scale.length, Math.max(...shown.map((span) => span.until)))
  return {
    ...{ day, scale, columns },
    from: Math.floor(from / 60) * 60,
    until: Math.min(scale.length, Math.ceil(until / 60) * 60),
  }
}
