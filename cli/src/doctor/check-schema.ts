import { severalOf } from '@silla/core/format-list'
import { type Finding, fine, wrong } from '@silla/core/health/check-result'
import type { Sql } from '@silla/db'
import { functionsOfAnother, migrationState } from '../db/migration-state.ts'

/** Whether the database has the schema that this Silla was written for: its migrations, and its functions word by word. */
export async function examineSchema(admin: Sql): Promise<Finding> {
  const { current, applied, pending, unknown } = await migrationState(admin)
  if (unknown.length > 0) {
    return wrong('schema', `A newer Silla has run ${unknown.join(', ')}.`, 'Update this Silla on every machine.')
  }
  const fix = 'Run silla db migrate.'
  if (!current) return wrong('schema', `${pending.length} migrations have not run: ${pending.join(', ')}.`, fix)
  const foreign = await functionsOfAnother(admin)
  if (foreign.length === 0) return fine('schema', `All ${applied.length} migrations have run.`)
  return wrong(
    'schema',
    `The functions of the database are those of an older or a newer Silla: ${severalOf(foreign)}.`,
    'Run silla db migrate with the newest Silla that is in use, and update the others.',
  )
}
