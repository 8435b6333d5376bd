import { takeAllRows, takeRows } from './take-rows.ts'
import type { TenantDb, Tx } from './tenant-db.ts'

/**
 * Access to a tenant's rows inside of a transaction that has begun: what several use cases write becomes
 * one change. A transaction of theirs is a savepoint, so that one that fails has written nothing and the
 * others go on. Queries see what the transaction has written.
 */
export const nestedTenantDb = (tx: Tx): TenantDb => ({
  businessId: tx.businessId,
  query: async (callback) => takeRows(await callback(tx)),
  exec: async (callback) => takeRows(await callback(tx)),
  batch: async (callback) => takeAllRows(callback(tx)),
  async transaction(work) {
    await tx`savepoint nested`
    try {
      const result = await work(tx)
      await tx`release savepoint nested`
      return result
    } catch (error) {
      await tx`rollback to savepoint nested`
      throw error
    }
  },
})
