import type { TransactionSql } from 'postgres'
import { isConnectionLoss, mapDbErrors, refuseWhileMoving } from './db-errors.ts'
import type { Sql } from './pool.ts'

/**
 * A transaction of a role that works across the registry. The tenant is set before its rows are
 * accessed.
 */
export type Transaction = Sql

/**
 * A provisioning transaction: registry rows and the rows of one business together. Commits when the
 * callback returns.
 *
 * @throws SERVICE_UNAVAILABLE when the database is down, with `extra.outcomeUnknown` when the
 *   connection was lost after the callback, so that the transaction may have committed;
 *   BUSINESS_MOVING for a write of a business that is closed for writing
 */
export function inTransaction<T>(
  sql: Sql,
  callback: (tx: Transaction) => Promise<T>,
  options: LongTransactionOptions = {},
): Promise<T> {
  return refuseWhileMoving(sql, () =>
    mapDbErrors(
      (attempt) =>
        begin(
          sql,
          async (tx) => {
            const result = await callback(tx)
            attempt.mayHaveCommitted = () => true
            return result
          },
          options,
        ),
      options.deadlineMilliseconds ?? 600_000,
      options.once ? 1 : 2,
    ),
  )
}

export interface TransactionOptions {
  /**
   * All statements see the rows as of the first one, so that what several of them read agrees. A
   * change of a row that somebody has changed since makes the transaction fail with a serialization
   * error.
   */
  singleSnapshot?: boolean
}

export interface LongTransactionOptions extends TransactionOptions {
  /** How long all of it may take, instead of ten minutes. */
  deadlineMilliseconds?: number
  /** It is not tried again after a deadlock or a lost connection. */
  once?: boolean
}

/**
 * The driver's `begin`, made safe for a connection that is lost during the transaction. The driver
 * would write the next statement, or the rollback, to a closed connection, which ends the process.
 * So after a loss the callback's statements never settle, and the caller of the transaction
 * receives the connection error from the driver.
 */
export async function begin<T>(
  sql: Sql,
  callback: (tx: Transaction) => Promise<T>,
  { singleSnapshot = false }: TransactionOptions = {},
): Promise<T> {
  const { promise: never } = Promise.withResolvers<never>()
  let isOver = false
  try {
    return (await sql.begin(singleSnapshot ? 'isolation level repeatable read' : '', (begun) => {
      const query = (...parts: Parameters<Sql>) => (isOver ? never : begun(...parts))
      const tx = Object.assign(query, begun) as unknown as Transaction
      return callback(tx).catch((error) => {
        if (isConnectionLoss(error)) return never
        throw error
      })
    })) as T
  } finally {
    isOver = true
  }
}

/**
 * Undoes what the callback has written if it throws, so that the transaction can go on. Only inside of `begin`:
 * the driver throws the error of each statement again at its end, unless this savepoint of its own is around it.
 */
export const withSavepoint = <T>(
  tx: Transaction,
  callback: (nested: Transaction) => Promise<T>,
): Promise<T> =>
  (tx as unknown as TransactionSql).savepoint((nested) =>
    callback(nested as unknown as Transaction),
  ) as Promise<T>
