import { hasCitus } from '../cluster/has-citus.ts'
import type { Sql } from '../pool.ts'
import { compareSchemas, type SchemaDifference } from './compare-schemas.ts'
import { functionFiles } from './function-files.ts'
import { readFunctions, readSchema, type Schema } from './read-schema.ts'
import { restoringSql } from './restoring-sql.ts'
import { expectedSchema, functionName } from './schema-file.ts'

/** A difference that changes what Silla's statements do, and what takes it back. */
export interface SchemaDrift extends SchemaDifference {
  /**
   * `migrate`: `silla db migrate` creates the function again. `sql`: statements to run as the role.
   * `restore`: what it held is lost, or nobody knows how it was.
   */
  remedy:
    | { kind: 'migrate' }
    | { kind: 'sql'; role: 'silla_migrator' | 'a superuser'; statements: string[] }
    | { kind: 'restore' }
}

/**
 * What somebody has changed in a database that this version has migrated, in the order of the
 * objects. What they have added is not reported as long as it changes nothing for Silla: indexes that
 * are not unique, further tables and functions, columns that may stay empty.
 */
export async function schemaDrift(sql: Sql): Promise<SchemaDrift[]> {
  const expected = expectedSchema(await hasCitus(sql))
  const hasFile = namesOfFiles()
  return compareSchemas(expected, await readSchema(sql))
    .filter((difference) => isHarmful(difference, expected))
    .filter(isNoPartOfMissing)
    .map((difference) => ({ ...difference, remedy: remedyFor(difference, expected, hasFile) }))
}

function isHarmful({ object, part, expected, found }: SchemaDifference, schema: Schema): boolean {
  if (expected !== null) return true
  // of the tables and functions that the next migration creates
  if (part.startsWith('default privileges ')) return true
  if (object in schema) {
    const [kind] = part.split(' ', 1)
    if (kind === 'column')
      return / not null$/.test(found ?? '') && !/ default | generated /.test(found ?? '')
    if (kind === 'index') return (found ?? '').startsWith('CREATE UNIQUE')
    return true
  }
  // another function with the name of one of ours makes calls ambiguous
  return (
    part === 'function' &&
    Object.keys(schema).some((own) => functionName(own) === functionName(object))
  )
}

/** Of a table or function that is gone, only that is reported. */
function isNoPartOfMissing(
  { object, part }: SchemaDifference,
  _: number,
  all: readonly SchemaDifference[],
): boolean {
  const own = all.filter((other) => other.object === object)
  if (own.some(({ found, part }) => found === null && part === 'function'))
    return part === 'function'
  const columns = own.filter((other) => other.part.startsWith('column '))
  const isGone = columns.length > 0 && own.every(({ found }) => found === null)
  return !isGone || part === columns[0]?.part
}

/** The names of the functions that `silla db migrate` creates again. */
export async function alteredFunctions(sql: Sql): Promise<ReadonlySet<string>> {
  const expected = expectedSchema(await hasCitus(sql))
  const hasFile = namesOfFiles()
  const altered = compareSchemas(expected, await readFunctions(sql)).filter(
    ({ object, part, expected }) =>
      expected !== null && (part === 'function' || part === 'body') && hasFile(object),
  )
  return new Set(altered.map(({ object }) => functionName(object)))
}

/** Reads the folder of functions once. @returns whether a function has a file there */
function namesOfFiles(): (object: string) => boolean {
  const names = new Set(functionFiles().map(({ name }) => name))
  return (object) => names.has(functionName(object))
}

function remedyFor(
  difference: SchemaDifference,
  schema: Schema,
  hasFile: (object: string) => boolean,
): SchemaDrift['remedy'] {
  const { object, part, expected } = difference
  if (expected !== null && (part === 'function' || part === 'body'))
    return hasFile(object) ? { kind: 'migrate' } : { kind: 'restore' }
  const statements = restoringSql(difference, schema)
  if (statements === null) return { kind: 'restore' }
  // only a superuser can switch the triggers of foreign keys; a child may belong to anybody
  const role = /^(foreign keys$|child )/.test(part) ? 'a superuser' : 'silla_migrator'
  return { kind: 'sql', role, statements }
}
