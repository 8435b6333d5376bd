import { isTlsRefused } from '@silla/errors'
import postgres from 'postgres'
import { formatHosts } from '../database-url.ts'
import { openPool, type Sql } from '../pool.ts'
import { SetupError } from '../setup-error.ts'
import { readUrl, urlFor } from './database-urls.ts'

/**
 * Runs work on the server under an exclusive lock: other processes that set up the same server
 * wait. Advisory locks belong to one database, so all use the database `postgres`, or the one in
 * the URL if `postgres` cannot be accessed.
 */
export async function withServer<T>(
  prepareUrl: string,
  work: (server: Sql) => Promise<T>,
): Promise<T> {
  try {
    const server = await connect(prepareUrl)
    try {
      await server`select pg_advisory_lock(${setupLock})`
      await assertSupportedVersion(server)
      return await work(server)
    } finally {
      await server.end()
    }
  } catch (error) {
    throw explain(error, prepareUrl)
  }
}

/** Runs work in one database of the server. */
export const withDatabase = <T>(
  to: { prepareUrl: string; database: string },
  work: (sql: Sql) => Promise<T>,
): Promise<T> => withConnection(urlFor(to.prepareUrl, { database: to.database }), work)

/** An arbitrary number that all processes share. */
const setupLock = 7_455_200

async function connect(prepareUrl: string): Promise<Sql> {
  const common = open(urlFor(prepareUrl, { database: 'postgres' }))
  try {
    await common`select`
    return common
  } catch (error) {
    await common.end()
    if (isInaccessible(error)) return open(prepareUrl)
    throw error
  }
}

const open = (url: string) => openPool({ url, max: 1, name: 'silla-setup' })

async function withConnection<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = open(url)
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}

async function assertSupportedVersion(server: Sql) {
  const [row] = await server<{ version: number; text: string }[]>`
    select current_setting('server_version_num')::int as version,
      current_setting('server_version') as text`
  if (row && row.version < 150_000)
    throw new SetupError(`Silla needs PostgreSQL 15 or newer; this server is ${row.text}.`)
}

/**
 * The server accepted the login, but the database is missing (3D000) or must not be accessed
 * (42501; 28000 by pg_hba.conf).
 */
const isInaccessible = (error: unknown) =>
  error instanceof postgres.PostgresError && ['3D000', '42501', '28000'].includes(error.code)

/** Turns a server error into a sentence for the person who configured the URL. */
function explain(error: unknown, prepareUrl: string): unknown {
  if (error instanceof SetupError) return error
  const { hosts, username: login } = readUrl(prepareUrl)
  const host = formatHosts(hosts)
  const code = (error as { code?: unknown }).code
  const detail = (error as Error).message
  if (code === '28P01' || code === '28000') {
    return new SetupError(
      `The server at ${host} rejected the login ${login || '(none)'}: ${detail}.`,
      { cause: error },
    )
  }
  if (code === '42501') {
    return new SetupError(
      `The login ${login} may not set up this server: ${detail}. It needs CREATEROLE and ` +
        "CREATEDB, and must have created Silla's roles itself or be a superuser.",
      { cause: error },
    )
  }
  if (typeof code === 'string' && /^(E|CONNECT)/.test(code) && !isTlsRefused(error)) {
    return new SetupError(
      `No PostgreSQL server responds at ${host} (${code}). Check PREPARE_DATABASE_URL.`,
      { cause: error },
    )
  }
  return error
}
