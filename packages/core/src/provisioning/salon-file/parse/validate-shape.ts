import { createRequire } from 'node:module'
import type { ErrorObject, ValidateFunction } from 'ajv'
import { closestMatch } from '../../../text.ts'
import type { SalonFileProblem } from '../salon-file-error.ts'
import { type SalonFileDocument, salonFileSchema } from '../schema.ts'
import type { Path, YamlDocument } from './yaml-document.ts'

/**
 * The file's data, if it has the shape of a salon file; every deviation is told with the words that
 * may stand there.
 */
export function validateShape(
  document: YamlDocument,
): { written: SalonFileDocument } | { problems: SalonFileProblem[] } {
  const unstorable = unstorableTexts(document)
  if (unstorable.length > 0) return { problems: unstorable }
  const isSalon = salonCheck()
  if (isSalon(document.data)) return { written: document.data }
  const errors = (isSalon.errors ?? []).slice(0, mostErrorsSorted)
  return { problems: withoutOtherBranches(errors).map((error) => problemOf(error, document)) }
}

/** Made when first needed: the API carries this module along and never reads a salon file. */
function salonCheck(): ValidateFunction<SalonFileDocument> {
  const { Ajv }: typeof import('ajv') = createRequire(import.meta.url)('ajv')
  check ??= new Ajv({ allErrors: true, verbose: true, strict: true }).compile<SalonFileDocument>(
    salonFileSchema(),
  )
  return check
}

let check: ValidateFunction<SalonFileDocument> | undefined

/**
 * Telling meant from unmeant shapes compares errors with each other; a file that collects more is
 * no salon file at all.
 */
const mostErrorsSorted = 1000

/**
 * What the database cannot hold, such as half a surrogate pair, and what would tell a terminal to
 * do something, such as "\\e".
 */
function unstorableTexts(document: YamlDocument): SalonFileProblem[] {
  const seen = new Set<object>()
  const visit = (value: unknown, path: Path): SalonFileProblem[] => {
    const sign = typeof value === 'string' ? unstorable.exec(value)?.[0].charCodeAt(0) : undefined
    if (sign !== undefined) {
      const code = sign.toString(16).toUpperCase().padStart(4, '0')
      return [document.problem(path, `has a character that no text may have, U+${code}`)]
    }
    if (typeof value !== 'object' || value === null || seen.has(value)) return []
    seen.add(value)
    return Object.entries(value).flatMap(([key, inner]) =>
      visit(inner, [...path, Array.isArray(value) ? Number(key) : key]),
    )
  }
  return visit(document.data, [])
}

const unstorable = /[^\P{Cc}\n\r\t]|\p{Cs}/u

/**
 * Where one of several shapes may stand, the checker complains about each of them. Only the shape
 * that was meant is worth talking about: the one of the same type as what is written, and if there
 * is none, the choice as a whole.
 */
function withoutOtherBranches(errors: readonly ErrorObject[]): ErrorObject[] {
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf')
  const observation = (error: ErrorObject) =>
    choices.every((choice) => {
      if (choice === error)
        return (
          !choices.some((other) => other !== error && hides(other, error)) &&
          !speaksForItself(choice, errors)
        )
      return !hides(choice, error)
    })
  return errors.filter(observation)
}

/**
 * A branch says more than its choice when something inside it is wrong, rather than the branch
 * itself.
 */
function speaksForItself(choice: ErrorObject, errors: readonly ErrorObject[]): boolean {
  return errors.some(
    (error) => error !== choice && isInside(error, choice) && !hides(choice, error),
  )
}

function hides(choice: ErrorObject, error: ErrorObject): boolean {
  if (!isInside(error, choice)) return false
  const branches = choice.parentSchema?.anyOf as { type?: string }[]
  const meant = branches.findIndex(({ type }) => type === typeOf(choice.data))
  if (meant < 0 || !error.schemaPath.startsWith(`${choice.schemaPath}/${meant}/`)) return true
  return error.instancePath === choice.instancePath && aboutTheWhole.has(error.keyword)
}

const aboutTheWhole = new Set(['type', 'const', 'pattern', 'enum', 'minProperties'])

function isInside(error: ErrorObject, choice: ErrorObject): boolean {
  return (
    error.schemaPath.startsWith(`${choice.schemaPath}/`) &&
    (error.instancePath === choice.instancePath ||
      error.instancePath.startsWith(`${choice.instancePath}/`))
  )
}

function typeOf(data: unknown): string {
  return Array.isArray(data) ? 'array' : typeof data
}

function problemOf(error: ErrorObject, document: YamlDocument): SalonFileProblem {
  const path = pathOf(error.instancePath)
  const { keyword, params, parentSchema } = error
  if (keyword === 'required')
    return document.problem(path, `"${params.missingProperty}" is missing`, 'key')
  if (keyword === 'additionalProperties') {
    const word: string = params.additionalProperty
    return document.problem([...path, word], unknownWord(word, parentSchema), 'key')
  }
  if (keyword === 'maxLength')
    return document.problem(path, `must have at most ${params.limit} characters`)
  if (keyword === 'maxItems')
    return document.problem(path, `must have at most ${params.limit} entries`)
  if (keyword === 'minItems') return document.problem(path, 'must have an entry')
  if (keyword === 'enum')
    return document.problem(
      path,
      `must be one of ${params.allowedValues.join(', ')}${found(error.data, parentSchema)}`,
    )
  return document.problem(
    path,
    `must be ${parentSchema?.title ?? wordsOfType[String(parentSchema?.type)]}${found(error.data, parentSchema)}`,
  )
}

const wordsOfType: Record<string, string> = {
  string: 'text',
  object: 'a group of words with values',
  array: 'a list',
}

function unknownWord(word: string, holder: ErrorObject['parentSchema']): string {
  if (holder?.patternProperties !== undefined) {
    return 'a handle starts with a small letter and goes on with small letters, digits and single hyphens'
  }
  const known = Object.keys(holder?.properties ?? {})
  const meant = closestMatch(word, known)
  const hint = meant === null ? '.' : `, did you mean "${meant}"?`
  return `"${word}" is not known here${hint} Known: ${known.join(', ')}`
}

function found(data: unknown, holder: ErrorObject['parentSchema']): string {
  if (typeof data === 'string')
    return `, found "${data.length > 40 ? `${data.slice(0, 40)}...` : data}"`
  if (typeof data !== 'number' && typeof data !== 'boolean') return ''
  return `, found ${data}${holder?.type === 'string' ? ': put it in quotes to make it text' : ''}`
}

function pathOf(pointer: string): Path {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part))
}
