import type { Sql } from './pool.ts'
import { withTrouble } from './trouble.ts'

/** Inside one transaction of a role that works across the registry; a tenant is set where its rows are touched. */
export type Transaction = Sql

/**
 * Provisioning's transaction: registry rows and the rows of one business together. Commits when the story ends.
 *
 * @throws SERVICE_UNAVAILABLE when the database is down
 */
export function inTransaction<T>(sql: Sql, story: (tx: Transaction) => Promise<T>): Promise<T> {
  return withTrouble(() => sql.begin((tx) => story(tx as unknown as Transaction)) as Promise<T>, 600_000)
}
