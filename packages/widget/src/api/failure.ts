import type { Wire } from '@silla/client'

type Refusal = Wire['Fallo']['error']

/** A request that did not succeed: refused by the API, or without an answer of it. */
export class Failure extends Error {
  /** An error code of the API; OFFLINE without an answer. */
  readonly code: Refusal['code'] | 'OFFLINE'
  /** The refusal as the API has sent it: its `message` is in the visitor's language. */
  readonly refusal: Refusal | null
  /** The time after which the API accepts the request again. */
  readonly retryAfterSeconds: number
  /** The origin at which the salon is served now, with BUSINESS_MOVED. */
  readonly movedTo: string | null

  constructor(
    refusal: Refusal | null,
    {
      retryAfterSeconds = 0,
      movedTo = null,
      cause,
    }: { retryAfterSeconds?: number; movedTo?: string | null; cause?: unknown } = {},
  ) {
    super(refusal?.message ?? '', { cause })
    this.code = refusal?.code ?? 'OFFLINE'
    this.refusal = refusal
    this.retryAfterSeconds = retryAfterSeconds
    this.movedTo = movedTo
  }

  /** Whether the same request may succeed later: nothing about it was wrong. */
  get isTemporary(): boolean {
    return (
      this.code === 'OFFLINE' ||
      this.code === 'RATE_LIMIT_EXCEEDED' ||
      this.code === 'SERVICE_UNAVAILABLE' ||
      this.code === 'BUSINESS_MOVING' ||
      this.code === 'INTERNAL_ERROR' ||
      this.code === 'IDEMPOTENCY_IN_PROGRESS'
    )
  }

  /** What is wrong with a field of the request's body; null when nothing is. */
  problemOf(field: string): string | null {
    return this.refusal?.detalles?.find(({ campo }) => campo === field)?.problema ?? null
  }
}

/** Everything that a request can throw, as a `Failure`; a mistake of ours stays what it is. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  // what `fetch` throws without a connection, and when a response is cut off or is no JSON
  if (error instanceof TypeError || error instanceof SyntaxError)
    return new Failure(null, { cause: error })
  throw error
}

/** A file that is loaded when it is needed. @throws Failure without a connection */
export const loaded = <T>(file: Promise<T>): Promise<T> =>
  file.catch((error) => {
    throw toFailure(error)
  })
