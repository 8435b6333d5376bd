import type { Wire } from '@silla/client'

type Refusal = Wire['Fallo']['error']

/** A request that did not succeed: refused by the API, or without an answer of it. */
export class Failure extends Error {
  /** An error code of the API; OFFLINE without an answer; OUTDATED: see `loadCode`. */
  readonly code: Refusal['code'] | 'OFFLINE' | 'OUTDATED'
  /** The refusal as the API has sent it: its `message` is in the visitor's language. */
  readonly refusal: Refusal | null
  /** The time after which the API accepts the request again. */
  readonly retryAfterSeconds: number

  constructor(
    refusal: Refusal | null,
    { retryAfterSeconds = 0, isOutdated = false, cause }: Facts,
  ) {
    super(refusal?.message ?? '', { cause })
    this.code = refusal?.code ?? (isOutdated ? 'OUTDATED' : 'OFFLINE')
    this.refusal = refusal
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** Whether the same request may succeed later: nothing about it was wrong. */
  get isTemporary(): boolean {
    return (
      this.code === 'OFFLINE' ||
      this.code === 'RATE_LIMIT_EXCEEDED' ||
      this.code === 'SERVICE_UNAVAILABLE' ||
      this.code === 'INTERNAL_ERROR' ||
      this.code === 'IDEMPOTENCY_IN_PROGRESS'
    )
  }

  /** What is wrong with a field of the request's body; null when nothing is. */
  problemOf(field: string): string | null {
    return this.refusal?.detalles?.find(({ campo }) => campo === field)?.problema ?? null
  }
}

interface Facts {
  retryAfterSeconds?: number
  isOutdated?: boolean
  cause?: unknown
}

/**
 * Loads a file of the widget. With a connection, one that is not there belongs to an older release:
 * only a reload of the page helps.
 */
export const loadCode = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch((cause) => {
    throw new Failure(null, { isOutdated: navigator.onLine, cause })
  })

/** Everything that a request can throw, as a `Failure`; a mistake of ours stays what it is. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  // what `fetch` throws without a connection, and when a response is cut off or is no JSON
  if (error instanceof TypeError || error instanceof SyntaxError)
    return new Failure(null, { cause: error })
  throw error
}
