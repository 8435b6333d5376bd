import { isIP, Socket } from 'node:net'
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

/**
 * Reads the URL of a database.
 *
 * @throws SetupError if it is none, or requires what the drivers cannot do
 */
export function readDatabaseUrl(text: string): DatabaseUrl {
  const url = parseDatabaseUrl(text)
  if (url === null) {
    throw new SetupError(
      'A database URL is invalid: it must look like postgres://role:password@host:5432/silla.',
    )
  }
  const wanted = url.parameters.get('target_session_attrs')
  if (wanted !== null && !['read-write', 'primary', 'any'].includes(wanted))
    throw unsupported(`target_session_attrs=${wanted}`, 'use read-write')
  assertTlsSupported(url)
  return url
}

/**
 * The drivers compare the certificate with the name of the host. Of an address they do not know the
 * name, and would compare it with `localhost`.
 */
function assertTlsSupported({ parameters, hosts }: DatabaseUrl): void {
  if (parameters.has('sslrootcert'))
    throw unsupported('sslrootcert', 'set NODE_EXTRA_CA_CERTS to the file')
  const sslmode = parameters.get('sslmode')
  if (sslmode === 'verify-ca') throw unsupported('sslmode=verify-ca', 'use verify-full')
  const address = hosts.find(({ host }) => isIP(host) > 0)
  if (sslmode === 'verify-full' && address !== undefined)
    throw unsupported(
      `sslmode=verify-full with the address ${address.host}`,
      'use the name in the certificate of the server',
    )
}

const unsupported = (what: string, instead: string) =>
  new SetupError(`${what} in a database URL is not supported: ${instead}.`)

/** A connection that could not be made: the driver has no other way to report that and go on. */
function failedSocket(error: Error): Socket {
  const socket = new Socket()
  setImmediate(() => socket.destroy(error))
  return socket
}
