import type { Socket } from 'node:net'
import postgres from 'postgres'
import { type DatabaseHost, type DatabaseUrl, formatHosts } from './database-url.ts'
import { openHost } from './driver-host.ts'

/** Knows which of several hosts is the primary. All pools of a process with the same hosts share it. */
export interface PrimaryFinder {
  /**
   * The primary, after a query to all hosts if it is not known.
   *
   * @throws Error with the code of a failed connection if none is
   */
  find(): Promise<DatabaseHost>
  /** A connection has ended: the primary may be another host now. */
  forget(): void
  /**
   * Ends the connection when it gets no response and another host has become the primary: a host
   * that has lost its power or network closes nothing.
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

function openFinder(url: DatabaseUrl): PrimaryFinder {
  let known: Promise<DatabaseHost> | null = null
  const finder: PrimaryFinder = {
    find() {
      const found = known ?? queryHosts(url)
      known = found
      found.catch(() => {
        if (known === found) known = null
      })
      return found
    },
    forget() {
      known = null
    },
    watch(socket, host) {
      const timer = setInterval(checkSilent, silentMilliseconds)
      timer.unref()
      let read = 0
      let written = 0
      return socket.once('close', () => clearInterval(timer))

      async function checkSilent() {
        const owesResponse = socket.bytesRead === read && socket.bytesWritten > written
        // what was written before the last response needs none
        if (!owesResponse) written = socket.bytesWritten
        read = socket.bytesRead
        if (socket.destroyed) clearInterval(timer)
        else if (owesResponse && (await hasMoved(host))) socket.destroy(lostPrimary(host))
      }
    },
  }
  return finder

  async function hasMoved(host: DatabaseHost): Promise<boolean> {
    finder.forget()
    return finder.find().then(
      (primary) => primary !== host,
      () => false,
    )
  }
}

const silentMilliseconds = 2000
const answerWithinMilliseconds = 2000

const lostPrimary = (host: DatabaseHost) =>
  Object.assign(new Error(`${formatHosts([host])} is no longer the primary`), {
    code: 'ECONNRESET',
  })

/** The first host that answers that it is the primary. */
async function queryHosts(url: DatabaseUrl): Promise<DatabaseHost> {
  try {
    return await Promise.any(url.hosts.map((host) => assertPrimary(url, host)))
  } catch (error) {
    const { errors } = error as AggregateError
    // a wrong password or database is the same everywhere
    const rejected = errors.find((each) => each instanceof postgres.PostgresError)
    const isRejected = rejected && /^(28|3D)/.test(rejected.code)
    if (isRejected) throw rejected
    const reasons = errors.map((each) => (each as Error).message).join(', ')
    throw Object.assign(new Error(`none of ${formatHosts(url.hosts)} is the primary: ${reasons}`), {
      code: 'ECONNREFUSED',
    })
  }
}

async function assertPrimary(url: DatabaseUrl, host: DatabaseHost): Promise<DatabaseHost> {
  const sql = openHost(url, host, {
    max: 1,
    connect_timeout: answerWithinMilliseconds / 1000,
    connection: { application_name: 'silla-find-primary' },
    onnotice: () => {},
    fetch_types: false,
  })
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
    await sql.end({ timeout: 0 })
  }
}
