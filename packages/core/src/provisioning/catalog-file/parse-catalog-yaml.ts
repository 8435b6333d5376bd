import { parseYaml } from '../salon-file/parse/yaml-document.ts'
import { SalonFileError, type SalonFileProblem } from '../salon-file/salon-file-error.ts'
import { knownKeys } from '../salon-file/schema.ts'
import { type CatalogFile, type CatalogPart, catalogParts, type Entry } from './catalog-file.ts'

/**
 * Reads categories, services and products in the words of the salon file, and nothing else of it.
 * @throws SalonFileError
 */
export function parseCatalogYaml(text: string, fileName: string): CatalogFile {
  const yaml = parseYaml(text, knownKeys())
  if ('problems' in yaml) throw new SalonFileError(fileName, yaml.problems)
  const { data, problem } = yaml.document
  const problems: SalonFileProblem[] = []
  const parts: CatalogFile['parts'] = {}
  if (!isHolder(data))
    throw new SalonFileError(fileName, [problem([], `must have ${catalogParts.join(', ')}`)])
  for (const [word, entries] of Object.entries(data)) {
    if (!isPart(word))
      problems.push(
        problem([word], `"${word}" is not known here. Known: ${catalogParts.join(', ')}`, 'key'),
      )
    else if (!isHolder(entries))
      problems.push(problem([word], 'must be entries, each under its own handle'))
    else
      parts[word] = new Map(
        Object.entries(entries).map(([handle, entry]) => [handle, entryOf(entry)]),
      )
  }
  if (problems.length > 0) throw new SalonFileError(fileName, problems)
  return { fileName, parts, problems, problem }
}

const isPart = (word: string): word is CatalogPart =>
  (catalogParts as readonly string[]).includes(word)

const isHolder = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What is no entry at all is kept as it is, for the salon file's reader to tell. */
function entryOf(entry: unknown): Entry {
  if (!isHolder(entry)) return new Map([['', { value: entry }]])
  return new Map(Object.entries(entry).map(([word, value]) => [word, { value }]))
}
