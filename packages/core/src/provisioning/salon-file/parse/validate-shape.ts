import { createRequire } from 'node:module'
import type { ErrorObject, ValidateFunction } from 'ajv'
import { type SalonFileProblem, unknownName } from '../salon-file-error.ts'
import { type SalonFileDocument, salonFileSchema } from '../schema.ts'
import type { Path, YamlDocument } from './yaml-document.ts'

/** Validates a document against the schema. Every problem names the accepted values. */
export function validateShape(
  yaml: YamlDocument,
): { document: SalonFileDocument } | { problems: SalonFileProblem[] } {
  const characterProblems = disallowedCharacters(yaml)
  if (characterProblems.length > 0) return { problems: characterProblems }
  const validate = schemaValidator()
  if (validate(yaml.data)) return { document: yaml.data }
  const errors = (validate.errors ?? []).slice(0, maxErrors)
  return { problems: withoutOtherBranches(errors).map((error) => problemOf(error, yaml)) }
}

/** Compiled on first use, because the API loads this module and never parses a salon file. */
function schemaValidator(): ValidateFunction<SalonFileDocument> {
  const { Ajv }: typeof import('ajv') = createRequire(import.meta.url)('ajv')
  validator ??= new Ajv({
    allErrors: true,
    verbose: true,
    strict: true,
  }).compile<SalonFileDocument>(salonFileSchema())
  return validator
}

let validator: ValidateFunction<SalonFileDocument> | undefined

/**
 * Choosing the right branch compares the errors with each other, which is quadratic. A file with
 * more errors than this is not a salon file.
 */
const maxErrors = 1000

/**
 * Reports characters that the database cannot store, such as half a surrogate pair, and control
 * characters, such as the escape character of terminal commands.
 */
function disallowedCharacters(yaml: YamlDocument): SalonFileProblem[] {
  const visited = new Set<object>()
  const visit = (value: unknown, path: Path): SalonFileProblem[] => {
    const code = typeof value === 'string' ? disallowed.exec(value)?.[0].charCodeAt(0) : undefined
    if (code !== undefined) {
      const hex = code.toString(16).toUpperCase().padStart(4, '0')
      return [yaml.problem(path, `contains the character U+${hex}, which is not allowed`)]
    }
    if (typeof value !== 'object' || value === null || visited.has(value)) return []
    visited.add(value)
    return Object.entries(value).flatMap(([key, inner]) =>
      visit(inner, [...path, Array.isArray(value) ? Number(key) : key]),
    )
  }
  return visit(yaml.data, [])
}

const disallowed = /[^\P{Cc}\n\r\t]|\p{Cs}/u

/**
 * Where the schema allows one of several shapes, Ajv reports errors for each of them. Only those of
 * one shape are useful: the shape of the same type as the value. If there is none, only the error
 * of the choice itself is kept.
 */
function withoutOtherBranches(errors: readonly ErrorObject[]): ErrorObject[] {
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf')
  const isRelevant = (error: ErrorObject) =>
    choices.every((choice) => {
      if (choice === error)
        return (
          !choices.some((other) => other !== error && hides(other, error)) &&
          !isExplained(choice, errors)
        )
      return !hides(choice, error)
    })
  return errors.filter(isRelevant)
}

/** Whether an error inside a branch is more precise than the error of the choice. */
function isExplained(choice: ErrorObject, errors: readonly ErrorObject[]): boolean {
  return errors.some(
    (error) => error !== choice && isInside(error, choice) && !hides(choice, error),
  )
}

function hides(choice: ErrorObject, error: ErrorObject): boolean {
  if (!isInside(error, choice)) return false
  const branches = choice.parentSchema?.anyOf as { type?: string }[]
  const matching = branches.findIndex(({ type }) => type === typeOf(choice.data))
  if (matching < 0 || !error.schemaPath.startsWith(`${choice.schemaPath}/${matching}/`)) return true
  return error.instancePath === choice.instancePath && wholeValueKeywords.has(error.keyword)
}

const wholeValueKeywords = new Set(['type', 'const', 'pattern', 'enum', 'minProperties'])

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

function problemOf(error: ErrorObject, yaml: YamlDocument): SalonFileProblem {
  const path = pathOf(error.instancePath)
  const { keyword, params, parentSchema } = error
  if (keyword === 'required')
    return yaml.problem(path, `"${params.missingProperty}" is missing`, 'key')
  if (keyword === 'additionalProperties') {
    const key: string = params.additionalProperty
    return yaml.problem([...path, key], unknownKey(key, parentSchema), 'key')
  }
  if (keyword === 'maxLength')
    return yaml.problem(path, `must have at most ${params.limit} characters`)
  if (keyword === 'maxItems') return yaml.problem(path, `must have at most ${params.limit} entries`)
  if (keyword === 'minItems') return yaml.problem(path, 'must have at least one entry')
  const expected =
    keyword === 'enum'
      ? `one of ${params.allowedValues.join(', ')}`
      : (parentSchema?.title ?? typeNames[String(parentSchema?.type)])
  return yaml.problem(path, `must be ${expected}${found(error.data, parentSchema)}`)
}

const typeNames: Record<string, string> = {
  string: 'text',
  object: 'a mapping of keys to values',
  array: 'a list',
}

function unknownKey(key: string, holder: ErrorObject['parentSchema']): string {
  if (holder?.patternProperties !== undefined) {
    return (
      'a handle starts with a lower-case letter and consists of lower-case letters, digits and ' +
      'single hyphens'
    )
  }
  return unknownName('key', key, Object.keys(holder?.properties ?? {}))
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
