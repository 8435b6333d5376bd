import { Socket } from 'node:net'
import postgres from 'postgres'
import { type DatabaseUrl, parseDatabaseUrl } from './database-url.ts'
import { type DriverOptions, noHost, openHost, openSocket, urlForDriver } from './driver-host.ts'
import { primaryFinder } from './primary.ts'
import { SetupError } from './setup-error.ts'

/**
 * Opens the driver, which itself reads only URLs with one host name. Of several hosts each new
 * connection leads to the primary; the driver's own support of several hosts takes a standby for one
 * that can be written to, and never reports that none is reachable.
 *
 * @throws SetupError if the URL is invalid
 */
export function openDriver(text: string, options: DriverOptions): postgres.Sql {
  const url = readDatabaseUrl(text)
  const [first, ...more] = url.hosts
  if (first === undefined || more.length === 0) return openHost(url, first ?? noHost, options)
  const finder = primaryFinder(url)
  return postgres(urlForDriver(url), {
    ...options,
    socket: async () => {
      const host = await finder.find().catch((error: Error) => error)
      return host instanceof Error ? failedSocket(host) : finder.watch(openSocket(host), host)
    },
    onclose: (id: number) => {
      finder.forget()
      options.onclose?.(id)
    },
  } as DriverOptions)
}

/** @throws SetupError if it is none, or requires something other than a primary */
export function readDatabaseUrl(text: string): DatabaseUrl {
  const url = parseDatabaseUrl(text)
  if (url === null) {
    throw new SetupError(
      'A database URL is invalid: it must look like postgres://role:password@host:5432/silla.',
    )
  }
  const wanted = url.parameters.get('target_session_attrs')
  if (wanted !== null && !['read-write', 'primary', 'any'].includes(wanted)) {
    throw new SetupError(
      `target_session_attrs=${wanted} in a database URL is not supported: use read-write.`,
    )
  }
  return url
}

/** A connection that could not be made: the driver has no other way to report that and go on. */
function failedSocket(error: Error): Socket {
  const socket = new Socket()
  setImmediate(() => socket.destroy(error))
  return socket
}
