import { SetupError } from '../setup-error.ts'
import type { RolePasswords } from './roles.ts'

/** Where each program finds the database: every one knows only its own role. */
export interface DatabaseUrls {
  prepare: string
  migrator: string
  api: string
  worker: string
  cli: string
  /** the api role again: a connection that only listens */
  listen: string
}

/**
 * The database that belongs to a prepare URL: the one it names, or `silla` when it names none or
 * only a way in.
 */
export function targetDatabase(prepareUrl: string): string {
  const named = decodeURIComponent(readUrl(prepareUrl).pathname.slice(1))
  return ['', 'postgres', 'template1'].includes(named) ? 'silla' : named
}

/**
 * The same server as the prepare URL, as each of our roles. A role without a password gets a URL
 * without one.
 */
export function databaseUrls(options: {
  prepareUrl: string
  database: string
  passwords: RolePasswords
}): DatabaseUrls {
  const { prepareUrl, database, passwords } = options
  const as = (role: string, password: string | undefined) =>
    urlFor(prepareUrl, { database, role, password })
  const api = as('silla_api', passwords.api)
  return {
    prepare: urlFor(prepareUrl, { database }),
    migrator: as('silla_migrator', passwords.migrator),
    api,
    worker: as('silla_worker', passwords.worker),
    cli: as('silla_admin', passwords.admin),
    listen: api,
  }
}

/** The prepare URL with another database in it, and another login when one is given. */
export function urlFor(
  prepareUrl: string,
  to: { database: string; role?: string; password?: string | undefined },
): string {
  const url = readUrl(prepareUrl)
  url.pathname = `/${encodeURIComponent(to.database)}`
  if (to.role !== undefined) {
    url.username = to.role
    url.password = encodeURIComponent(to.password ?? '')
  }
  return url.href
}

/** @throws SetupError when it is not the URL of a server that listens on a network address */
export function readUrl(prepareUrl: string): URL {
  const url = URL.canParse(prepareUrl) ? new URL(prepareUrl) : null
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.hostname === '') {
    throw new SetupError(
      'PREPARE_DATABASE_URL must look like postgres://login:password@host:5432/database.',
    )
  }
  return url
}
