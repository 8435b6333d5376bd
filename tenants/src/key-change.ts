import { randomUUID } from 'node:crypto'
import {
  apiKeyQueries,
  auditQueries,
  businessQueries,
  inTransaction,
  type Sql,
  type Transaction,
} from '@silla/db'
import { hashApiKey, readApiKey, visibleParts } from './api-key.ts'
import { KeyError } from './key-error.ts'
import { isActive } from './key-summary.ts'

/**
 * A business's keys while one change is made to them and everybody else who wants to make one
 * waits.
 */
export interface KeyChange {
  tx: Transaction
  business: apiKeyQueries.LockedBusiness
  stored: apiKeyQueries.StoredApiKey[]
}

/**
 * One change to a business's keys: under the lock of its registry row, so that counts hold, and
 * announced to every process as it commits. Throws KeyError when there is no such business.
 */
export function changeKeys<T>(
  admin: Sql,
  businessId: string,
  work: (change: KeyChange) => Promise<T>,
): Promise<T> {
  return inTransaction(admin, (tx) => changeKeysWithin(tx, businessId, work))
}

/** The same, as a part of a transaction that changes more than keys. */
export async function changeKeysWithin<T>(
  tx: Transaction,
  businessId: string,
  callback: (change: KeyChange) => Promise<T>,
): Promise<T> {
  const business = await apiKeyQueries.lockBusinessKeys(tx, businessId)
  if (business === null) throw new KeyError(`There is no business ${businessId}.`)
  const result = await callback({
    tx,
    business,
    stored: await apiKeyQueries.listApiKeys(tx, businessId),
  })
  await apiKeyQueries.notifyKeysChanged(tx, businessId)
  return result
}

/** Notes for the audit log who did what to which key; `now` in milliseconds since 1970. */
export async function auditKeyChange(
  { tx, business }: KeyChange,
  verb: 'create' | 'rotate' | 'revoke',
  {
    keyId,
    kind,
    name,
    lastFour,
  }: Pick<apiKeyQueries.StoredApiKey, 'keyId' | 'kind' | 'name' | 'lastFour'>,
  now: number,
): Promise<void> {
  const own = await businessQueries.setTenant(tx, business.businessId)
  await auditQueries.insertAuditEntry(own, {
    action: `keys.${verb}`,
    detail: { keyId, kind, name, lastFour },
    at: new Date(now),
  })
}

/** What a key is given beside its text. */
export type KeyTraits = Pick<
  apiKeyQueries.StoredApiKey,
  'name' | 'origins' | 'createdAt' | 'expiresAt' | 'rotatedFrom'
>

/** Stores a key's hash and visible parts. Null: this very key is stored already. */
export async function storeKey(
  { tx, business }: KeyChange,
  key: string,
  traits: KeyTraits,
): Promise<apiKeyQueries.StoredApiKey | null> {
  const said = readApiKey(key)
  if (said === null)
    throw new KeyError('This is not a Silla API key: its shape or its checksum is wrong.')
  const { businessId } = business
  const stored = {
    ...traits,
    keyId: randomUUID(),
    businessId,
    kind: said.kind,
    ...visibleParts(key),
    revokedAt: null,
  }
  return (await apiKeyQueries.insertApiKey(tx, { ...stored, keyHash: hashApiKey(key) }))
    ? stored
    : null
}

/** Refuses one key more than a business may have (D8); `now` in milliseconds since 1970. */
export function assertKeyLimit({ stored, business }: KeyChange, now: number): void {
  const active = stored.filter((key) => isActive(key, now)).length
  if (active < activeKeysAtMost) return
  throw new KeyError(
    `${business.slug} has ${active} active keys, and ${activeKeysAtMost} is the most: revoke one first.`,
  )
}

/** The key that an id, or the beginning of one, names. */
export function findKey(
  { stored, business }: KeyChange,
  reference: string,
): apiKeyQueries.StoredApiKey {
  const named = stored.filter(
    (key) => reference !== '' && key.keyId.startsWith(reference.toLowerCase()),
  )
  const [key, another] = named
  if (key === undefined) throw new KeyError(`${business.slug} has no key ${reference}.`)
  if (another !== undefined)
    throw new KeyError(`More than one key of ${business.slug} begins with ${reference}.`)
  return key
}

const activeKeysAtMost = 10
