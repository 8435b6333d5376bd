import { openPool, type Sql } from './pool.ts'
import { openUnitConnection, type UnitConnection } from './unit-connection.ts'

/**
 * The connections of a serving process. Single calls share theirs (the driver pipelines them); a unit of several statements has
 * one to itself for its time. They are apart, because a busy stream of calls would never leave a connection free for a unit.
 */
export interface Database {
  calls: Sql
  units: readonly UnitConnection[]
  close(): Promise<void>
}

const callConnections = 3
const unitConnections = 4

/** @param options.name what `pg_stat_activity` calls us */
export function openDatabase(options: { url: string; name: string }): Database {
  const calls = openPool({ ...options, max: callConnections })
  const units = Array.from({ length: unitConnections }, () => openUnitConnection(options))
  return {
    calls,
    units,
    close: async () => {
      await Promise.all([calls, ...units.map((unit) => unit.sql)].map((sql) => sql.end({ timeout: 1 })))
    },
  }
}
