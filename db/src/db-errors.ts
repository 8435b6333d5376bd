import { Refusal } from '@silla/errors'
import postgres from 'postgres'
import { wasSent, withdraw } from './driver-internals.ts'
import type { Query, Sql } from './pool.ts'
import { requestDeadline, withDeadline } from './request-deadline.ts'

/**
 * One attempt at an operation of the database. The operation records here how far it has got, so
 * that the error of a failure states whether the operation may have taken effect.
 */
export interface Attempt {
  /** Whether the statement that commits has been sent. */
  mayHaveCommitted(): boolean
  /** Keeps that statement, which was not sent yet, from having an effect when it is sent later. */
  withdraw(): void
  /** The caller has received an error: the attempt must not commit any more. */
  isAbandoned: boolean
}

/**
 * A database failure must be reported within three seconds (D2), those included that a request
 * waited before.
 */
export const maxOutageMilliseconds = 2800

/**
 * Runs work against the database. Failures of the database itself (down, shutting down, too slow,
 * out of connections) become SERVICE_UNAVAILABLE with Retry-After (D2), a change by support whose access
 * has ended SESSION_ENDED (D66); other errors pass unchanged. When the work may have committed
 * nevertheless, because its statement was sent and remained without a response, the error has
 * `extra.outcomeUnknown` (D19).
 *
 * A deadlock, a serialization failure, a random id that exists already or a lost connection is
 * retried once, before the same deadline, if the database rolled everything back or never received
 * the statement that commits.
 */
export function mapDbErrors<T>(
  work: (attempt: Attempt) => Promise<T>,
  deadlineMilliseconds = maxOutageMilliseconds,
  attempts = 2,
): Promise<T> {
  const endsAt = performance.now() + deadlineMilliseconds
  return tryTo(work, Math.min(endsAt, requestDeadline() ?? endsAt), attempts)
}

/** A result that requests share, for each of them before its own deadline. */
export const sharedResult = <T>(result: Promise<T>): Promise<T> =>
  requestDeadline() === undefined ? result : mapDbErrors(() => result)

async function tryTo<T>(
  work: (attempt: Attempt) => Promise<T>,
  endsAt: number,
  attempts: number,
): Promise<T> {
  const attempt = newAttempt()
  try {
    return await withTimeout(work(attempt), attempt, endsAt)
  } catch (error) {
    const isLoss = isConnectionLoss(error) || isNodeLoss(error)
    const isUndone = isConflict(error) || (isLoss && !attempt.mayHaveCommitted())
    if (attempts > 1 && isUndone) return tryTo(work, endsAt, attempts - 1)
    throw mapError(error, attempt)
  }
}

const newAttempt = (): Attempt => ({
  mayHaveCommitted: () => false,
  withdraw: () => {},
  isAbandoned: false,
})

/**
 * Sends the statement that commits an attempt: a single statement, or the `commit` of a
 * transaction.
 *
 * @throws SERVICE_UNAVAILABLE when the attempt is abandoned; nothing is sent then
 */
export async function sendCommitting<Row extends object>(
  attempt: Attempt,
  createQuery: () => Query<Row>,
): Promise<postgres.RowList<Row[]>> {
  if (attempt.isAbandoned) throw unavailable('the deadline was over before the commit')
  const query = createQuery()
  attempt.mayHaveCommitted = () => wasSent(query)
  attempt.withdraw = () => withdraw(query)
  return (await query) as postgres.RowList<Row[]>
}

/** A server that hangs never returns an error. */
async function withTimeout<T>(work: Promise<T>, attempt: Attempt, endsAt: number): Promise<T> {
  const milliseconds = Math.max(0, endsAt - performance.now())
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    // In a busy process the timer may run before a response that has arrived in time is read.
    timer = setTimeout(() => setImmediate(abandon), milliseconds)

    function abandon() {
      attempt.isAbandoned = true
      const reason = `no response from the database within ${Math.round(milliseconds)} ms`
      const outcomeUnknown = attempt.mayHaveCommitted()
      if (!outcomeUnknown) attempt.withdraw()
      reject(unavailable(reason, outcomeUnknown))
    }
  })
  work.catch(() => {})
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}

const isConflict = (error: unknown) =>
  error instanceof postgres.PostgresError &&
  (error.code === '40P01' || error.code === '40001' || isKeyCollision(error))

/**
 * Ids are random and a salon's own; a second attempt sees who has taken an e-mail. A number at the end is
 * the shard that Citus appends. What another node reports has the name in its message alone.
 */
const isKeyCollision = ({ code, constraint_name: name, message }: postgres.PostgresError) =>
  code === '23505' && /(_pk|customers_email_key)(_\d+)?(?!\w)/.test(name ?? message)

/** The server's last message before it closes a connection, or the error of one that was lost. */
export function isConnectionLoss(error: unknown): boolean {
  const { code = '', severity = '' } = (error ?? {}) as { code?: string; severity?: string }
  return /^(FATAL|PANIC)$/.test(severity) || lossCodes.test(code)
}

function mapError(error: unknown, attempt: Attempt): unknown {
  const code = (error as { code?: unknown } | null)?.code
  if (code === supportEnded) return new Refusal('SESSION_ENDED', { cause: error })
  const isUnavailable =
    typeof code === 'string' && (unavailableCodes.test(code) || isNodeLoss(error))
  if (!isUnavailable) return error
  return unavailable(error, attempt.mayHaveCommitted() && !hasUndone(error))
}

/**
 * An error that the server reports has undone the statement, but for two: one that ends the connection may
 * reach a statement that has committed and waits for a standby, and a node that is lost while its part is committed
 * may have done so.
 */
const hasUndone = (error: unknown) =>
  error instanceof postgres.PostgresError && !isConnectionLoss(error) && !isNodeLoss(error)

/**
 * The connection of a Citus coordinator to a node was lost, or found lost by the first statement that uses it after
 * the node was started again, or the coordinator is killed while it waits for a node. The last two have no SQLSTATE of
 * their own. A node that could not be reached has done nothing.
 */
const isNodeLoss = (error: unknown) =>
  error instanceof postgres.PostgresError &&
  ((error.code.startsWith('08') && !/connection to server (at|on) /.test(error.message)) ||
    /^(postmaster was shut down, exiting$|failure on connection marked as essential: )/.test(
      error.message,
    ))

/** app.insert_audit_entry, when the access of support that changes something has ended. */
const supportEnded = 'SU001'

/** The driver's codes, Node's of the network, and Node's of a write to a socket that was just closed. */
const lossCodes = new RegExp(
  [
    /^CONNECTION_\w+$/,
    /^E(CONNRESET|CONNABORTED|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH)$/,
    /^ERR_(SOCKET_CLOSED|STREAM_DESTROYED|STREAM_WRITE_AFTER_END)$/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/**
 * SQLSTATE classes 08 (connection), 53 (resources), 57P (shutdown), 58 (system); 57014 statement
 * timeout, 55P03 lock timeout, 25P03 and 25P04 idle and transaction timeouts, 40P01 and 40001
 * conflicts; 25006 read-only, as a standby is; lost connections; servers that cannot be reached.
 */
const unavailableCodes = new RegExp(
  [
    /^(08|53|58)\w{3}$/,
    /^57P\w\w$/,
    /^(57014|55P03|25006|25P03|25P04|40P01|40001)$/,
    lossCodes,
    /^(CONNECT_TIMEOUT|E(CONNREFUSED|NOTFOUND|AI_AGAIN|NOENT))$/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/**
 * The address of the node that a request failed for; null for any other error. The coordinator of a
 * Citus cluster reports that it has no connection to it.
 */
export function failedNode(error: unknown): string | null {
  const cause = error instanceof Refusal ? error.cause : error
  if (!(cause instanceof postgres.PostgresError) || !cause.code.startsWith('08')) return null
  return /remote node \S*?@?([\w.:-]+:\d+)/.exec(cause.message)?.[1] ?? null
}

/** Whether a statement was ended because it took longer than its limit. */
export function isStatementTimeout(error: unknown): boolean {
  const cause = error instanceof Refusal ? error.cause : error
  return cause instanceof postgres.PostgresError && cause.code === '57014'
}

/**
 * Runs work of a business. A write of one that is closed for writing, because it moves, becomes
 * BUSINESS_MOVING with Retry-After: its transaction was made read-only (app.set_business). On a standby all
 * transactions are, and the error stays what it is.
 *
 * @param sql to look at the server after the failure
 */
export async function refuseWhileMoving<T>(sql: Sql, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  try {
    return await work()
  } catch (error) {
    if (!isReadOnly(error)) throw error
    const left = maxOutageMilliseconds - (performance.now() - startedAt)
    throw (await isWritable(sql, Math.max(left, 1000))) ? movingRefusal(causeOf(error)) : error
  }
}

function isReadOnly(error: unknown): boolean {
  const cause = causeOf(error)
  return cause instanceof postgres.PostgresError && cause.code === '25006'
}

const causeOf = (error: unknown): unknown => (error instanceof Refusal ? error.cause : error)

/** When the server of a pool was last seen to take writes, and who looks at the moment. */
interface WritableServer {
  seenAt: number
  looking: Promise<boolean> | null
}

const servers = new WeakMap<Sql, WritableServer>()

/** A primary that becomes a standby closes all connections, and takes longer than that. */
const seenForMilliseconds = 2000

/**
 * Whether transactions can write, if nothing makes them read-only; false when the server does not answer. A salon that
 * is closed refuses hundreds of writes a second: they share one look, which would wait among other reads.
 */
async function isWritable(sql: Sql, deadlineMilliseconds: number): Promise<boolean> {
  const server = servers.get(sql) ?? { seenAt: Number.NEGATIVE_INFINITY, looking: null }
  servers.set(sql, server)
  if (performance.now() - server.seenAt < seenForMilliseconds) return true
  server.looking ??= look(sql, deadlineMilliseconds)
    .catch(() => false)
    .finally(() => {
      server.looking = null
    })
  const isWritable = await server.looking
  if (isWritable) server.seenAt = performance.now()
  return isWritable
}

async function look(sql: Sql, deadlineMilliseconds: number): Promise<boolean> {
  // those who share it have deadlines of their own
  const [server] = await withDeadline(performance.now() + deadlineMilliseconds, () =>
    mapDbErrors(
      async () =>
        await sql<{ isWritable: boolean }[]>`
        select not pg_is_in_recovery() and current_setting('default_transaction_read_only') = 'off'
          as is_writable`,
      deadlineMilliseconds,
      1,
    ),
  )
  return server?.isWritable ?? false
}

/** The salon takes no changes for some seconds, or is a copy that is not served yet. */
export const movingRefusal = (cause?: unknown): Refusal =>
  new Refusal('BUSINESS_MOVING', { cause, headers: { 'retry-after': '5' } })

/** The database cannot serve a request now; the cause is for the log. */
export const unavailable = (cause: unknown, outcomeUnknown = false): Refusal =>
  new Refusal('SERVICE_UNAVAILABLE', {
    cause,
    headers: { 'retry-after': '1' },
    ...(outcomeUnknown && { extra: { outcomeUnknown } }),
  })

/** The name of the constraint that a statement has violated, without the number of a shard; null: another error. */
export function violatedConstraint(error: unknown): string | null {
  const { code, constraint_name: name, message } = error as Partial<postgres.PostgresError>
  if (!code?.startsWith('23')) return null
  // a node of a cluster sends the message only
  const [, named] = /constraint "([^"]+)"/.exec(message ?? '') ?? []
  return (name ?? named)?.replace(/_\d{6,}$/, '') ?? null
}
