import { openPinnedConnection, type PinnedConnection } from './pinned-connection.ts'
import { openPool, type Sql } from './pool.ts'

/**
 * The connections of a serving process. Single reads share a few connections, on which the driver
 * pipelines them. Single writes have a larger pool, because each waits for the disk, and PostgreSQL
 * flushes commits that arrive together at once. A transaction has a connection to itself.
 */
export interface Database {
  queryPool: Sql
  execPool: Sql
  pinned: readonly PinnedConnection[]
  close(): Promise<void>
}

const queryConnections = 3
const execConnections = 16
const pinnedConnections = 4

/**
 * @param options.name the application name in `pg_stat_activity`
 * @param options.operator the person using the connection, for the audit log
 */
export function openDatabase(options: {
  url: string
  name: string
  operator?: string | undefined
}): Database {
  const queryPool = openPool({ ...options, max: queryConnections })
  const execPool = openPool({ ...options, max: execConnections })
  const pinned = Array.from({ length: pinnedConnections }, () => openPinnedConnection(options))
  return {
    queryPool,
    execPool,
    pinned,
    close: async () => {
      const pools = [queryPool, execPool, ...pinned.map((connection) => connection.sql)]
      await Promise.all(pools.map((sql) => sql.end()))
    },
  }
}
