import { openPinnedConnection, type PinnedConnection } from './pinned-connection.ts'
import { openPool, type Sql } from './pool.ts'

/**
 * The connections of a serving process. Single calls that read share theirs (the driver pipelines
 * them); calls that write have more of their own, because each waits for the disk, where commits
 * that come together are written together; a unit of several statements has one to itself for its
 * time.
 */
export interface Database {
  calls: Sql
  writes: Sql
  pinned: readonly PinnedConnection[]
  close(): Promise<void>
}

const callConnections = 3
const writeConnections = 8
const unitConnections = 4

/**
 * @param options.name what `pg_stat_activity` calls us
 * @param options.operator who works through it, for the audit log
 */
export function openDatabase(options: {
  url: string
  name: string
  operator?: string | undefined
}): Database {
  const calls = openPool({ ...options, max: callConnections })
  const writes = openPool({ ...options, max: writeConnections })
  const units = Array.from({ length: unitConnections }, () => openPinnedConnection(options))
  return {
    calls,
    writes,
    pinned: units,
    close: async () => {
      await Promise.all([calls, writes, ...units.map((unit) => unit.sql)].map((sql) => sql.end()))
    },
  }
}
