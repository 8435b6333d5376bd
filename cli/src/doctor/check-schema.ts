import { formatList } from '@silla/core/text'
import type { Sql } from '@silla/db'
import { migrationState, unknownFunctions } from '../db/migration-state.ts'
import { pluralize } from '../format/pluralize.ts'
import { type Finding, ok, problem } from './finding.ts'

/** Whether the database has the migrations and the functions of this version of Silla. */
export async function checkSchema(admin: Sql): Promise<Finding> {
  const { current, applied, pending, unknown } = await migrationState(admin)
  if (unknown.length > 0) {
    return problem(
      'schema',
      `A newer version of Silla has run ${unknown.join(', ')}.`,
      'Update Silla on every machine.',
    )
  }
  const fix = 'Run silla db migrate.'
  if (!current)
    return problem(
      'schema',
      `${pluralize(pending.length, 'pending migration')}: ${pending.join(', ')}.`,
      fix,
    )
  const differing = await unknownFunctions(admin)
  if (differing.length === 0) return ok('schema', `All ${applied.length} migrations have run.`)
  return problem(
    'schema',
    `The database has functions of another version of Silla: ${formatList(differing)}.`,
    'Run silla db migrate with the newest version in use, and update the others.',
  )
}
