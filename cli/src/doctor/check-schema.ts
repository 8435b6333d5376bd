import { type CheckResult, ok, problem } from '@silla/core/health/check-result'
import { formatList } from '@silla/core/text'
import type { Sql } from '@silla/db'
import { migrationState, unknownFunctions } from '../db/migration-state.ts'

/**
 * Whether the database has the schema that this Silla was written for: its migrations, and its
 * functions word by word.
 */
export async function checkSchema(admin: Sql): Promise<CheckResult> {
  const { current, applied, pending, unknown } = await migrationState(admin)
  if (unknown.length > 0) {
    return problem(
      'schema',
      `A newer Silla has run ${unknown.join(', ')}.`,
      'Update this Silla on every machine.',
    )
  }
  const fix = 'Run silla db migrate.'
  if (!current)
    return problem(
      'schema',
      `${pending.length} migrations have not run: ${pending.join(', ')}.`,
      fix,
    )
  const foreign = await unknownFunctions(admin)
  if (foreign.length === 0) return ok('schema', `All ${applied.length} migrations have run.`)
  return problem(
    'schema',
    `The functions of the database are those of an older or a newer Silla: ${formatList(foreign)}.`,
    'Run silla db migrate with the newest Silla that is in use, and update the others.',
  )
}
