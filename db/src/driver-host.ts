import { connect, type Socket } from 'node:net'
import type postgres from 'postgres'
import { type DatabaseHost, type DatabaseUrl, formatDatabaseUrl } from './database-url.ts'
import { passBudget } from './pass-budget.ts'

/** Options of the driver, those included that its types lack. */
export type DriverOptions = postgres.Options<Record<string, postgres.PostgresType>>

/** In the place of hosts that the driver does not read from the URL. */
const noHost: DatabaseHost = { host: 'localhost', port: 5432 }

/** Everything but the hosts: the driver would send a parameter that it does not know to the server. */
export function urlForDriver(url: DatabaseUrl): string {
  const parameters = new URLSearchParams(url.parameters)
  parameters.delete('target_session_attrs')
  return formatDatabaseUrl({ ...url, hosts: [noHost], parameters })
}

/** Where a server listens without TLS. */
export const isSocketFolder = ({ host }: DatabaseHost) => host.startsWith('/')

const socketPath = ({ host, port }: DatabaseHost) => `${host}/.s.PGSQL.${port}`

/** As much as Node reads at once; libuv reads up to 32 times as much in one pass of the event loop. */
const fullReadBytes = 64 * 1024

/** To parse this takes about half a millisecond, which counts into the time of the pass. */
const longReadBytes = 16 * 1024

/** The driver writes to it at once; Node keeps that until the socket is connected. */
export function openSocket(host: DatabaseHost): Socket {
  const socket = connect(isSocketFolder(host) ? { path: socketPath(host) } : { ...host })
  socket.on('data', ({ length }) => readInTurns(socket, length))
  // where the driver looks for the name to verify in the certificate, and for its messages
  return Object.assign(socket, host)
}

/**
 * Of an answer of megabytes, one read is parsed in each pass of the event loop, so that it does not keep
 * other requests waiting. The driver removes this listener when it begins to use TLS.
 */
function readInTurns(socket: Socket, length: number): void {
  if (length < longReadBytes) return
  passBudget.begin()
  if (length < fullReadBytes) return
  socket.pause()
  setImmediate(() => socket.resume())
}
