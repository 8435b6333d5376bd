import { formatList } from '@silla/core/text'
import { type Sql, skippedMessage, skippedMigrations } from '@silla/db'
import { migrationState, unknownFunctions } from '../db/migration-state.ts'
import { pluralize } from '../format/pluralize.ts'
import { type Finding, ok, problem } from './finding.ts'

/** Whether the database has what this version of Silla needs, or what a newer release left of it. */
export async function checkSchema(admin: Sql): Promise<Finding> {
  const state = await migrationState(admin)
  const { current, applied, pending, unknown } = state
  if (state.tooNew) {
    return problem(
      'schema',
      `Silla ${state.databaseRelease} migrated the database, for releases from ` +
        `${state.compatibleFrom} on; this is ${state.release}.`,
      'Update Silla on every machine.',
    )
  }
  if (state.newer && current) {
    return ok(
      'schema',
      `Silla ${state.databaseRelease} migrated the database; ${state.release} can use it.`,
    )
  }
  if (unknown.length > 0) {
    return problem(
      'schema',
      `A newer version of Silla has run ${unknown.join(', ')}.`,
      'Update Silla on every machine.',
    )
  }
  const skipped = skippedMigrations(applied)
  if (skipped.length > 0) return problem('schema', ...skippedMessage(skipped))
  const fix = 'Run silla db migrate.'
  if (!current)
    return problem(
      'schema',
      `${pluralize(pending.length, 'pending migration')}: ${pending.join(', ')}.`,
      fix,
    )
  if (state.databaseRelease === null)
    return problem(
      'schema',
      'registry.schema_release has no row: programs of other releases do not know whether they can use the database.',
      'Run silla db migrate, which writes it again.',
    )
  const differing = await unknownFunctions(admin)
  if (differing.length === 0) return ok('schema', `All ${applied.length} migrations have run.`)
  return problem(
    'schema',
    `The database has functions of another version of Silla: ${formatList(differing)}.`,
    'Run silla db migrate with the newest version in use, and update the others.',
  )
}
