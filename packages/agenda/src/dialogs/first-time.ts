import type { Wire } from '@silla/client'

export type FreeTime = Wire['VisitaDeAusente']['alternativas'][number]

/** Time that a visit takes of somebody. */
export interface Taken {
  fecha: string
  people: readonly number[]
  /** Minutes of the day. */
  from: number
  until: number
}

interface Times {
  /** Free times that are offered for a visit, by the value of their choice, the first one first. */
  offered: readonly (readonly [string, FreeTime])[]
  lengthMinutes: number
  /** What did not do. */
  refused: ReadonlySet<string>
  /** What others get. */
  taken: readonly Taken[]
}

/**
 * The first time that may do for a visit beside those of others. Where each is taken, the first one: the
 * trial refuses it, and names times that are free beside it. null: there is none that was not refused.
 */
export function firstTime({ offered, lengthMinutes, refused, taken }: Times) {
  const possible = offered
    .filter(([value]) => !refused.has(value))
    .map(([value, time]) => ({ value, takes: takenFrom(time, lengthMinutes) }))
  const isFree = ({ takes }: { takes: Taken }) => !taken.some((other) => overlap(takes, other))
  return possible.find(isFree) ?? possible[0] ?? null
}

export function takenFrom(
  { fecha, hora_inicio, peluquero_id }: FreeTime,
  lengthMinutes: number,
): Taken {
  const from = minuteOf(hora_inicio)
  return { fecha, people: [peluquero_id], from, until: from + lengthMinutes }
}

export const overlap = (one: Taken, other: Taken): boolean =>
  one.fecha === other.fecha &&
  one.people.some((id) => other.people.includes(id)) &&
  one.from < other.until &&
  other.from < one.until

export function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
