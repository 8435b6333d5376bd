import { fail } from '@silla/errors'
import type { FastifyInstance } from 'fastify'

const sampleMilliseconds = 100

/**
 * Sheds load: fails requests with 503 while the event loop is delayed too much (D2), because a
 * response after the client's timeout costs as much as one in time. The delay is how late a timer
 * fires, averaged with the samples before, so that a single long pause rejects nothing.
 *
 * @param maxDelayMilliseconds null: never
 */
export function addUnderPressure(app: FastifyInstance, maxDelayMilliseconds: number | null): void {
  if (maxDelayMilliseconds === null) return
  let delay = 0
  let sampledAt = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    delay = (delay + Math.max(0, now - sampledAt - sampleMilliseconds)) / 2
    sampledAt = now
  }, sampleMilliseconds).unref()
  app.addHook('onClose', async () => clearInterval(timer))

  app.addHook('onRequest', (_request, _reply, done) => {
    if (delay > maxDelayMilliseconds) {
      fail('SERVICE_UNAVAILABLE', {
        headers: { 'retry-after': '2' },
        cause: `the event loop is delayed by ${Math.round(delay)} ms`,
      })
    }
    done()
  })
}
