import type { Sql } from '../pool.ts'
import { type FunctionFile, functionFiles } from '../schema/function-files.ts'
import { SetupError } from '../setup-error.ts'
import { begin } from '../transaction.ts'

/** The functions whose text differs from that in the database. */
export interface PendingFunctions {
  /** Those that the database does not have yet. No program calls them, but migrations may. */
  added: FunctionFile[]
  /** Those that programs may be calling. */
  changed: FunctionFile[]
}

/**
 * Compares the functions of this version with those in the database, as silla_migrator.
 * @param altered names of functions that somebody has dropped or changed since they were created
 */
export async function pendingFunctions(
  sql: Sql,
  altered: ReadonlySet<string>,
): Promise<PendingFunctions> {
  await sql`create table if not exists registry.functions_applied (
    name text not null, hash text not null, constraint functions_applied_pk primary key (name))`
  const rows = await sql<{ name: string; hash: string }[]>`
    select name, hash from registry.functions_applied`
  const applied = new Map(rows.map((row) => [row.name, row.hash]))
  const files = functionFiles()
  return {
    added: files.filter(({ name }) => !applied.has(name)),
    changed: files.filter(
      ({ name, hash }) => applied.has(name) && (applied.get(name) !== hash || altered.has(name)),
    ),
  }
}

/**
 * Creates or replaces functions, all or none. A replaced function keeps its identity, so statements
 * that are running or prepared in other sessions go on. A function whose file is gone stays, for the
 * programs of the release before; a migration of a later release drops it.
 *
 * @returns their names
 */
export async function replaceFunctions(
  sql: Sql,
  files: readonly FunctionFile[],
): Promise<string[]> {
  if (files.length > 0)
    await begin(sql, async (tx) => {
      for (const file of files) await replaceFunction(tx, file)
    })
  return files.map(({ name }) => name)
}

async function replaceFunction(tx: Sql, file: FunctionFile) {
  const [schema, name] = file.name.split('.') as [string, string]
  await tx`set local role ${tx(ownerOf[schema] ?? 'silla_owner')}`
  await tx.unsafe(file.text).catch((error: { code?: string }) => {
    throw error.code === invalidFunctionDefinition ? signatureError(file.name, error) : error
  })
  await tx`set local role silla_owner`
  const overloads = await tx`
    select from pg_proc
    where pronamespace = ${schema}::regnamespace and proname = ${name}`
  if (overloads.length > 1) throw signatureError(file.name)
  await tx`
    insert into registry.functions_applied (name, hash) values (${file.name}, ${file.hash})
    on conflict on constraint functions_applied_pk do update set hash = excluded.hash`
}

/** SQLSTATE when a replaced function would have another result or other names of parameters. */
const invalidFunctionDefinition = '42P13'

/** Programs that are running call the function as it was, so only its body may change. */
const signatureError = (name: string, cause?: unknown) =>
  new SetupError(
    `The function ${name} has other parameters or another result in the database. Give the new one ` +
      'a name of its own, and keep the old one for a release.',
    { cause },
  )

/** The owner of a schema's functions, where it is not silla_owner. */
const ownerOf: Record<string, string> = { jobs: 'silla_worker' }

/**
 * Names of the functions whose source in the database differs from this version's: an older or a
 * newer version of Silla created them. As silla_admin, in a database that has been migrated.
 */
export async function mismatchedFunctions(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string; hash: string }[]>`
    select name, hash from registry.applied_functions()`
  const applied = new Map(rows.map(({ name, hash }) => [name, hash]))
  return functionFiles()
    .filter(({ name, hash }) => applied.get(name) !== hash)
    .map(({ name }) => name)
}
