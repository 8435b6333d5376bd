import postgres from 'postgres'
import { arrayTypes, safeInteger } from './array-types.ts'
import { openDriver } from './driver.ts'

/**
 * A connection pool of one role. int8 is parsed to a number; a value above 2^53 is an error, never
 * a rounded number.
 */
export type Sql = postgres.Sql<{ bigint: number }>

/** One query, not yet sent. */
export type Query<Row extends object> = postgres.PendingQuery<Row[]>

/**
 * Opens a pool; it connects when first used. Ending it takes at most half a second.
 *
 * @param options.url with one host or several, of which the primary is used; see `parseDatabaseUrl`
 * @param options.max the maximum number of connections; two to four are best for short queries
 * @param options.name the application name in `pg_stat_activity`
 * @param options.operator the person using the connection, for the audit log
 * @param options.onClose called for every connection that ends, expected or not
 */
export function openPool(options: {
  url: string
  max: number
  name: string
  operator?: string | undefined
  onClose?: () => void
}): Sql {
  const sql = openDriver(options.url, {
    max: options.max,
    connection: {
      application_name: options.name,
      ...(options.operator === undefined ? {} : { 'app.operator': options.operator }),
    },
    connect_timeout: 2,
    // the driver's default back-off grows to 20 s, longer than most outages
    backoff: () => 0.1,
    // the driver would also close connections that are in the middle of a transaction
    max_lifetime: null,
    onnotice: () => {},
    onclose: () => options.onClose?.(),
    fetch_types: false,
    // columns are snake_case in SQL and camelCase in TypeScript; only this file converts them
    transform: { column: { from: postgres.toCamel, to: postgres.fromCamel } },
    types: { bigint: { to: 20, from: [20], serialize: String, parse: safeInteger }, ...arrayTypes },
  }) as unknown as Sql
  return Object.assign(sql, { end: endOf(sql) })
}

/**
 * Without a timeout the driver waits forever for the response that a lost connection owes, and a
 * query waiting to reconnect would do so after the pool has ended. An ended pool makes no new
 * connection from the moment `end` is called.
 */
function endOf({ end, options }: Sql): Sql['end'] {
  return ({ timeout = 0.5 } = {}) => {
    Object.assign(options, { socket: refuseToConnect })
    return end({ timeout })
  }
}

function refuseToConnect(): never {
  throw Object.assign(new Error('the pool has ended'), { code: 'CONNECTION_ENDED' })
}

/** Whether the driver has sent a query: while it waits for a connection it has no `state`. */
export const wasSent = (query: PromiseLike<unknown>): boolean =>
  (query as { state?: unknown }).state !== null

/**
 * Keeps a query that was not sent yet from having an effect. The driver sends a query whenever it
 * gets a connection, be it minutes later, and cancelling the query for which it is connecting would
 * make that connection unusable. So the query stays, with another text.
 */
export function withdraw(query: PromiseLike<unknown>): void {
  Object.assign(query, { strings: ['select'], args: [] })
}

/**
 * Rows as one parameter for `jsonb_to_recordset`. Property names become column names; nested values
 * are not converted.
 */
export const recordset = (sql: Sql, rows: readonly object[]) =>
  sql.json(rows.map(toColumns) as never)

const toColumns = (row: object) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [postgres.fromCamel(name), value]))
