import type { Sql } from './pool.ts'

/**
 * Whether a row of pg_stat_activity is a connection of a program. A role that may not read what others
 * do has no `backend_type` of theirs; of the server's own processes, none has both a role and a database.
 */
export const isClientBackend = (sql: Sql) => sql`
  coalesce(backend_type = 'client backend', usesysid is not null and datid is not null)`
