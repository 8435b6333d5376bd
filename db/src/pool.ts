import postgres from 'postgres'
import { arrayTypes, safeInteger } from './array-types.ts'
import { type Connection, openConnection, type Sql } from './connection.ts'
import type { DriverOptions } from './driver-host.ts'
import { type Sender, senderOf, sendThrough } from './driver-internals.ts'
import { instantText } from './instant-text.ts'

export type { Sql }

/** One query, not yet sent. */
export type Query<Row extends object> = postgres.PendingQuery<Row[]>

/** Each query goes to the connection that has the fewest; `begin` has one to itself if one is free. */
export type Pool = Sql & { readonly size: number }

export interface ConnectionOptions {
  /** with one host or several, of which the primary is used; see `parseDatabaseUrl` */
  url: string
  /** the application name in `pg_stat_activity` */
  name: string
  /** the person using the connection, for the audit log */
  operator?: string | undefined
}

/**
 * Opens a pool; it connects when first used. Ending it takes at most half a second.
 *
 * @param options.max the maximum number of connections; two to four are best for short queries
 */
export function openPool({ max, ...options }: ConnectionOptions & { max: number }): Pool {
  const members = Array.from({ length: max }, () => memberOf(openRoleConnection(options)))
  const [first] = members as [Member]
  const leastUsed = () =>
    members.reduce((least, member) => (member.uses < least.uses ? member : least), first)
  const send: Sender = (query) => leastUsed().send(query)
  const create = (...parts: Parameters<Sql>) => sendThrough(first.sql(...parts), send)
  const { json, array, typed } = first.sql
  return Object.assign(create, {
    size: max,
    ...{ json, array, typed },
    unsafe: (...parts: Parameters<Sql['unsafe']>) => sendThrough(first.sql.unsafe(...parts), send),
    begin: (...parts: Parameters<Sql['begin']>) => leastUsed().begin(...parts),
    async end({ timeout = 0.5 } = {}) {
      await Promise.all(members.map((member) => member.end(timeout)))
    },
  }) as unknown as Pool
}

interface Member {
  /** How many queries and transactions have not ended. */
  readonly uses: number
  readonly sql: Sql
  send: Sender
  begin: Sql['begin']
  end(timeoutSeconds: number): Promise<void>
}

function memberOf(connection: Connection): Member {
  let uses = 0
  const count = <T>(work: PromiseLike<T>) => {
    uses++
    work.then(release, release)
    return work
  }
  const release = () => {
    uses--
  }
  return {
    get uses() {
      return uses
    },
    get sql() {
      return connection.sql
    },
    send: (query) => senderOf(connection.sql)(count(query)),
    begin: ((...parts: Parameters<Sql['begin']>) =>
      count(connection.sql.begin(...parts))) as Sql['begin'],
    end: connection.end,
  }
}

/** A connection with the types and settings that Silla's queries need. */
export const openRoleConnection = ({ url, name, operator }: ConnectionOptions): Connection =>
  openConnection(url, {
    connection: {
      application_name: name,
      ...(operator === undefined ? {} : { 'app.operator': operator }),
    },
    connect_timeout: 2,
    onnotice: () => {},
    fetch_types: false,
    // columns are snake_case in SQL and camelCase in TypeScript; only this file converts them
    transform: { column: { from: postgres.toCamel, to: postgres.fromCamel } },
    types: {
      bigint: { to: 20, from: [20], serialize: String, parse: safeInteger },
      instant: {
        to: 1184,
        from: [1184],
        serialize: (time: Date) => instantText(new Date(time)),
        parse: (text: string) => new Date(text),
      },
      ...arrayTypes,
    },
  } as DriverOptions)

/**
 * Rows as one parameter for `jsonb_to_recordset`. Property names become column names; nested values
 * are not converted.
 */
export const recordset = (sql: Sql, rows: readonly object[]) =>
  sql.json(rows.map(toColumns) as never)

const toColumns = (row: object) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [columnName(name), value]))

/** `price_cents` of `priceCents` */
export const columnName = (property: string): string => postgres.fromCamel(property)
