import {
  apiKeyQueries,
  type Listener,
  movedBusinessQueries,
  type ServedStatus,
  type Sql,
  type TenantDb,
} from '@silla/db'
import { fail } from '@silla/errors'
import { LRUCache } from 'lru-cache'
import { hashApiKey, type KeyKind, type KeyLabel, readApiKey } from './api-key.ts'
import { openLastUsedRecorder } from './last-used.ts'

export type BusinessMode = 'live' | 'test' | 'demo'

/**
 * The business that a key, the session of a member of staff, or the access of support belongs to. A
 * suspended one, and a copy that is not served yet, are returned too; the API decides to refuse them (D8).
 */
export interface Principal {
  /** Of a member of staff `staff <id>`, of support `support <id>`. */
  keyId: string
  businessId: string
  slug: string
  mode: BusinessMode
  status: ServedStatus
  kind: KeyKind | 'staff' | 'support'
  /** By which the audit log names the key or the person; empty for a page and a calendar. */
  name: string
  /** Origins a browser may use the key from; empty: any (D8b). */
  origins: string[]
  /** Rate limits that differ from the default, by name, in requests per minute (D27). */
  rates: Readonly<Record<string, number>>
  /** How far the clock of the business is ahead of real time; 0 for a live one (D44). */
  clockOffsetMilliseconds: number
  /** The key of the salon's booking page: it works on the platform's own origins only. */
  forPage: boolean
}

export interface ApiKeyCache {
  /**
   * Resolves a key to its principal and records the key's use in the background. Throws
   * API_KEY_REQUIRED without a key, INVALID_API_KEY for one that is malformed, unknown, expired
   * or revoked, and BUSINESS_MOVED for one whose salon is served elsewhere now.
   */
  resolve(key: string | undefined): Promise<Principal>
  /**
   * The same, synchronously, from the cache; undefined if a look-up is needed. Throws as `resolve`
   * does.
   */
  cached(key: string | undefined): Principal | undefined
  /**
   * The business of a key that was valid when it was last looked up, at whatever time; undefined for
   * other keys.
   */
  businessOf(key: string): string | undefined
  /** Whether a look-up of the key is running, which `resolve` would join. */
  isLookingUp(key: string): boolean
  /**
   * The principal of a key that is cached and valid, else undefined. Records nothing: a caller that
   * serves the request calls `recordUse`.
   *
   * @param now milliseconds since 1970
   */
  peek(key: string, now: number): Principal | undefined
  recordUse(principal: Principal, now: number): void
  /** How many keys were cached, and how many had to be looked up. */
  readonly lookups: Readonly<{ hits: number; misses: number }>
  /** Writes the uses recorded so far; nothing may be resolved afterwards. */
  close(): Promise<void>
}

export interface ApiKeyCacheOptions {
  /** The pool for registry.find_key. */
  registry: Sql
  /** The TenantDb of a business, for recording the uses of its keys. */
  tenantDb: (businessId: string) => TenantDb
  listener: Listener
  /** Milliseconds since 1970. */
  clock: () => number
  /** Called when a use cannot be recorded; requests are not affected. */
  onError?: (error: unknown) => void
}

/**
 * Resolves API keys to businesses (D8). Results, for known and unknown keys alike, are cached for
 * at most a second, and all of them are dropped when any key or business changes. So every process
 * refuses a revoked key at once, and within a second even if the notification is lost.
 */
export function openApiKeyCache({
  registry,
  tenantDb,
  listener,
  clock,
  onError = () => {},
}: ApiKeyCacheOptions): ApiKeyCache {
  const cache = new LRUCache<string, Lookup>({ max: maxEntries })
  const businesses = new LRUCache<string, string>({ max: maxEntries })
  const lookups = { hits: 0, misses: 0 }
  const lastUsed = openLastUsedRecorder({ tenantDb, clock, onError })
  const clear = () => cache.clear()
  listener.on('silla_keys', clear)
  listener.onGap(clear)

  async function resolve(key: string | undefined): Promise<Principal> {
    const lookup = lookUp(required(key))
    return validate(lookup, await lookup.pending, clock())
  }

  function cached(key: string | undefined): Principal | undefined {
    const now = clock()
    const lookup = freshEntry(required(key), now)
    if (lookup === undefined && readApiKey(required(key)) === null) fail('INVALID_API_KEY')
    if (lookup?.found === undefined) return undefined
    lookups.hits++
    return validate(lookup, lookup.found, now)
  }

  function peek(key: string, now: number): Principal | undefined {
    const lookup = freshEntry(key, now)
    return lookup?.found && isValid(lookup.found, lookup.label, now) ? lookup.found : undefined
  }

  function recordUse(principal: Principal, now: number): void {
    lookups.hits++
    lastUsed.record(principal, now)
  }

  function validate(
    { label, movedTo }: Lookup,
    found: apiKeyQueries.FoundApiKey | null,
    now: number,
  ): Principal {
    if (movedTo !== null) fail('BUSINESS_MOVED', { headers: { location: movedTo } })
    if (found === null || !isValid(found, label, now)) fail('INVALID_API_KEY')
    lastUsed.record(found, now)
    return found
  }

  /**
   * Runs one look-up at a time per key. An entry's age counts from the start of the query, not from
   * its end.
   */
  function lookUp(key: string): Lookup {
    const now = clock()
    const fresh = freshEntry(key, now)
    if (fresh !== undefined) return fresh
    const { label } = readApiKey(key) ?? fail('INVALID_API_KEY')
    lookups.misses++
    const lookup: Lookup = { startedAt: now, label, movedTo: null, pending: Promise.resolve(null) }
    lookup.pending = findKey(lookup, hashApiKey(key))
    cache.set(key, lookup)
    lookup.pending.then(
      (found) => {
        lookup.found = found
        if (found === null) businesses.delete(key)
        else businesses.set(key, found.businessId)
      },
      () => {
        if (cache.peek(key) === lookup) cache.delete(key)
      },
    )
    return lookup
  }

  async function findKey(
    lookup: Lookup,
    keyHash: Buffer,
  ): Promise<apiKeyQueries.FoundApiKey | null> {
    const found = await apiKeyQueries.findApiKey(registry, keyHash)
    if (found === null) lookup.movedTo = await movedBusinessQueries.findMovedHash(registry, keyHash)
    return found
  }

  function freshEntry(key: string, now: number): Lookup | undefined {
    const lookup = cache.get(key)
    return lookup !== undefined && isFresh(lookup, now) ? lookup : undefined
  }

  function isLookingUp(key: string): boolean {
    const lookup = freshEntry(key, clock())
    return lookup !== undefined && lookup.found === undefined
  }

  return {
    resolve,
    cached,
    peek,
    recordUse,
    businessOf: (key) => businesses.get(key),
    isLookingUp,
    lookups,
    close: lastUsed.close,
  }
}

const required = (key: string | undefined): string => key || fail('API_KEY_REQUIRED')

interface Lookup {
  startedAt: number
  /** The label in the key's text. */
  label: KeyLabel
  pending: Promise<apiKeyQueries.FoundApiKey | null>
  /** The origin at which its salon is served now; null: it has not moved from here. */
  movedTo: string | null
  /** The result; undefined while the query is running. */
  found?: apiKeyQueries.FoundApiKey | null
}

const maxEntries = 10_000
const maxAgeMilliseconds = 1000

/** After the clock was set back, an entry would seem fresh for too long: it counts as stale. */
const isFresh = (lookup: Lookup, now: number): boolean =>
  now >= lookup.startedAt && now - lookup.startedAt < maxAgeMilliseconds

/**
 * The label must match the business's mode: a fixed demo key has the label `test` and can never
 * give access to a live salon.
 */
function isValid(found: apiKeyQueries.FoundApiKey, label: KeyLabel, now: number): boolean {
  if (found.revokedAt !== null) return false
  if (found.expiresAt !== null && found.expiresAt.getTime() <= now) return false
  return label === labelOf(found.mode)
}

/** The label in the keys of a business (D8). */
export const labelOf = (mode: BusinessMode): KeyLabel => (mode === 'live' ? 'live' : 'test')
