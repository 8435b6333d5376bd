import type { Agenda } from '../api/api.ts'
import { DayScale } from './day-scale.ts'
import { type Piece, piecesOf } from './pieces.ts'

/** The columns of a grid, and the hours that it shows. */
export interface Columns {
  columns: readonly Column[]
  /** Minutes of the day. */
  from: number
  until: number
}

/** A professional on a day. */
export interface Column {
  /** Differs from those of all pieces and other columns. */
  key: string
  date: string
  scale: DayScale
  professionalId: number
  name: string
  /** When they work. */
  works: readonly Span[]
  pieces: readonly Piece[]
}

export interface Span {
  from: number
  until: number
}

/** Shown of days on which the salon is closed and nothing happens. */
const usualHours: Span = { from: 9 * 60, until: 20 * 60 }

/**
 * A day with a column for each professional.
 *
 * @param wanted the professionals that are shown; empty: all who work or have something on that day, and
 *   everybody when nobody does
 */
export function columnsOfDay(agenda: Agenda, date: string, wanted: readonly number[]): Columns {
  const day = dayOf(agenda, date)
  const pieces = piecesOf(agenda, new DayScale(day, agenda.timezone))
  const all = agenda.profesionales.map((professional) =>
    columnOf(agenda, { day, professional, pieces }),
  )
  const chosen = all.filter(({ professionalId, works, pieces: own }) =>
    wanted.length > 0 ? wanted.includes(professionalId) : works.length > 0 || own.length > 0,
  )
  return withHours(agenda, [day], chosen.length > 0 ? chosen : all)
}

/** The days of an agenda with a column for each, of one professional. */
export function columnsOfWeek(agenda: Agenda, professionalId: number): Columns {
  const professional = agenda.profesionales.find(({ id }) => id === professionalId)
  const columns = agenda.dias.map((day) => {
    const pieces = piecesOf(agenda, new DayScale(day, agenda.timezone))
    return columnOf(agenda, {
      day,
      professional: professional ?? { id: professionalId, nombre: '' },
      pieces: pieces.map((piece) => ({ ...piece, key: `${day.fecha}-${piece.key}` })),
    })
  })
  return withHours(agenda, agenda.dias, columns)
}

type Day = Agenda['dias'][number]

export const dayOf = (agenda: Agenda, date: string): Day =>
  agenda.dias.find(({ fecha }) => fecha === date) ?? (agenda.dias[0] as Day)

const spanOf =
  (scale: DayScale) =>
  ({ desde, hasta }: { desde: string; hasta: string }): Span => ({
    from: scale.minuteAt(desde),
    until: scale.endAt(hasta),
  })

function columnOf(
  agenda: Agenda,
  {
    day,
    professional: { id, nombre },
    pieces,
  }: { day: Day; professional: { id: number; nombre: string }; pieces: readonly Piece[] },
): Column {
  const scale = new DayScale(day, agenda.timezone)
  const works = day.profesionales.find((each) => each.profesional_id === id)?.turnos ?? []
  return {
    key: `p${id}-${day.fecha}`,
    date: day.fecha,
    professionalId: id,
    name: nombre,
    scale,
    works: works.map(spanOf(scale)),
    pieces: pieces.filter(({ professionalId }) => professionalId === id),
  }
}

/** From the first full hour of anything to the last. */
function withHours(agenda: Agenda, days: readonly Day[], columns: readonly Column[]): Columns {
  const spans = [
    ...days.flatMap((day) => day.abierto.map(spanOf(new DayScale(day, agenda.timezone)))),
    ...columns.flatMap(({ works, pieces }) => [...works, ...pieces]),
  ]
  const shown = spans.length > 0 ? spans : [usualHours]
  const longest = Math.max(...columns.map(({ scale }) => scale.length), 0)
  const from = Math.max(0, Math.min(...shown.map((span) => span.from)))
  const until = Math.min(longest, Math.max(...shown.map((span) => span.until)))
  return {
    columns,
    from: Math.floor(from / 60) * 60,
    until: Math.min(longest, Math.ceil(until / 60) * 60),
  }
}
