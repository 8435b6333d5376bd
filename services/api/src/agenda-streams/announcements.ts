import type { Listener } from '@silla/db'
import type { FastifyInstance } from 'fastify'

/**
 * Changes that wait longer than this for a notification are seen late; a shorter time would be more
 * transactions, and those that notify are committed one after the other in the whole database.
 */
const waitMilliseconds = 100

/**
 * Notifies every process whose agendas may show something else, after requests that have changed anything:
 * also a hold or a note, which are no events. Who follows such a salon looks at once, and not within two
 * seconds. The changes of all salons in a tenth of a second are announced together, after they were
 * committed: a notification in each of their transactions would make these wait for each other.
 */
export function addAnnouncements(app: FastifyInstance, listener: Listener): void {
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.hasCommitted) {
      changed.add(request.context.tenant.businessId)
      timer ??= setTimeout(announce, waitMilliseconds)
    }
    done()
  })
  app.addHook('preClose', async () => clearTimeout(timer))

  function announce() {
    timer = undefined
    const businessIds = [...changed]
    changed.clear()
    // when it fails, those who follow the salons look by themselves
    listener.notify('silla_events', businessIds).catch(() => {})
  }
}
