import { assertNodesRespond, settleNodes } from '../cluster/settle-nodes.ts'
import { installGraphileWorker } from '../install-graphile-worker.ts'
import { openPool } from '../pool.ts'
import { alteredFunctions } from '../schema/schema-drift.ts'
import { SetupError } from '../setup-error.ts'
import { runBackfills } from './backfills.ts'
import { acceptFormerTexts } from './former-migrations.ts'
import { pendingFunctions, replaceFunctions } from './functions.ts'
import { createIndexes } from './indexes.ts'
import { withMigrationLock } from './migration-lock.ts'
import {
  appliedMigrations,
  isCurrent,
  knownMigrations,
  runMigrations,
  skippedMessage,
  skippedMigrations,
} from './migrations.ts'
import { partitionTables } from './partitions.ts'
import {
  assertNotTooNew,
  isNewer,
  recordRelease,
  type SchemaRelease,
  schemaRelease,
} from './schema-release.ts'

/** What `migrate` applied, by file name. */
export interface MigrationResult {
  applied: string[]
  functions: string[]
  indexes: string[]
  backfills: string[]
  /** Tables that are partitioned from now on. */
  partitioned: string[]
  /** The newer release that the database belongs to. Nothing was applied then. */
  newerRelease: string | null
}

/** What `migrate` reports while it works. */
export interface MigrationListener {
  /** Another process is migrating the database. */
  onWait?: () => void
  /** Other transactions use a table without a pause; the migration is tried again. */
  onBlocked?: () => void
}

/**
 * Brings a database that is set up to the current schema: graphile-worker's tables, functions,
 * migrations, indexes, backfills, partitioned tables, then what the other nodes of a Citus cluster need. Programs of the
 * release before keep serving meanwhile and afterwards (docs/decisions/0041). Safe to run twice and
 * from two processes at once: one waits for the other. In a database of a newer release that this
 * one can still use it does nothing.
 *
 * @param migratorUrl a connection as silla_migrator
 * @throws SetupError if the database belongs to a newer version that this one cannot use, or a table
 *   stays in use. What was applied before stays, and the next call goes on from there.
 */
export const migrate = (
  migratorUrl: string,
  { onWait, onBlocked }: MigrationListener = {},
): Promise<MigrationResult> =>
  withMigrationLock(migratorUrl, onWait, () => migrateLocked(migratorUrl, onBlocked))

async function migrateLocked(
  migratorUrl: string,
  onBlocked: (() => void) | undefined,
): Promise<MigrationResult> {
  const sql = openPool({ url: migratorUrl, max: 1, name: 'silla-migrate' })
  try {
    const database = await schemaRelease(sql)
    assertNotTooNew(database)
    if (isNewer(database)) return nothingToDo(database)
    const applied = await appliedMigrations(sql)
    const before = applied.map(({ name }) => name)
    assertKnown(before)
    assertNoneSkipped(before)
    await acceptFormerTexts(sql, applied)
    await assertNodesRespond(sql)
    await installGraphileWorker(sql, migratorUrl)
    const { added, changed } = await pendingFunctions(sql, await alteredFunctions(sql))
    // migrations call functions, and changed functions may use what migrations create
    const functions = await replaceFunctions(sql, added)
    if (!isCurrent(applied)) await runMigrations(sql, migratorUrl, { onBlocked })
    functions.push(...(await replaceFunctions(sql, changed)))
    const indexes = await createIndexes(sql)
    const backfills = await runBackfills(sql)
    const partitioned = await partitionTables(sql, { onBlocked })
    await settleNodes(sql)
    await recordRelease(sql)
    const after = (await appliedMigrations(sql)).map(({ name }) => name)
    return {
      applied: after.filter((name) => !before.includes(name)),
      ...{ functions, indexes, backfills, partitioned },
      newerRelease: null,
    }
  } finally {
    await sql.end()
  }
}

const nothingToDo = (database: SchemaRelease | null): MigrationResult => ({
  ...{ applied: [], functions: [], indexes: [], backfills: [], partitioned: [] },
  newerRelease: database?.release ?? null,
})

/** The functions of this version do not match the tables of another one of the same release. */
function assertKnown(applied: readonly string[]): void {
  const known = knownMigrations()
  const unknown = applied.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    throw new SetupError(
      `The database belongs to a newer Silla (${unknown.join(', ')}): update this one.`,
    )
  }
}

/** None is applied after a later one: it would find other tables than it was written for. */
function assertNoneSkipped(applied: readonly string[]): void {
  const skipped = skippedMigrations(applied)
  if (skipped.length === 0) return
  const [fault, advice] = skippedMessage(skipped)
  throw new SetupError(`${fault} Nothing was applied. ${advice}`)
}
