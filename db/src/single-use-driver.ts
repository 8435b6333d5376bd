import type { Socket } from 'node:net'
import postgres from 'postgres'
import type { DatabaseUrl } from './database-url.ts'
import { type DriverOptions, urlForDriver } from './driver-host.ts'

/** The driver with one connection, which it opens for the first query. */
export interface Driver {
  sql: postgres.Sql
  /**
   * Whether it still takes queries. The driver notices a loss a moment after it has failed the queries
   * of the connection, and would accept others meanwhile, only to fail them as well.
   */
  isUsable(): boolean
  /** Closes the connection once its queries have ended, or after so many seconds. */
  end(timeoutSeconds: number): Promise<void>
}

/**
 * Opens the driver for one connection. When the connection is lost, or cannot be made, all its
 * queries fail and the driver takes no more.
 *
 * A driver could connect again, but it keeps what it had not yet written to the lost connection, and
 * the queries that arrived between the loss and its notice of it: it would then wait on a start-up
 * message that it does not send, and take the response of one query for that of another.
 *
 * @param connect opens the socket
 * @param onLost called once, when the connection is lost or cannot be made
 */
export function openSingleUseDriver(
  url: DatabaseUrl,
  options: DriverOptions,
  connect: () => Promise<Socket>,
  onLost: () => void,
): Driver {
  let [isOver, hasConnected]: [boolean, boolean] = [false, false]
  let socket: Socket | undefined
  const sql = postgres(urlForDriver(url), {
    ...options,
    max: 1,
    // the driver would also close a connection that is in the middle of a transaction
    max_lifetime: null,
    socket: connectOnce,
    onclose: lose,
  } as DriverOptions)
  return { sql, isUsable, end }

  async function connectOnce() {
    try {
      if (hasConnected) throw ended()
      hasConnected = true
      socket = await connect()
      if (!isOver) return socket
      socket.destroy()
      throw ended()
    } catch (error) {
      lose()
      throw error
    }
  }

  function isUsable() {
    // with TLS too, where the driver has a socket of its own on top
    if (socket?.destroyed) lose()
    return !isOver
  }

  function lose() {
    if (isOver) return
    end(0)
    onLost()
  }

  async function end(timeoutSeconds: number) {
    isOver = true
    await sql.end({ timeout: timeoutSeconds })
    // the driver leaves one alone that is not connected yet
    socket?.destroy()
  }
}

const ended = () =>
  Object.assign(new Error('the connection has ended'), { code: 'CONNECTION_ENDED' })
