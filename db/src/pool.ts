import postgres from 'postgres'

/** A pool of connections of one role. int8 arrives as a number; one above 2^53 is an error, never a wrong number. */
export type Sql = postgres.Sql<{ bigint: number }>

/** One query, not yet sent. */
export type Question<Row extends object> = postgres.PendingQuery<Row[]>

/**
 * Opens a pool; connections are made when first needed.
 *
 * @param options.max how many connections at most; two to four serve short work best
 * @param options.name what `pg_stat_activity` calls us
 */
export function openPool(options: { url: string; max: number; name: string }): Sql {
  return postgres(options.url, {
    max: options.max,
    connection: { application_name: options.name },
    connect_timeout: 2,
    // the driver's own back-off grows to 20 s, which would outlive the outage it waits for
    backoff: () => 0.1,
    onnotice: () => {},
    types: { bigint: { to: 20, from: [20], serialize: String, parse: safeInteger } },
  })
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} does not fit a JavaScript number`)
  return value
}
