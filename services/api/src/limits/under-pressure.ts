import { Refusal } from '@silla/errors'
import type { FastifyInstance } from 'fastify'

const sampleMilliseconds = 100

/** Whether this process is overloaded. */
export interface LoadMonitor {
  /** Why requests should be rejected now; null: they should not. */
  overload(): string | null
  close(): void
}

/**
 * Measures how much the event loop is delayed: how late a timer fires, averaged with the samples
 * before, so that a single long pause is no overload.
 *
 * @param maxDelayMilliseconds above it the process is overloaded; null: it never is
 */
export function openLoadMonitor(maxDelayMilliseconds: number | null): LoadMonitor {
  if (maxDelayMilliseconds === null) return { overload: () => null, close() {} }
  let delay = 0
  let sampledAt = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    delay = (delay + Math.max(0, now - sampledAt - sampleMilliseconds)) / 2
    sampledAt = now
  }, sampleMilliseconds).unref()
  return {
    overload: () =>
      delay > maxDelayMilliseconds ? `the event loop is delayed by ${Math.round(delay)} ms` : null,
    close: () => clearInterval(timer),
  }
}

/**
 * Sheds load: fails requests with 503 while the process is overloaded (D2), because a response after
 * the client's timeout costs as much as one in time.
 */
export function addUnderPressure(app: FastifyInstance, load: LoadMonitor): void {
  app.addHook('onClose', async () => load.close())
  app.addHook('onRequest', (_request, _reply, done) => {
    const refusal = overloadOf(load)
    if (refusal !== null) throw refusal
    done()
  })
}

/** SERVICE_UNAVAILABLE while the process is overloaded; else null. */
export function overloadOf(load: LoadMonitor): Refusal | null {
  const cause = load.overload()
  return cause === null
    ? null
    : new Refusal('SERVICE_UNAVAILABLE', { headers: { 'retry-after': '2' }, cause })
}
