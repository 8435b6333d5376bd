import { fail } from '@silla/errors'
import type { FastifyInstance } from 'fastify'

const lookEveryMilliseconds = 100

/**
 * Refuses at once, with 503, while this process is too far behind (D2): an answer that comes when
 * nobody waits any more costs as much as one in time. How far behind it is shows in how late a
 * timer goes off; one late moment alone counts half, so that a single long pause refuses nobody.
 *
 * @param mostDelayMilliseconds null: never
 */
export function addUnderPressure(app: FastifyInstance, mostDelayMilliseconds: number | null): void {
  if (mostDelayMilliseconds === null) return
  let delay = 0
  let lookedAt = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    delay = (delay + Math.max(0, now - lookedAt - lookEveryMilliseconds)) / 2
    lookedAt = now
  }, lookEveryMilliseconds).unref()
  app.addHook('onClose', async () => clearInterval(timer))

  app.addHook('onRequest', (_request, _reply, done) => {
    if (delay > mostDelayMilliseconds) {
      fail('SERVICE_UNAVAILABLE', {
        headers: { 'retry-after': '2' },
        cause: `behind by ${Math.round(delay)} ms`,
      })
    }
    done()
  })
}
