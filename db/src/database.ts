import { openPool, type Sql } from './pool.ts'

/**
 * The two pools of a serving process. Single calls share connections (the driver pipelines them), units of several statements
 * have one each for their time; apart, because a busy stream of calls would never leave a connection free for a unit.
 */
export interface Database {
  calls: Sql
  units: Sql
  close(): Promise<void>
}

/** @param options.name what `pg_stat_activity` calls us */
export function openDatabase(options: { url: string; name: string }): Database {
  const calls = openPool({ ...options, max: 3 })
  const units = openPool({ ...options, max: 4 })
  return {
    calls,
    units,
    close: async () => {
      await Promise.all([calls.end({ timeout: 1 }), units.end({ timeout: 1 })])
    },
  }
}
