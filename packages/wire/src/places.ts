import { failField, type Params, parseText } from './params.ts'

/** The place of a record in the order of its list: its time, and its id among those of the same time. */
export interface Place {
  at: Date
  id: number
}

/** The `antes_de` or `despues_de` of a request: milliseconds since 1970, a dot, and an id. */
export function parsePlace(params: Params, name: 'antes_de' | 'despues_de'): Place | null {
  const place = parseText(params, name)
  if (place === null) return null
  const [, at, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(place) ?? failField(name, 'bad_format')
  return { at: new Date(Number(at)), id: Number(id) }
}

/** The `siguiente` of a response; null after the last part. */
export const serializePlace = (place: Place | null): string | null =>
  place === null ? null : `${place.at.getTime()}.${place.id}`
