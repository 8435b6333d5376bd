import postgres from 'postgres'
import type { Sql } from './pool.ts'

/**
 * Rows as one parameter for `jsonb_to_recordset`: property names become column names, as the pool
 * does for the columns of a result. Nested values stay as they are.
 */
export const recordset = (sql: Sql, rows: readonly object[]) =>
  sql.json(rows.map(columnsOf) as never)

const columnsOf = (row: object) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [postgres.fromCamel(name), value]))
