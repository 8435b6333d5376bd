import { connect, type Socket } from 'node:net'
import postgres from 'postgres'
import { type DatabaseHost, type DatabaseUrl, formatDatabaseUrl } from './database-url.ts'

/** Options of the driver, those included that its types lack. */
export type DriverOptions = postgres.Options<Record<string, postgres.PostgresType>>

/** Opens the driver for one of the hosts of a URL, primary or not. */
export function openHost(
  url: DatabaseUrl,
  host: DatabaseHost,
  options: DriverOptions,
): postgres.Sql {
  const address = isSocketFolder(host)
    ? { path: socketPath(host), ssl: false }
    : { host: [host.host], port: [host.port] }
  return postgres(urlForDriver(url), { ...options, ...address } as DriverOptions)
}

/** In the place of hosts that the driver does not read from the URL. */
export const noHost: DatabaseHost = { host: 'localhost', port: 5432 }

/** Everything but the hosts: the driver would send a parameter that it does not know to the server. */
export function urlForDriver(url: DatabaseUrl): string {
  const parameters = new URLSearchParams(url.parameters)
  parameters.delete('target_session_attrs')
  return formatDatabaseUrl({ ...url, hosts: [noHost], parameters })
}

const isSocketFolder = ({ host }: DatabaseHost) => host.startsWith('/')

const socketPath = ({ host, port }: DatabaseHost) => `${host}/.s.PGSQL.${port}`

/** The driver writes to it at once; Node keeps that until the socket is connected. */
export function openSocket(host: DatabaseHost): Socket {
  const socket = connect(isSocketFolder(host) ? { path: socketPath(host) } : { ...host })
  // where the driver looks for the name to verify in the certificate
  return Object.assign(socket, { host: host.host })
}
