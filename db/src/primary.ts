import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { type DatabaseHost, type DatabaseUrl, formatHosts } from './database-url.ts'
import { isSocketFolder, openSocket } from './driver-host.ts'
import { openSingleUseDriver } from './single-use-driver.ts'

/**
 * Knows which of the hosts of a URL is the primary; a single one always is. All connections of a
 * process to the same hosts share it.
 */
export interface PrimaryFinder {
  /**
   * The primary, after a query to all hosts if it is not known. After a loss it takes a moment, so
   * that a database that is down is not called more often than ten times a second.
   *
   * @throws Error with the code of a failed connection if none is
   */
  find(): Promise<DatabaseHost>
  /** A connection was lost, or could not be made: the primary may be another host now. */
  lost(): void
  /**
   * Ends the connection when another host has become the primary: a host that has lost its power or
   * network closes nothing. A connection that gets no response for a second makes the finder look.
   */
  watch(socket: Socket, host: DatabaseHost): Socket
}

const finders = new Map<string, PrimaryFinder>()

/** The finder of the hosts of a URL. */
export function primaryFinder(url: DatabaseUrl): PrimaryFinder {
  const hosts = formatHosts(url.hosts)
  const finder = finders.get(hosts) ?? openFinder(url)
  finders.set(hosts, finder)
  return finder
}

const pauseMilliseconds = 100
const checkMilliseconds = 500
const silentMilliseconds = 1000
const answerWithinMilliseconds = 2000

function openFinder(url: DatabaseUrl): PrimaryFinder {
  const [onlyHost, ...more] = url.hosts
  const hasSeveral = more.length > 0
  const watched = new Map<Socket, DatabaseHost>()
  let known: Promise<DatabaseHost> | null = null
  let isLookingAgain = false
  let lostAt = Number.NEGATIVE_INFINITY
  let isPausing = false

  return { find, lost, watch: hasSeveral ? watch : (socket) => socket }

  function find() {
    const found = known ?? look()
    known = found
    found.catch(() => {
      if (known === found) lost()
    })
    return found
  }

  function lost() {
    lostAt = performance.now()
    // a look that has not begun will see it
    if (!isPausing) known = null
  }

  async function look(): Promise<DatabaseHost> {
    const pause = lostAt + pauseMilliseconds - performance.now()
    if (pause > 0) {
      isPausing = true
      await wait(pause)
      isPausing = false
    }
    if (!hasSeveral) return onlyHost as DatabaseHost
    const primary = await queryHosts(url)
    endOthers(primary)
    return primary
  }

  function watch(socket: Socket, host: DatabaseHost): Socket {
    const timer = setInterval(checkSilent, checkMilliseconds)
    timer.unref()
    let [read, written, answeredAt] = [0, 0, performance.now()]
    watched.set(socket, host)
    return socket.once('close', forget)

    function checkSilent() {
      // with TLS the driver removes all listeners
      if (socket.destroyed) return forget()
      const owesResponse = socket.bytesRead === read && socket.bytesWritten > written
      if (!owesResponse) {
        // what was written before the last response needs none
        written = socket.bytesWritten
        read = socket.bytesRead
        answeredAt = performance.now()
      } else if (performance.now() - answeredAt >= silentMilliseconds) lookAgain()
    }

    function forget() {
      clearInterval(timer)
      watched.delete(socket)
    }
  }

  /** Until another primary is found the present one stays known: a slow statement is no failure. */
  async function lookAgain() {
    if (isLookingAgain) return
    isLookingAgain = true
    try {
      const primary = await queryHosts(url)
      known = Promise.resolve(primary)
      endOthers(primary)
    } catch {
      // no host has become the primary
    } finally {
      isLookingAgain = false
    }
  }

  function endOthers(primary: DatabaseHost) {
    for (const [socket, host] of watched) if (host !== primary) socket.destroy(lostPrimary(host))
  }
}

const lostPrimary = (host: DatabaseHost) =>
  Object.assign(new Error(`${formatHosts([host])} is no longer the primary`), {
    code: 'ECONNRESET',
  })

/**
 * The first host that answers that it is the primary. While a host is silent the others are queried
 * again, because one of them may be promoted meanwhile.
 */
async function queryHosts(url: DatabaseUrl): Promise<DatabaseHost> {
  const failed = new Set<DatabaseHost>()
  const over = new AbortController()
  try {
    return await Promise.any(url.hosts.map(untilPrimary))
  } catch (error) {
    const { errors } = error as AggregateError
    const rejected = errors.find(isRejection)
    if (rejected) throw rejected
    const reasons = errors.map((each) => (each as Error).message).join(', ')
    throw Object.assign(new Error(`none of ${formatHosts(url.hosts)} is the primary: ${reasons}`), {
      code: 'ECONNREFUSED',
    })
  } finally {
    over.abort()
  }

  async function untilPrimary(host: DatabaseHost): Promise<DatabaseHost> {
    for (;;) {
      try {
        return await assertPrimary(url, host)
      } catch (error) {
        failed.add(host)
        if (failed.size === url.hosts.length) over.abort()
        if (over.signal.aborted || isRejection(error)) throw error
        await wait(pauseMilliseconds, null, over).catch(() => {})
        if (over.signal.aborted) throw error
      }
    }
  }
}

/** A wrong password or database is the same everywhere. */
const isRejection = (error: unknown) =>
  error instanceof postgres.PostgresError && /^(28|3D)/.test(error.code)

async function assertPrimary(url: DatabaseUrl, host: DatabaseHost): Promise<DatabaseHost> {
  const { sql, end } = openSingleUseDriver(
    url,
    {
      connect_timeout: answerWithinMilliseconds / 1000,
      connection: { application_name: 'silla-find-primary' },
      onnotice: () => {},
      fetch_types: false,
      ...(isSocketFolder(host) && { ssl: false }),
    },
    async () => openSocket(host),
    () => {},
  )
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no response')), answerWithinMilliseconds)
  })
  try {
    const [row] = await Promise.race([sql`select pg_is_in_recovery() as standby`, late])
    if (row?.standby !== false) throw new Error(`${formatHosts([host])} is a standby`)
    return host
  } finally {
    clearTimeout(timer)
    await end(0)
  }
}
