import { mapDbErrors } from './db-errors.ts'
import type { Sql } from './pool.ts'

/**
 * Inside one transaction of a role that works across the registry; a tenant is set where its rows
 * are touched.
 */
export type Transaction = Sql

/**
 * Provisioning's transaction: registry rows and the rows of one business together. Commits when the
 * story ends.
 *
 * @throws SERVICE_UNAVAILABLE when the database is down
 */
export function inTransaction<T>(sql: Sql, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return mapDbErrors(() => begin(sql, work), 600_000)
}

/**
 * The driver's own `begin`, but for a connection that is lost in the middle: the driver would write
 * the story's next words, or a rollback, to what is not there any more, and that ends the process.
 * Such a story is left where it is, and whoever waits for the transaction hears of the loss from
 * the connection.
 */
export async function begin<T>(sql: Sql, callback: (tx: Transaction) => Promise<T>): Promise<T> {
  const { promise: never } = Promise.withResolvers<never>()
  let isOver = false
  try {
    return (await sql.begin((begun) => {
      const query = (...parts: Parameters<Sql>) => (isOver ? never : begun(...parts))
      const tx = Object.assign(query, begun) as unknown as Transaction
      return callback(tx).catch((error) => {
        if (isLoss(error)) return never
        throw error
      })
    })) as T
  } finally {
    isOver = true
  }
}

/**
 * The server's last word before it hangs up, or what the driver or Node says of a connection that
 * ended.
 */
function isLoss(error: unknown): boolean {
  const { code = '', severity = '' } = (error ?? {}) as { code?: string; severity?: string }
  return (
    /^(FATAL|PANIC)$/.test(severity) ||
    /^(CONNECTION_CLOSED|ECONNRESET|EPIPE|ETIMEDOUT)$/.test(code)
  )
}
