import { Refusal } from '@silla/errors'
import postgres from 'postgres'

/**
 * Runs work against the database and turns what can go wrong with the database itself (down,
 * stopping, too slow, out of connections) into SERVICE_UNAVAILABLE with Retry-After (D2); anything
 * else passes as it is.
 *
 * What came to nothing is tried once more: the database undid everything, or never heard of it.
 */
export async function mapDbErrors<T>(
  work: () => Promise<T>,
  deadlineMilliseconds = defaultTimeoutMilliseconds,
  tries = 2,
): Promise<T> {
  try {
    return await inTime(work(), deadlineMilliseconds)
  } catch (error) {
    if (tries > 1 && (isCollision(error) || isLastWord(error)))
      return mapDbErrors(work, deadlineMilliseconds, tries - 1)
    throw translated(error)
  }
}

/** A failed database is told within three seconds (D2). */
export const defaultTimeoutMilliseconds = 2800

/** A server that hangs gives no error of its own. */
async function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(unavailable(`no answer from the database within ${milliseconds} ms`)),
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

const isCollision = (error: unknown) =>
  error instanceof postgres.PostgresError && (error.code === '40P01' || error.code === '40001')

/**
 * What a server says before it hangs up, and the driver never tells it to whoever was answered by
 * it, who hears that the connection was closed. It tells it to whoever is to connect: because that
 * failed, or because it kept the last word of the connection before.
 */
const isLastWord = (error: unknown) =>
  error instanceof postgres.PostgresError && /^(FATAL|PANIC)$/.test(error.severity)

function translated(error: unknown): unknown {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && troubleCodes.test(code) ? unavailable(error) : error
}

/**
 * SQLSTATE classes 08 (connection), 53 (resources), 57P (shutdown), 58 (system); 57014 a statement
 * over its time, 55P03 a lock over its time, 25P0x a transaction ended for idling; the driver's own
 * words; Node's socket errors.
 */
const troubleCodes =
  /^(08|53)\w{3}$|^57P\w\w$|^58\w{3}$|^(57014|55P03|25P03|25P04|40P01|40001)$|^CONNECT|^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NOENT)$/

const unavailable = (cause: unknown) =>
  new Refusal('SERVICE_UNAVAILABLE', { cause, headers: { 'retry-after': '1' } })
