import type { Random } from '../support/random.ts'
import { oddText, oddValue } from './odd-values.ts'

type Container = Record<string, unknown> | unknown[]

/** A copy of a JSON value with one change in a random place. */
export function mutateJson(value: unknown, random: Random): unknown {
  const copy = structuredClone(value)
  const places = [...placesIn(copy)]
  if (places.length === 0 || random.chance(0.05)) return oddValue(random)
  const texts = places.filter((place) => typeof get(place) === 'string')
  if (texts.length > 0 && random.chance(0.4)) set(random.pick(texts), oddText(random))
  else random.pick(changes)(random.pick(places), random)
  return copy
}

interface Place {
  container: Container
  key: string
}

function* placesIn(value: unknown): Generator<Place> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, child] of Object.entries(value)) {
    yield { container: value as Container, key }
    yield* placesIn(child)
  }
}

const set = ({ container, key }: Place, value: unknown) => {
  ;(container as Record<string, unknown>)[key] = value
}
const get = ({ container, key }: Place) => (container as Record<string, unknown>)[key]

/** Odd values first: they find most. */
const changes: ((place: Place, random: Random) => void)[] = [
  (place, random) => set(place, oddValue(random)),
  (place, random) => set(place, oddValue(random)),
  (place, random) => set(place, oddValue(random)),
  (place) => set(place, null),
  (place) => set(place, [get(place)]),
  (place) => set(place, { value: get(place) }),
  (place) => set(place, JSON.stringify(get(place))),
  (place) => set(place, numberOf(get(place))),
  (place, random) => {
    const value = get(place)
    if (typeof value === 'number') set(place, value + random.pick([-1, 1, 0.5, 1e9]))
    else if (typeof value === 'string') set(place, changedText(value, random))
  },
  ({ container, key }) => {
    if (Array.isArray(container)) container.splice(Number(key), 1)
    else delete container[key]
  },
  (place, random) => {
    if (Array.isArray(place.container)) place.container.push(get(place))
    else place.container[random.pick(extraNames)] = random.chance(0.5) ? get(place) : 1
  },
  (place, random) => {
    const names = Object.keys(place.container)
    const other = { ...place, key: random.pick(names) }
    const value = get(place)
    set(place, get(other))
    set(other, value)
  },
]

/** An object may have a `toString` that is not a function. */
const numberOf = (value: unknown): number => (typeof value === 'object' ? 0 : Number(value) || 0)

function changedText(text: string, random: Random): string {
  const at = random.integer(0, text.length)
  return random.pick([
    () => text.slice(0, at) + text.slice(at + 1),
    () => text.slice(0, at) + oddText(random) + text.slice(at),
    () => text.toUpperCase(),
    () => ` ${text} `,
    () => text + text,
    () => [...text].reverse().join(''),
  ])()
}

const extraNames = ['extra', 'id', 'negocio_id', 'codigo', 'estado', 'constructor', 'a'.repeat(300)]
