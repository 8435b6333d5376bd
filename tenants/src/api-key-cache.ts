import { apiKeyQueries, type Listener, type Sql, type TenantDb } from '@silla/db'
import { fail } from '@silla/errors'
import { LRUCache } from 'lru-cache'
import { hashApiKey, type KeyKind, type KeyLabel, readApiKey } from './api-key.ts'
import { openLastUsedRecorder } from './last-used.ts'

export type BusinessMode = 'live' | 'test' | 'demo'

/**
 * The business behind a key. A suspended one is told as such: refusing it is the door's decision
 * (D8).
 */
export interface Principal {
  keyId: string
  businessId: string
  slug: string
  mode: BusinessMode
  status: 'active' | 'suspended'
  kind: KeyKind
  /** Origins a browser may use the key from; empty: any (D8b). */
  origins: string[]
  /** How often a minute the business's keys may ask, by name, where that is not the usual (D27). */
  rates: Readonly<Record<string, number>>
}

export interface ApiKeyCache {
  /**
   * Who holds this key. Notes the key's use on the side. Throws API_KEY_REQUIRED without a key,
   * INVALID_API_KEY for one that is malformed, unknown, expired or revoked.
   */
  holderOf(key: string | undefined): Promise<Principal>
  /**
   * The same at once where the answer is remembered; undefined: the database would have to be
   * asked. Throws as `holderOf` does.
   */
  rememberedHolder(key: string | undefined): Principal | undefined
  /** Keys that were remembered when they came, and those that had to be looked up. */
  readonly lookUps: Readonly<{ hits: number; misses: number }>
  /** Writes down the uses noted so far; nothing may be asked afterwards. */
  close(): Promise<void>
}

export interface ApiKeyCacheOptions {
  /** The pool through which registry.find_api_key is asked. */
  registry: Sql
  /** The way to a business's rows, where the uses of its keys are written. */
  door: (businessId: string) => TenantDb
  notices: Listener
  /** Milliseconds since 1970. */
  clock: () => number
  /** Where a failure to note a use is told; it never reaches a request. */
  onError?: (error: unknown) => void
}

/**
 * From API key to business (D8). Answers, known and unknown keys alike, are remembered for at most
 * a second and all dropped as soon as any key or business changes, so that a revocation holds on
 * every process at once and within a second even where the notice was lost.
 */
export function openApiKeyCache({
  registry,
  door: db,
  notices,
  clock,
  onError = () => {},
}: ApiKeyCacheOptions): ApiKeyCache {
  const lookups = new LRUCache<string, Lookup>({ max: rememberedKeys })
  const counts = { hits: 0, misses: 0 }
  const uses = openLastUsedRecorder({ door: db, clock, onError })
  const forgetAll = () => lookups.clear()
  notices.on('silla_keys', forgetAll)
  notices.onGap(forgetAll)

  async function holderOf(key: string | undefined): Promise<Principal> {
    const lookup = lookUp(given(key))
    return admitted(lookup, await lookup.answer)
  }

  function rememberedHolder(key: string | undefined): Principal | undefined {
    const lookup = remembered(given(key), clock())
    if (lookup === undefined && readApiKey(given(key)) === null) fail('INVALID_API_KEY')
    if (lookup?.found === undefined) return undefined
    counts.hits++
    return admitted(lookup, lookup.found)
  }

  function admitted({ label }: Lookup, found: apiKeyQueries.FoundApiKey | null): Principal {
    if (found === null || !isValid(found, label, clock())) fail('INVALID_API_KEY')
    uses.note(found)
    return found
  }

  /**
   * One question at a time for each key; an answer's age counts from when it was asked, not from
   * when it came.
   */
  function lookUp(key: string): Lookup {
    const now = clock()
    const known = remembered(key, now)
    if (known !== undefined) return known
    const { label } = readApiKey(key) ?? fail('INVALID_API_KEY')
    counts.misses++
    const lookup: Lookup = {
      askedAt: now,
      label,
      answer: apiKeyQueries.findApiKey(registry, hashApiKey(key)),
    }
    lookups.set(key, lookup)
    lookup.answer.then(
      (found) => {
        lookup.found = found
      },
      () => {
        if (lookups.peek(key) === lookup) lookups.delete(key)
      },
    )
    return lookup
  }

  function remembered(key: string, now: number): Lookup | undefined {
    const lookup = lookups.get(key)
    return lookup !== undefined && isFresh(lookup, now) ? lookup : undefined
  }

  return { holderOf, rememberedHolder, lookUps: counts, close: uses.close }
}

const given = (key: string | undefined): string => key || fail('API_KEY_REQUIRED')

interface Lookup {
  askedAt: number
  /** What the key's own text says. */
  label: KeyLabel
  answer: Promise<apiKeyQueries.FoundApiKey | null>
  /** The answer, once it has come. */
  found?: apiKeyQueries.FoundApiKey | null
}

const rememberedKeys = 10_000
const rememberedMs = 1000

/** A clock that was set back makes an answer look young for long: it counts as old. */
const isFresh = (lookup: Lookup, now: number): boolean =>
  now >= lookup.askedAt && now - lookup.askedAt < rememberedMs

/**
 * The label must be the business's: a fixed demo key says `test` and can never open a live salon.
 */
function isValid(found: apiKeyQueries.FoundApiKey, label: KeyLabel, now: number): boolean {
  if (found.revokedAt !== null) return false
  if (found.expiresAt !== null && found.expiresAt.getTime() <= now) return false
  return label === labelOf(found.mode)
}

/** What the keys of a business say about it (D8). */
export const labelOf = (mode: BusinessMode): KeyLabel => (mode === 'live' ? 'live' : 'test')
