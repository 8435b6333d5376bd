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

/** What is read and parsed at once at most: the driver takes about half a millisecond for it. */
const maxReadBytes = 16 * 1024

/** The driver writes to it at once; Node keeps that until the socket is connected. */
export function openSocket(host: DatabaseHost): Socket {
  const socket: Socket = connect({
    ...(isSocketFolder(host) ? { path: socketPath(host) } : host),
    onread: {
      buffer: Buffer.allocUnsafe(maxReadBytes),
      callback: (length, buffer) => emitRead(socket, buffer.subarray(0, length)),
    },
  })
  // where the driver looks for the name to verify in the certificate, and for its messages
  return Object.assign(socket, host)
}

/**
 * Hands over what was read. libuv reads up to 32 times in one pass of the event loop; an answer of
 * megabytes is read no further once the long work of the pass has had its time. With TLS the driver reads
 * the decrypted records instead.
 *
 * @returns whether more is read in this pass
 */
function emitRead(socket: Socket, read: Uint8Array): boolean {
  const isFull = read.length === maxReadBytes
  if (isFull) passBudget.begin()
  // the driver keeps parts of it, and the next read uses the same memory
  socket.emit('data', Buffer.from(read))
  if (!isFull || passBudget.hasTime()) return true
  setImmediate(() => socket.isPaused() || socket.resume())
  return false
}
