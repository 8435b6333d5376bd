import type { Sql } from './pool.ts'

/**
 * Who uses the connection: the name that it was opened with, else its role. For a statement of the
 * coordinator, since the setting reaches no node of a cluster; a function gets the name as a parameter.
 */
export const connectionOperator = (sql: Sql) =>
  sql`coalesce(nullif(current_setting('app.operator', true), ''), current_user)`
