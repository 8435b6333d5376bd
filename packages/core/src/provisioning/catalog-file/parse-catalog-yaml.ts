import { parseYaml } from '../salon-file/parse/yaml-document.ts'
import {
  SalonFileError,
  type SalonFileProblem,
  unknownName,
} from '../salon-file/salon-file-error.ts'
import { knownKeys } from '../salon-file/schema.ts'
import { type CatalogFile, type CatalogPart, catalogParts, type Entry } from './catalog-file.ts'

/**
 * Parses a YAML file that contains only categories, resources, services and products, in the format
 * of the salon file.
 * @throws SalonFileError
 */
export function parseCatalogYaml(text: string, fileName: string): CatalogFile {
  const yaml = parseYaml(text, knownKeys())
  if ('problems' in yaml) throw new SalonFileError(fileName, yaml.problems)
  const { data, problem } = yaml.document
  const problems: SalonFileProblem[] = []
  const parts: CatalogFile['parts'] = {}
  if (!isMapping(data)) {
    const message = `must be a mapping with ${catalogParts.join(', ')}`
    throw new SalonFileError(fileName, [problem([], message)])
  }
  for (const [key, entries] of Object.entries(data)) {
    if (!isPart(key)) problems.push(problem([key], unknownName('key', key, catalogParts), 'key'))
    else if (!isMapping(entries))
      problems.push(problem([key], 'must be a mapping of handles to entries'))
    else
      parts[key] = new Map(
        Object.entries(entries).map(([handle, entry]) => [handle, entryOf(entry)]),
      )
  }
  if (problems.length > 0) throw new SalonFileError(fileName, problems)
  return { fileName, parts, problems, problem }
}

const isPart = (key: string): key is CatalogPart =>
  (catalogParts as readonly string[]).includes(key)

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An entry that is not a mapping is kept under the key '', for the validation to report. */
function entryOf(entry: unknown): Entry {
  if (!isMapping(entry)) return new Map([['', { value: entry }]])
  return new Map(Object.entries(entry).map(([key, value]) => [key, { value }]))
}
