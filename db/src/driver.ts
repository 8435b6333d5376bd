import { isIP } from 'node:net'
import { type DatabaseUrl, parseDatabaseUrl } from './database-url.ts'
import { type DriverOptions, isSocketFolder, openSocket } from './driver-host.ts'
import { primaryFinder } from './primary.ts'
import { SetupError } from './setup-error.ts'
import { type Driver, openSingleUseDriver } from './single-use-driver.ts'

/**
 * Opens the driver for one connection to the primary of the hosts of a URL.
 *
 * @param onLost called once, when the connection is lost or cannot be made
 * @throws SetupError if the URL is invalid
 */
export function openDriver(text: string, options: DriverOptions, onLost: () => void): Driver {
  const url = readDatabaseUrl(text)
  const finder = primaryFinder(url)
  return openSingleUseDriver(
    url,
    { ...options, ...(url.hosts.every(isSocketFolder) && { ssl: false }) },
    connect,
    () => {
      finder.lost()
      onLost()
    },
  )

  async function connect() {
    const host = await finder.find()
    return finder.watch(openSocket(host), host)
  }
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
