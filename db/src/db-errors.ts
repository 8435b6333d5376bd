import { Refusal } from '@silla/errors'
import postgres from 'postgres'

/**
 * Runs work against the database. Failures of the database itself (down, shutting down, too slow,
 * out of connections) become SERVICE_UNAVAILABLE with Retry-After (D2); other errors pass
 * unchanged.
 *
 * A deadlock, a serialization failure or a closed connection is retried once: the database rolled
 * everything back, or never received the statement.
 */
export async function mapDbErrors<T>(
  work: () => Promise<T>,
  deadlineMilliseconds = defaultTimeoutMilliseconds,
  attempts = 2,
): Promise<T> {
  try {
    return await withTimeout(work(), deadlineMilliseconds)
  } catch (error) {
    if (attempts > 1 && (isConflict(error) || isFatal(error)))
      return mapDbErrors(work, deadlineMilliseconds, attempts - 1)
    throw mapError(error)
  }
}

/** A database failure must be reported within three seconds (D2). */
export const defaultTimeoutMilliseconds = 2800

/** A server that hangs never returns an error. */
async function withTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(unavailable(`no response from the database within ${milliseconds} ms`)),
      milliseconds,
    )
  })
  work.catch(() => {})
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}

const isConflict = (error: unknown) =>
  error instanceof postgres.PostgresError && (error.code === '40P01' || error.code === '40001')

/**
 * The server's last message before it closes a connection. The driver does not report it to the
 * query that was running, which fails with CONNECTION_CLOSED. It reports it to the next query that
 * needs the connection, either because connecting failed or because it kept the message of the
 * closed connection. That query was never sent, so it can be retried.
 */
const isFatal = (error: unknown) =>
  error instanceof postgres.PostgresError && /^(FATAL|PANIC)$/.test(error.severity)

function mapError(error: unknown): unknown {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && unavailableCodes.test(code) ? unavailable(error) : error
}

/**
 * SQLSTATE classes 08 (connection), 53 (resources), 57P (shutdown), 58 (system); 57014 statement
 * timeout, 55P03 lock timeout, 25P03 and 25P04 idle and transaction timeouts, 40P01 and 40001
 * conflicts; the driver's own codes; Node's socket errors.
 */
const unavailableCodes = new RegExp(
  [
    /^(08|53|58)\w{3}$/,
    /^57P\w\w$/,
    /^(57014|55P03|25P03|25P04|40P01|40001)$/,
    /^CONNECT/,
    /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NOENT)$/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

const unavailable = (cause: unknown) =>
  new Refusal('SERVICE_UNAVAILABLE', { cause, headers: { 'retry-after': '1' } })
