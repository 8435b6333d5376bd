import { apiKeyQueries, type TenantDb } from '@silla/db'
import { LRUCache } from 'lru-cache'

export interface LastUsedRecorder {
  /** Remembers that a key was used; costs a request one look into a map. */
  note(key: { keyId: string; businessId: string }): void
  /** Writes down what is still remembered. */
  close(): Promise<void>
}

/**
 * The last use of keys, gathered for some seconds and then written business by business, each
 * through its own door. A key is written at most once a minute; what cannot be written is told to
 * `onError` and let go.
 */
export function openLastUsedRecorder(options: {
  door: (businessId: string) => TenantDb
  clock: () => number
  onError: (error: unknown) => void
}): LastUsedRecorder {
  const { door: db, clock, onError } = options
  const notedAt = new LRUCache<string, number>({ max: 10_000 })
  let pending = new Map<string, Set<string>>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function note({ keyId, businessId }: { keyId: string; businessId: string }): void {
    const now = clock()
    const last = notedAt.get(keyId)
    if (last !== undefined && Math.abs(now - last) < notedEveryMs) return
    notedAt.set(keyId, now)
    const keyIds = pending.get(businessId)
    if (keyIds === undefined) pending.set(businessId, new Set([keyId]))
    else keyIds.add(keyId)
    timer ??= setTimeout(flush, gatheredMs).unref()
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
        await db(businessId).transaction(
          async (tx) => void (await apiKeyQueries.recordLastUsed(tx, [...keyIds], at)),
        )
      } catch (error) {
        onError(error)
      }
    }
  }

  return {
    note,
    close() {
      flush()
      return writing
    },
  }
}

const notedEveryMs = 60_000
const gatheredMs = 5000
