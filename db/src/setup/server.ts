import postgres from 'postgres'
import { openPool, type Sql } from '../pool.ts'
import { SetupError } from '../setup-error.ts'
import { readUrl, urlFor } from './database-urls.ts'

/**
 * Runs a story against the server as a whole, alone: whoever else prepares the same server waits.
 * Advisory locks belong to one database, so everybody meets in `postgres`; where that is closed to
 * us, in the database of the URL.
 */
export async function withServer<T>(
  prepareUrl: string,
  work: (server: Sql) => Promise<T>,
): Promise<T> {
  try {
    return await connected(await meetingPlace(prepareUrl), async (server) => {
      await server`select pg_advisory_lock(${prepareLock})`
      await refuseOldServer(server)
      return work(server)
    })
  } catch (error) {
    throw explained(error, prepareUrl)
  }
}

/** Runs a story inside one database of the server. */
export const withDatabase = <T>(
  to: { prepareUrl: string; database: string },
  callback: (sql: Sql) => Promise<T>,
): Promise<T> => connected(urlFor(to.prepareUrl, { database: to.database }), callback)

/** Any number will do, as long as everybody takes the same. */
const prepareLock = 7_455_200

async function meetingPlace(prepareUrl: string): Promise<string> {
  const common = urlFor(prepareUrl, { database: 'postgres' })
  try {
    await connected(common, (server) => server`select`)
    return common
  } catch (error) {
    if (isClosedDatabase(error)) return prepareUrl
    throw error
  }
}

async function connected<T>(url: string, story: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = openPool({ url, max: 1, name: 'silla-prepare' })
  try {
    return await story(sql)
  } finally {
    await sql.end()
  }
}

async function refuseOldServer(server: Sql) {
  const [row] = await server<{ version: number; text: string }[]>`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as text`
  if (row && row.version < 150_000)
    throw new SetupError(`Silla needs PostgreSQL 15 or newer; this server is ${row.text}.`)
}

/**
 * The server is there and knows us, but this database is missing (3D000) or not for us (42501;
 * 28000 by pg_hba.conf).
 */
const isClosedDatabase = (error: unknown) =>
  error instanceof postgres.PostgresError && ['3D000', '42501', '28000'].includes(error.code)

/** What the server said, as a sentence for whoever wrote the URL. */
function explained(error: unknown, prepareUrl: string): unknown {
  if (error instanceof SetupError) return error
  const { host, username: encoded } = readUrl(prepareUrl)
  const login = decodeURIComponent(encoded)
  const code = (error as { code?: unknown }).code
  const detail = (error as Error).message
  if (code === '28P01' || code === '28000') {
    return new SetupError(`The server at ${host} does not let ${login || 'us'} in: ${detail}.`, {
      cause: error,
    })
  }
  if (code === '42501') {
    return new SetupError(
      `The login ${login} may not prepare this server: ${detail}. It needs CREATEROLE and CREATEDB, and must have made Silla's roles itself or be a superuser.`,
      { cause: error },
    )
  }
  if (typeof code === 'string' && /^(E|CONNECT)/.test(code)) {
    return new SetupError(
      `No PostgreSQL answers at ${host} (${code}). Is PREPARE_DATABASE_URL right?`,
      {
        cause: error,
      },
    )
  }
  return error
}
