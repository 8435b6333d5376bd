import { nearest } from './nearest.ts'
import { Problem } from './problem.ts'

/**
 * The one of a salon's things that was meant: by its id, or by its name in any language, whatever its capitals and accents.
 *
 * @param what one of them, for the sentence: `service`
 * @throws Problem when there is none, or more than one of that name
 */
export function named<Thing extends { id: number }>(
  text: string,
  things: readonly Thing[],
  { what, namesOf }: { what: string; namesOf: (thing: Thing) => readonly string[] },
): Thing {
  const byId = /^\d+$/.test(text) ? things.find(({ id }) => id === Number(text)) : undefined
  if (byId !== undefined) return byId
  const found = things.filter((thing) => namesOf(thing).some((name) => plain(name) === plain(text)))
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(', ')
    throw new Problem(`There are ${found.length} called ${text} (${what} ${ids}): say which by its id.`)
  }
  return found[0] ?? refuseUnknown(text, things.flatMap(namesOf), what)
}

function refuseUnknown(text: string, names: readonly string[], what: string): never {
  const near = nearest(plain(text), names.map(plain))
  const meant = names.find((name) => plain(name) === near) ?? names.find((name) => plain(name).includes(plain(text)))
  throw new Problem(`There is no ${what} ${text} here.${meant === undefined ? '' : ` Did you mean ${meant}?`}`)
}

const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()
