import { knownMigrations, migrationStatus, mismatchedFunctions, type Sql } from '@silla/db'

/** Names of migrations, in order. */
export interface MigrationStatus {
  /** Nothing is pending or unknown. */
  current: boolean
  applied: string[]
  pending: string[]
  /** Applied by a newer version of Silla. */
  unknown: string[]
}

/**
 * Compares the migrations of the database with this version. In a database that was never migrated,
 * all are pending.
 */
export async function migrationState(sql: Sql): Promise<MigrationStatus> {
  try {
    const { applied, pending, unknown } = await migrationStatus(sql)
    return { current: pending.length + unknown.length === 0, applied, pending, unknown }
  } catch (error) {
    if (!isNeverMigrated(error)) throw error
    return { current: false, applied: [], pending: knownMigrations(), unknown: [] }
  }
}

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
