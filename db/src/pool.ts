import postgres from 'postgres'
import { arrayTypes, safeInteger } from './array-types.ts'

/**
 * A pool of connections of one role. int8 arrives as a number; one above 2^53 is an error, never a
 * wrong number.
 */
export type Sql = postgres.Sql<{ bigint: number }>

/** One query, not yet sent. */
export type Query<Row extends object> = postgres.PendingQuery<Row[]>

/**
 * Opens a pool; connections are made when first needed. To end it takes half a second at most.
 *
 * @param options.max how many connections at most; two to four serve short work best
 * @param options.name what `pg_stat_activity` calls us
 * @param options.operator who works through it, for the audit log
 * @param options.onClose hears of every connection that ends, wanted or not
 */
export function openPool(options: {
  url: string
  max: number
  name: string
  operator?: string | undefined
  onClose?: () => void
}): Sql {
  const sql = postgres(options.url, {
    max: options.max,
    connection: {
      application_name: options.name,
      ...(options.operator === undefined ? {} : { 'app.operator': options.operator }),
    },
    connect_timeout: 2,
    // the driver's own back-off grows to 20 s, which would outlive the outage it waits for
    backoff: () => 0.1,
    // what the driver takes for an old connection may be in the middle of a transaction
    max_lifetime: null,
    onnotice: () => {},
    onclose: () => options.onClose?.(),
    fetch_types: false,
    // columns are snake_case in SQL and camelCase in TypeScript, here and nowhere else
    transform: { column: { from: postgres.toCamel, to: postgres.fromCamel } },
    types: { bigint: { to: 20, from: [20], serialize: String, parse: safeInteger }, ...arrayTypes },
  }) as unknown as Sql
  return Object.assign(sql, { end: endOf(sql) })
}

/**
 * The driver waits for the answer that a lost connection owes, without a bound of its own for ever;
 * and whoever was to connect again when the pool ended would do so after it. An ended pool makes no
 * connection any more, from the first moment.
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
