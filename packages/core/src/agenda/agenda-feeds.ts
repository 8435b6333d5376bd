import { AsyncLocalStorage } from 'node:async_hooks'
import type { Listener, TenantDb } from '@silla/db'
import type { Clock } from '../clock.ts'
import { type AgendaFeed, type AgendaReader, openAgendaReader } from './agenda-reader.ts'

/** Notifies the open agendas of a process of what has changed at their salons (D70). */
export interface AgendaFeeds {
  /**
   * @param clock of the business
   * @throws SERVICE_UNAVAILABLE when nobody follows the salon yet and the database does not respond
   */
  open(businessId: string, clock: Clock): Promise<AgendaFeed>
  /** How many salons are followed. */
  size(): number
  close(): void
}

/**
 * Each salon has one reader, however many follow it. It reads when a notification says that something has
 * changed, and every two seconds, because notifications may be lost.
 *
 * @param onError called when the database fails, once until it responds again
 */
export function openAgendaFeeds({
  tenantDb,
  listener,
  onError,
  pollMilliseconds = 2000,
}: {
  tenantDb: (businessId: string) => TenantDb
  listener: Listener
  onError: (error: unknown) => void
  pollMilliseconds?: number
}): AgendaFeeds {
  const readers = new Map<string, AgendaReader>()
  // what is read for all followers belongs to no request, and has no deadline of one
  const outsideOfRequests = AsyncLocalStorage.snapshot()
  for (const channel of ['silla_events', 'silla_catalog'] as const)
    listener.on(channel, (businessId) => readers.get(businessId)?.wake())
  listener.onGap(() => {
    for (const reader of readers.values()) reader.wake()
  })

  return {
    open: (businessId, clock) =>
      outsideOfRequests(() => (readers.get(businessId) ?? start(businessId)).join(clock)),
    size: () => readers.size,
    close() {
      for (const reader of readers.values()) reader.close()
    },
  }

  function start(businessId: string): AgendaReader {
    const reader = openAgendaReader(tenantDb(businessId), {
      pollMilliseconds,
      onError,
      onClose: () => {
        if (readers.get(businessId) === reader) readers.delete(businessId)
      },
    })
    readers.set(businessId, reader)
    return reader
  }
}
