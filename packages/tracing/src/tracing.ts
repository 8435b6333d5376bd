import type { IncomingMessage, RequestListener } from 'node:http'
import type { Processors } from '@silla/core'
import type { DbTracing } from '@silla/db'

/**
 * What a process records as spans: requests, database operations, jobs and calls to the payment
 * processor. Attributes are ids, names and numbers: no URL, which may contain a booking's code or a
 * key, no statement, no payload and no message of an error.
 */
export interface Tracing extends DbTracing {
  /**
   * A listener that records a span for each request, as a child of the client's span if the request
   * has a `traceparent` header.
   */
  listener(next: RequestListener): RequestListener
  /** Runs work as part of a request's span, wherever it was called from. */
  within<T>(request: IncomingMessage, work: () => T): T
  /** Adds what is known about a request once it was routed; `route` is a pattern. */
  describe(request: IncomingMessage, known: { route: string; businessId: string | undefined }): void
  /** One attempt at a job. */
  job<T>(job: TracedJob, run: () => Promise<T>): Promise<T>
  /** The same processors, whose calls are recorded. */
  processors(processors: Processors): Processors
  /** Called when spans could not be sent: once, until some were sent again. */
  onFailure(listener: (error: unknown) => void): void
  /** Sends what has not been sent yet; gives up after a second. */
  close(): Promise<void>
}

export interface TracedJob {
  task: string
  attempt: number
  businessId: string | null
}
