import { mapDbErrors } from '../db-errors.ts'
import type { Sql } from '../pool.ts'
import { knownMigrations } from './migrations.ts'
import { isNewer, isTooNew, type SchemaRelease, schemaRelease } from './schema-release.ts'

/** The state of a database, as far as it decides whether this version can serve from it. */
export interface MigrationStatus {
  applied: string[]
  pending: string[]
  /** Those of a newer version. */
  unknown: string[]
  /** Null before the first migration by a release that records it. */
  schema: SchemaRelease | null
  /** A newer release migrated it, and left what this one needs. */
  isNewer: boolean
  /** A newer release migrated it, and this one cannot use it any more. */
  isTooNew: boolean
  /** It holds demo businesses, whose keys are public (D8). */
  holdsDemo: boolean
  /** It is a standby, or its transactions are read-only by default. */
  isReadOnly: boolean
}

/**
 * Compares the database with what this version needs. Works with any of our roles.
 *
 * @throws SERVICE_UNAVAILABLE when the database is down or hangs
 */
export async function migrationStatus(sql: Sql): Promise<MigrationStatus> {
  // a standby sets transaction_read_only too
  const query = () => sql<DeploymentState[]>`
    select applied_migrations, holds_demo,
      current_setting('transaction_read_only') = 'on' as is_read_only
    from registry.deployment_state()`
  const [state] = await mapDbErrors(async () => await query())
  const schema = await mapDbErrors(() => schemaRelease(sql))
  const applied = state?.appliedMigrations ?? []
  const known = knownMigrations()
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
    schema,
    isNewer: isNewer(schema) && !isTooNew(schema),
    isTooNew: isTooNew(schema),
    holdsDemo: state?.holdsDemo ?? false,
    isReadOnly: state?.isReadOnly ?? false,
  }
}

interface DeploymentState {
  appliedMigrations: string[]
  holdsDemo: boolean
  isReadOnly: boolean
}
