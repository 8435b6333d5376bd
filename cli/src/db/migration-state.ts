import {
  knownMigrations,
  migrationStatus,
  mismatchedFunctions,
  ownRelease,
  type SchemaRelease,
  type Sql,
} from '@silla/db'

/** How the database compares with this version of Silla. Migrations are named, in order. */
export interface MigrationState {
  /** Nothing is pending, and nothing unknown would be in the way. */
  current: boolean
  /** This version. */
  release: string
  /** The newest release that migrated the database; null if none did. */
  databaseRelease: string | null
  /** The database cannot be used by releases before this one. */
  compatibleFrom: string | null
  /** A newer release migrated the database, and this one can use it. */
  newer: boolean
  /** A newer release migrated the database, and this one cannot use it any more. */
  tooNew: boolean
  applied: string[]
  pending: string[]
  /** Applied by a newer version of Silla. */
  unknown: string[]
}

/**
 * Compares the database with this version. In a database that was never migrated, all migrations are
 * pending.
 */
export async function migrationState(sql: Sql): Promise<MigrationState> {
  try {
    const { applied, pending, unknown, schema, isNewer, isTooNew } = await migrationStatus(sql)
    const current = pending.length === 0 && !isTooNew && (isNewer || unknown.length === 0)
    const versions = { ...releases(schema), newer: isNewer, tooNew: isTooNew }
    return { current, ...versions, applied, pending, unknown }
  } catch (error) {
    if (!isNeverMigrated(error)) throw error
    const versions = { ...releases(null), newer: false, tooNew: false }
    return { current: false, ...versions, applied: [], pending: knownMigrations(), unknown: [] }
  }
}

const releases = (schema: SchemaRelease | null) => ({
  release: ownRelease.release,
  databaseRelease: schema?.release ?? null,
  compatibleFrom: schema?.compatibleFrom ?? null,
})

/** Names of functions created by another version; needs a database with current migrations. */
export async function unknownFunctions(sql: Sql): Promise<string[]> {
  try {
    return await mismatchedFunctions(sql)
  } catch (error) {
    // the version that migrated it did not record functions yet
    if (isNeverMigrated(error)) return ['registry.applied_functions']
    throw error
  }
}

/** The database, schema, function or table does not exist. */
export const isNeverMigrated = (error: unknown): boolean =>
  error instanceof Error &&
  ['3D000', '3F000', '42883', '42P01'].includes((error as { code?: string }).code ?? '')
