import { openPool, type Sql } from './pool.ts'

/** One connection that is lent to one unit of work at a time. */
export interface PinnedConnection {
  /**
   * For the unit that begins now. Whatever is asked of it after it was lost is refused, since the
   * transaction is lost with it: on a new connection a statement would be done for itself, and a
   * `commit` would succeed. The unit after that gets another.
   */
  readonly sql: Sql
}

/**
 * Connects when first needed. The driver's own `reserve` would do, but it never returns from a
 * connection it has to open.
 */
export function openPinnedConnection(options: {
  url: string
  name: string
  operator?: string | undefined
}): PinnedConnection {
  let current: Sql | undefined
  return {
    get sql() {
      current ??= opened()
      return current
    },
  }

  function opened(): Sql {
    const sql = openPool({ ...options, max: 1, onClose })
    return sql

    function onClose() {
      if (current === sql) current = undefined
      void sql.end({ timeout: 0 })
    }
  }
}
