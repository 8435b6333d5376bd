import { closestMatch, normalize } from '@silla/core/text'
import { CliError } from '../errors/report-error.ts'
import { suggestion } from '../errors/suggestion.ts'

/**
 * The one of a salon's things that was meant: by its id, by its name in any language, whatever its
 * capitals and accents, or by what a salon file calls it.
 *
 * @param what one of them, for the sentence: `service`
 * @param handles what salon files call them, by id
 * @throws Problem when there is none, or more than one of that name
 */
export function resolveByName<Thing extends { id: number }>(
  text: string,
  things: readonly Thing[],
  { what, namesOf, handles }: NamedBy<Thing>,
): Thing {
  const byId = /^\d+$/.test(text) ? things.find(({ id }) => id === Number(text)) : undefined
  if (byId !== undefined) return byId
  const found = things.filter((thing) =>
    namesOf(thing).some((name) => normalize(name.trim()) === normalize(text.trim())),
  )
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(', ')
    throw new CliError(
      `There are ${found.length} called ${text} (${what} ${ids}): say which by its id.`,
    )
  }
  const filed = things.find(({ id }) => handles?.get(id) === text)
  return found[0] ?? filed ?? refuseUnknown(text, things.flatMap(namesOf), what)
}

interface NamedBy<Thing> {
  what: string
  namesOf: (thing: Thing) => readonly string[]
  handles?: ReadonlyMap<number, string>
}

function refuseUnknown(text: string, names: readonly string[], what: string): never {
  const meant = meantBy(text, names)
  throw new CliError(`There is no ${what} ${text} here.${suggestion(meant.join(' or '))}`)
}

/** Those that have the text as a part, up to three; else the one that is spelt most like it. */
function meantBy(text: string, names: readonly string[]): readonly string[] {
  const having = names.filter((name) => normalize(name).includes(normalize(text.trim())))
  if (having.length > 0) return having.slice(0, 3)
  const near = closestMatch(text, names)
  return near === null ? [] : [near]
}
