import { Problem } from '../problems/problem.ts'
import { nearest } from './nearest.ts'

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
  const meant = meantBy(plain(text), names)
  throw new Problem(
    `There is no ${what} ${text} here.${meant.length === 0 ? '' : ` Did you mean ${meant.join(' or ')}?`}`,
  )
}

/** Those that have the text as a part, up to three; else the one that is spelt most like it. */
function meantBy(text: string, names: readonly string[]): readonly string[] {
  const having = names.filter((name) => plain(name).includes(text))
  const near = having.length === 0 ? nearest(text, names.map(plain)) : null
  return near === null ? having.slice(0, 3) : names.filter((name) => plain(name) === near).slice(0, 1)
}

const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()
