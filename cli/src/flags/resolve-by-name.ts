import { closestMatch, normalize } from '@silla/core/text'
import { CliError } from '../errors/report-error.ts'
import { suggestion } from '../errors/suggestion.ts'

/**
 * Finds an entry of a salon by its id, by its name in any language, ignoring case and accents, or
 * by its handle in the salon file.
 *
 * @param kind for the error message: `service`
 * @param handles the handles in the salon file, by id
 * @throws CliError when there is none, or more than one with that name
 */
export function resolveByName<Entry extends { id: number }>(
  text: string,
  entries: readonly Entry[],
  { kind, namesOf, handles }: NameOptions<Entry>,
): Entry {
  const byId = /^\d+$/.test(text) ? entries.find(({ id }) => id === Number(text)) : undefined
  if (byId !== undefined) return byId
  const found = entries.filter((entry) =>
    namesOf(entry).some((name) => normalize(name.trim()) === normalize(text.trim())),
  )
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(', ')
    throw new CliError(
      `${text} is the name of ${found.length} entries (${kind} ${ids}). Pass the id instead.`,
    )
  }
  const byHandle = entries.find(({ id }) => handles?.get(id) === text)
  return found[0] ?? byHandle ?? failUnknown(text, entries.flatMap(namesOf), kind)
}

interface NameOptions<Entry> {
  kind: string
  namesOf: (entry: Entry) => readonly string[]
  handles?: ReadonlyMap<number, string>
}

function failUnknown(text: string, names: readonly string[], kind: string): never {
  const similar = similarNames(text, names)
  throw new CliError(`There is no ${kind} "${text}".${suggestion(similar.join(' or '))}`)
}

/** Up to three names that contain the text; otherwise the closest match. */
function similarNames(text: string, names: readonly string[]): readonly string[] {
  const containing = names.filter((name) => normalize(name).includes(normalize(text.trim())))
  if (containing.length > 0) return containing.slice(0, 3)
  const near = closestMatch(text, names)
  return near === null ? [] : [near]
}
