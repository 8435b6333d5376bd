import { mapDbErrors } from '../db-errors.ts'
import type { Sql } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { Transaction } from '../transaction.ts'

export interface FoundApiKey {
  keyId: string
  businessId: string
  slug: string
  mode: 'live' | 'test' | 'demo'
  status: 'active' | 'suspended'
  kind: 'publishable' | 'secret'
  origins: string[]
  expiresAt: Date | null
  revokedAt: Date | null
  /** Requests a minute by kind, where they differ from the defaults (D27). */
  rates: Record<string, number>
}

/**
 * Finds a key by its hash, before the tenant is known, through a SECURITY DEFINER function.
 *
 * @throws SERVICE_UNAVAILABLE when the database is down or hangs
 */
export async function findApiKey(sql: Sql, keyHash: Buffer): Promise<FoundApiKey | null> {
  const query = () => sql<FoundApiKey[]>`
    select key_id as "keyId", business_id as "businessId", slug, mode, status, kind, origins,
      expires_at as "expiresAt", revoked_at as "revokedAt", rates
    from registry.find_api_key(${keyHash})`
  const [found] = await mapDbErrors(async () => await query())
  return found ?? null
}

/** Writes the last use of keys; a use within a minute of the stored one is not written. */
export const recordLastUsed = (tx: Tx, keyIds: string[], at: Date) => tx`
  insert into api_key_uses (business_id, key_id, last_used_at)
  select ${tx.businessId}::uuid, key_id, ${at}::timestamptz from unnest(${keyIds}::text[]::uuid[]) as used (key_id)
  on conflict (business_id, key_id) do update set last_used_at = excluded.last_used_at
    where api_key_uses.business_id = excluded.business_id
      and api_key_uses.last_used_at < excluded.last_used_at - interval '1 minute'`

export interface LockedBusiness {
  businessId: string
  slug: string
  mode: 'live' | 'test' | 'demo'
}

/** Locks a business until the transaction ends, so that its keys can be counted and changed. */
export async function lockBusinessKeys(
  tx: Transaction,
  businessId: string,
): Promise<LockedBusiness | null> {
  const [business] = await tx<LockedBusiness[]>`
    select business_id as "businessId", slug, mode from registry.businesses
    where business_id = ${businessId} for no key update`
  return business ?? null
}

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
}

/** Stores a key by its hash. False when the hash exists, for this or another business. */
export async function insertApiKey(
  tx: Transaction,
  key: StoredApiKey & { keyHash: Buffer },
): Promise<boolean> {
  const inserted = await tx`
    insert into registry.api_keys (key_id, business_id, key_hash, kind, prefix, last_four, name, origins,
      created_at, expires_at, revoked_at, rotated_from)
    values (${key.keyId}, ${key.businessId}, ${key.keyHash}, ${key.kind}, ${key.prefix}, ${key.lastFour}, ${key.name},
      ${key.origins}, ${key.createdAt}, ${key.expiresAt}, ${key.revokedAt}, ${key.rotatedFrom})
    on conflict (key_hash) do nothing returning key_id`
  return inserted.length === 1
}

/** All keys of a business, also revoked and expired ones, oldest first. */
export const listApiKeys = (tx: Transaction, businessId: string) => tx<StoredApiKey[]>`
  select key_id as "keyId", business_id as "businessId", kind, prefix, last_four as "lastFour", name, origins,
    created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt", rotated_from as "rotatedFrom"
  from registry.api_keys where business_id = ${businessId} order by created_at, key_id`

/** The business that a stored key belongs to. */
export async function findKeyOwner(tx: Transaction, keyHash: Buffer): Promise<string | null> {
  const [row] = await tx<{ businessId: string }[]>`
    select business_id as "businessId" from registry.api_keys where key_hash = ${keyHash}`
  return row?.businessId ?? null
}

/** When each key of a business was last used. */
export async function listLastUsed(
  tx: Transaction,
  businessId: string,
): Promise<{ keyId: string; lastUsedAt: Date }[]> {
  await tx`select app.set_business(${businessId})`
  return tx`select key_id as "keyId", last_used_at as "lastUsedAt" from api_key_uses where business_id = ${businessId}`
}

export const updateKeyExpiry = (
  tx: Transaction,
  businessId: string,
  keyId: string,
  expiresAt: Date,
) => tx`
  update registry.api_keys set expires_at = ${expiresAt} where business_id = ${businessId} and key_id = ${keyId}`

export const updateKeyRevoked = (
  tx: Transaction,
  businessId: string,
  keyId: string,
  revokedAt: Date,
) => tx`
  update registry.api_keys set revoked_at = ${revokedAt} where business_id = ${businessId} and key_id = ${keyId}`

/** Makes every process drop its cached keys of this business when the transaction commits. */
export const notifyKeysChanged = (tx: Transaction, businessId: string) =>
  tx`select pg_notify('silla_keys', ${businessId})`
