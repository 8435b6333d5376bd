import { spawn } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { formatDatabaseUrl, parseDatabaseUrl } from '@silla/db'
import { readSettings } from '../config.ts'
import { CliError } from '../errors/report-error.ts'

/** A client program of PostgreSQL, of the server's own version. */
export interface PgProgram {
  name: 'pg_dump' | 'pg_restore'
  /**
   * Runs it and returns what it printed.
   *
   * @param url the database to connect to; the password is not visible to other accounts
   * @throws CliError with the program's first error, or if it was interrupted
   */
  run(args: readonly string[], url?: string): Promise<string>
}

/**
 * Finds a client program in PG_BINDIR or on the PATH.
 *
 * @param version the major version of the server: an older program refuses a newer server, and a
 *   newer one writes what an older server does not read
 * @param stop ends the program, which undoes its work
 * @throws CliError if there is none of this version
 */
export async function findPgProgram(
  name: 'pg_dump' | 'pg_restore',
  version: number,
  stop: AbortSignal,
): Promise<PgProgram> {
  const { pgBinDir } = readSettings()
  const path = pgBinDir === undefined ? name : join(pgBinDir, name)
  const where = pgBinDir === undefined ? 'on the PATH' : `in ${pgBinDir} (PG_BINDIR)`
  const remedy =
    `Install PostgreSQL's client programs of version ${version} (Debian: ` +
    `postgresql-client-${version}), and set PG_BINDIR to their folder, such as ` +
    `/usr/lib/postgresql/${version}/bin.`
  if (pgBinDir !== undefined && !(await isExecutable(path)))
    throw new CliError(`There is no ${name} ${where}. ${remedy}`)
  const { output, failure } = await runProgram(path, ['--version'], {}, stop)
  if (stop.aborted) throw interrupted(name)
  if (failure === missing) throw new CliError(`There is no ${name} ${where}. ${remedy}`)
  const [, text, major] = /\(PostgreSQL\) ((\d+)\S*)/.exec(output) ?? []
  if (Number(major) !== version) {
    const found = text === undefined ? 'cannot be run' : `has version ${text}`
    throw new CliError(
      `The server has PostgreSQL ${version}, but ${name} ${where} ${found}. ${remedy}`,
    )
  }
  return { name, run: (args, url) => run(name, path, args, url, stop) }
}

const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

async function run(
  name: string,
  path: string,
  args: readonly string[],
  url: string | undefined,
  stop: AbortSignal,
): Promise<string> {
  const connection = url === undefined ? { args: [], env: {} } : libpqConnection(url)
  const { output, errors, failure } = await runProgram(
    path,
    [...connection.args, ...args],
    connection.env,
    stop,
  )
  if (stop.aborted) throw interrupted(name)
  if (failure === null) return output
  const remedy = /row-level security/.test(errors) ? ` ${needsBypass}` : ''
  throw new CliError(`${name} failed: ${firstError(errors) ?? failure}.${remedy}`)
}

const interrupted = (name: string) => new CliError(`${name} was interrupted.`)

const needsBypass = 'The login must be a superuser or have BYPASSRLS and pg_read_all_data.'

/** `pg_dump: error: query failed: ERROR:  text` becomes `query failed: text`. */
function firstError(errors: string): string | null {
  const lines = errors.split('\n').filter((line) => line.trim() !== '')
  const line = lines.find((each) => /\b(error|fatal):/i.test(each)) ?? lines[0]
  return (
    line
      ?.replace(/^\S+: /, '')
      .replace(/\b(error|fatal):\s+/gi, '')
      .trim()
      .replace(/\.$/, '') ?? null
  )
}

/** libpq rejects a parameter that it does not know; our drivers have some of their own. */
const libpqParameters = new Set([
  'application_name',
  'channel_binding',
  'connect_timeout',
  'options',
  'sslcert',
  'sslkey',
  'sslmode',
  'sslnegotiation',
  'sslrootcert',
  'target_session_attrs',
])

/**
 * The URL for libpq, with the password in the environment. Node's programs trust the authorities of
 * the system and those in NODE_EXTRA_CA_CERTS; libpq needs a setting.
 */
function libpqConnection(url: string): { args: string[]; env: Record<string, string> } {
  const address = parseDatabaseUrl(url)
  if (address === null) throw new CliError('The database URL is invalid.')
  const { password, parameters } = address
  for (const name of [...parameters.keys()]) if (!libpqParameters.has(name)) parameters.delete(name)
  const { NODE_EXTRA_CA_CERTS: authorities } = readSettings().environment
  return {
    args: [`--dbname=${formatDatabaseUrl({ ...address, password: '' })}`, '--no-password'],
    env: {
      ...(password !== '' && { PGPASSWORD: password }),
      ...(authorities && !parameters.has('sslrootcert') && { PGSSLROOTCERT: authorities }),
    },
  }
}

const missing = 'missing'

interface Ended {
  output: string
  errors: string
  /** Null: exit code 0. */
  failure: string | null
}

async function runProgram(
  path: string,
  args: readonly string[],
  env: Record<string, string>,
  stop: AbortSignal,
): Promise<Ended> {
  const child = spawn(path, args, {
    env: { ...readSettings().environment, LC_ALL: 'C', PGTZ: 'UTC', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: stop,
  })
  const [output, errors, failure] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<string | null>((resolve) => {
      let failure: string | null = null
      child.once('error', (error: NodeJS.ErrnoException) => {
        failure = error.code === 'ENOENT' ? missing : error.message
      })
      child.once('close', (code, signal) => {
        if (failure !== null || code === 0) resolve(failure)
        else resolve(signal ? `ended by ${signal}` : `exit code ${code}`)
      })
    }),
  ])
  return { output, errors, failure }
}
