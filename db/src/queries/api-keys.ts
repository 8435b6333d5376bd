import { mapDbErrors } from '../db-errors.ts'
import type { Query, Sql } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { Transaction } from '../transaction.ts'
import type { Mode, ServedStatus } from '../types/values.ts'

/** An API key as it is stored, without its hash. */
export interface StoredApiKey {
  keyId: string
  businessId: string
  kind: 'publishable' | 'secret'
  prefix: string
  lastFour: string
  name: string
  origins: string[]
  createdAt: Date
  expiresAt: Date | null
  revokedAt: Date | null
  rotatedFrom: string | null
  /** The text of the key, which only that of a booking page has. */
  pageKey: string | null
}

/** An API key with its business. */
export interface FoundApiKey
  extends Pick<
    StoredApiKey,
    'keyId' | 'businessId' | 'kind' | 'name' | 'origins' | 'expiresAt' | 'revokedAt'
  > {
  slug: string
  mode: Mode
  status: ServedStatus
  /** Requests a minute by name of the limit, where they are not the default (D27). */
  rates: Record<string, number>
  /** How far the clock of the business is ahead of real time (D44). */
  clockOffsetMilliseconds: number
  /** It is part of the booking page, and works on the platform's own origins only. */
  forPage: boolean
}

/** The business of a booking page, and the key that the page contains. */
export interface FoundPage
  extends Pick<
    FoundApiKey,
    'businessId' | 'slug' | 'mode' | 'status' | 'rates' | 'clockOffsetMilliseconds'
  > {
  /** null, like `pageKey`: it has no valid one. */
  keyId: string | null
  pageKey: string | null
}

/**
 * The key with this hash, found before the tenant is known, by a function that returns nothing
 * else.
 *
 * @throws SERVICE_UNAVAILABLE when the database is down or does not answer
 */
export async function findApiKey(sql: Sql, keyHash: Buffer): Promise<FoundApiKey | null> {
  const query = () => sql<FoundApiKey[]>`
    select key_id, business_id, slug, mode, status, kind, origins, expires_at, revoked_at, rates,
      clock_offset_milliseconds, for_page, name
    from registry.find_key(${keyHash})`
  const [found] = await mapDbErrors(async () => await query())
  return found ?? null
}

/**
 * The business with this slug and the key of its booking page, found before the tenant is known.
 *
 * @throws SERVICE_UNAVAILABLE when the database is down or does not answer
 */
export async function findPage(sql: Sql, slug: string, now: Date): Promise<FoundPage | null> {
  const query = () => sql<FoundPage[]>`
    select business_id, slug, mode, status, rates, clock_offset_milliseconds, key_id, page_key
    from registry.find_page(${slug}, ${now})`
  const [found] = await mapDbErrors(async () => await query())
  return found ?? null
}

/** Writes the last use of keys of one business, at most once a minute for each. */
export const recordLastUsed = (tx: Tx, keyIds: string[], at: Date): Query<object> => tx`
  insert into api_key_uses (business_id, key_id, last_used_at)
  select ${tx.businessId}::uuid, key_id, ${at}::timestamptz
  from unnest(${keyIds}::text[]::uuid[]) as used (key_id)
  on conflict (business_id, key_id) do update set last_used_at = excluded.last_used_at
    where api_key_uses.business_id = excluded.business_id
      and api_key_uses.last_used_at
        < (excluded.last_used_at at time zone 'UTC' - interval '1 minute') at time zone 'UTC'`

/** The business of keys that are being changed. */
export interface LockedBusiness {
  businessId: string
  slug: string
  mode: Mode
}

/** Locks a business's keys until the transaction ends, so that they are counted correctly. */
export async function lockBusinessKeys(
  tx: Transaction,
  businessId: string,
): Promise<LockedBusiness | null> {
  const [business] = await tx<LockedBusiness[]>`
    select business_id, slug, mode from registry.businesses
    where business_id = ${businessId} for no key update`
  return business ?? null
}

/** Stores a key by its hash. False: this key is stored already, here or for another business. */
export async function insertApiKey(
  tx: Transaction,
  key: StoredApiKey & { keyHash: Buffer },
): Promise<boolean> {
  const inserted = await tx<{ keyId: string }[]>`
    insert into registry.api_keys (
      key_id, business_id, key_hash, kind, prefix, last_four, name, origins, created_at,
      expires_at, revoked_at, rotated_from, page_key)
    values (
      ${key.keyId}, ${key.businessId}, ${key.keyHash}, ${key.kind}, ${key.prefix},
      ${key.lastFour}, ${key.name}, ${key.origins}, ${key.createdAt}, ${key.expiresAt},
      ${key.revokedAt}, ${key.rotatedFrom}, ${key.pageKey})
    on conflict (key_hash) do nothing returning key_id`
  return inserted.length === 1
}

/** All keys a business has had, oldest first. */
export const listApiKeys = (tx: Transaction, businessId: string): Query<StoredApiKey> => tx`
  select key_id, business_id, kind, prefix, last_four, name, origins, created_at, expires_at,
    revoked_at, rotated_from, page_key
  from registry.api_keys where business_id = ${businessId} order by created_at, key_id`

/** The business of a stored key. */
export async function findKeyOwner(tx: Transaction, keyHash: Buffer): Promise<string | null> {
  const [row] = await tx<{ businessId: string }[]>`
    select business_id from registry.api_keys where key_hash = ${keyHash}`
  return row?.businessId ?? null
}

/** When each key of a business was last used. */
export async function listLastUsed(
  tx: Transaction,
  businessId: string,
): Promise<{ keyId: string; lastUsedAt: Date }[]> {
  await tx`select app.set_business(${businessId})`
  return tx<{ keyId: string; lastUsedAt: Date }[]>`
    select key_id, last_used_at from api_key_uses where business_id = ${businessId}`
}

export const updateKeyExpiry = (
  tx: Transaction,
  businessId: string,
  keyId: string,
  expiresAt: Date,
): Query<object> => tx`
  update registry.api_keys set expires_at = ${expiresAt}
  where business_id = ${businessId} and key_id = ${keyId}`

export const updateKeyRevoked = (
  tx: Transaction,
  businessId: string,
  keyId: string,
  revokedAt: Date,
): Query<object> => tx`
  update registry.api_keys set revoked_at = ${revokedAt}
  where business_id = ${businessId} and key_id = ${keyId}`

/** Once the transaction commits, every process drops the cached keys of this business. */
export const notifyKeysChanged = (tx: Transaction, businessId: string): Query<object> =>
  tx`select pg_notify('silla_keys', ${businessId})`
