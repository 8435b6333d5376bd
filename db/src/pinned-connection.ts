import { openPool, type Sql } from './pool.ts'

/** One connection, used by one transaction at a time. */
export interface PinnedConnection {
  /**
   * The connection for the transaction that begins now. If it is lost, later statements of that
   * transaction are rejected: on a new connection a statement would run outside the transaction,
   * and a `commit` would succeed. The next transaction gets a new connection.
   */
  readonly sql: Sql
}

/**
 * Connects when first used. The driver's `reserve` would be simpler, but it never settles for a
 * connection that it has to open.
 */
export function openPinnedConnection(options: {
  url: string
  name: string
  operator?: string | undefined
}): PinnedConnection {
  let current: Sql | undefined
  return {
    get sql() {
      current ??= open()
      return current
    },
  }

  function open(): Sql {
    const sql = openPool({ ...options, max: 1, onClose })
    return sql

    function onClose() {
      if (current === sql) current = undefined
      void sql.end({ timeout: 0 })
    }
  }
}
