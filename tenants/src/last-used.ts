import { apiKeyQueries, type TenantDb } from '@silla/db'
import { LRUCache } from 'lru-cache'

export interface LastUsedRecorder {
  /** Records that a key was used; on the request path this is one map look-up. */
  record(key: { keyId: string; businessId: string }, now: number): void
  /** Writes what has not been written yet. */
  close(): Promise<void>
}

/**
 * Collects the last use of keys for some seconds and writes it in one transaction per business. A
 * key is written at most once a minute. A failed write is reported to `onError` and dropped.
 */
export function openLastUsedRecorder(options: {
  tenantDb: (businessId: string) => TenantDb
  clock: () => number
  onError: (error: unknown) => void
}): LastUsedRecorder {
  const { tenantDb, clock, onError } = options
  const recordedAt = new LRUCache<string, number>({ max: 10_000 })
  let pending = new Map<string, Set<string>>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function record({ keyId, businessId }: { keyId: string; businessId: string }, now: number): void {
    const last = recordedAt.get(keyId)
    if (last !== undefined && Math.abs(now - last) < recordIntervalMilliseconds) return
    recordedAt.set(keyId, now)
    const keyIds = pending.get(businessId)
    if (keyIds === undefined) pending.set(businessId, new Set([keyId]))
    else keyIds.add(keyId)
    timer ??= setTimeout(flush, flushDelayMilliseconds).unref()
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const batch = pending
    pending = new Map()
    writing = writing.then(() => write(batch))
  }

  async function write(batch: Map<string, Set<string>>): Promise<void> {
    const at = new Date(clock())
    for (const [businessId, keyIds] of batch) {
      try {
        await tenantDb(businessId).transaction(
          async (tx) => void (await apiKeyQueries.recordLastUsed(tx, [...keyIds], at)),
        )
      } catch (error) {
        onError(error)
      }
    }
  }

  return {
    record,
    close() {
      flush()
      return writing
    },
  }
}

const recordIntervalMilliseconds = 60_000
const flushDelayMilliseconds = 5000
