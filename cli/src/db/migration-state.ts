import { knownMigrations, migrationStatus, mismatchedFunctions, type Sql } from '@silla/db'

/** Migrations by name, in their order. */
export interface MigrationStatus {
  /** Nothing is pending or unknown. */
  current: boolean
  applied: string[]
  pending: string[]
  /** Run by a newer Silla. */
  unknown: string[]
}

/**
 * How the database stands to this code. One that was never migrated cannot tell: there everything
 * is pending.
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

/** Functions that another Silla made, by name, where no migration is pending or unknown. */
export async function unknownFunctions(sql: Sql): Promise<string[]> {
  try {
    return await mismatchedFunctions(sql)
  } catch (error) {
    // whoever migrated it last did not know that anybody would ask
    if (isNeverMigrated(error)) return ['registry.applied_functions']
    throw error
  }
}

/** There is no such database, or in it no such schema, function or table. */
export const isNeverMigrated = (error: unknown): boolean =>
  error instanceof Error &&
  ['3D000', '3F000', '42883', '42P01'].includes((error as { code?: string }).code ?? '')
