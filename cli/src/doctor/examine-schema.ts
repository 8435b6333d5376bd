import { type Finding, fine, wrong } from '@silla/core/doctor/finding'
import type { Sql } from '@silla/db'
import { migrationState } from '../migration-state.ts'

/** Whether the database has the schema that this Silla was written for. */
export async function examineSchema(admin: Sql): Promise<Finding> {
  const { current, applied, pending, unknown } = await migrationState(admin)
  if (current) return fine('schema', `All ${applied.length} migrations have run.`)
  if (unknown.length > 0) {
    return wrong('schema', `A newer Silla has run ${unknown.join(', ')}.`, 'Update this Silla on every machine.')
  }
  return wrong('schema', `${pending.length} migrations have not run: ${pending.join(', ')}.`, 'Run silla db migrate.')
}
