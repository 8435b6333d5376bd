import { randomUUID } from 'node:crypto'
import {
  apiKeyQueries,
  auditQueries,
  businessQueries,
  inTransaction,
  jobQueries,
  processorAccountQueries,
  type Sql,
  type Transaction,
} from '@silla/db'
import { hashApiKey, readApiKey, visibleParts } from './api-key.ts'
import { isActive } from './key-summary.ts'

/** A change to the keys of a business was refused. The message is for the operator. */
export class KeyError extends Error {
  override readonly name = 'KeyError'
}

/** The locked keys of a business, for one change; other changes wait. */
export interface KeyChange {
  tx: Transaction
  business: apiKeyQueries.LockedBusiness
  stored: apiKeyQueries.StoredApiKey[]
}

/**
 * Changes a business's keys under the lock of its registry row, so that the number of keys cannot
 * change meanwhile, and notifies every process on commit. Throws KeyError if there is no such
 * business.
 */
export function changeKeys<T>(
  admin: Sql,
  businessId: string,
  callback: (change: KeyChange) => Promise<T>,
): Promise<T> {
  return inTransaction(admin, (tx) => changeKeysWithin(tx, businessId, callback))
}

/** The same, within a transaction that also changes other things. */
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

/** Adds the change to the audit log; `now` in milliseconds since 1970. */
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
  const [account] = await processorAccountQueries.findChargingAccount(own)
  // the keys say where the widget may be, and so take payments (D52)
  if (account)
    await jobQueries.enqueue(own, {
      task: 'register-domains',
      payload: {},
      key: 'register-domains',
    })
  await auditQueries.insertAuditEntry(own, {
    action: `keys.${verb}`,
    detail: { keyId, kind, name, lastFour },
    at: new Date(now),
  })
}

/** The stored properties of a key that do not follow from its text. */
export type KeyTraits = Pick<
  apiKeyQueries.StoredApiKey,
  'name' | 'origins' | 'createdAt' | 'expiresAt' | 'rotatedFrom'
> & {
  /** It is part of the booking page, so its text is stored. */
  forPage: boolean
}

/** Stores a key's hash and visible parts. Returns null if this key is stored already. */
export async function storeKey(
  { tx, business }: KeyChange,
  key: string,
  { forPage, ...traits }: KeyTraits,
): Promise<apiKeyQueries.StoredApiKey | null> {
  const parsed = readApiKey(key)
  if (parsed === null)
    throw new KeyError('This is not a Silla API key: its format or its checksum is wrong.')
  const { businessId } = business
  const stored = {
    ...traits,
    keyId: randomUUID(),
    businessId,
    kind: parsed.kind,
    ...visibleParts(key),
    revokedAt: null,
    pageKey: forPage ? key : null,
  }
  return (await apiKeyQueries.insertApiKey(tx, { ...stored, keyHash: hashApiKey(key) }))
    ? stored
    : null
}

/** Refuses a new key if the business has the maximum (D8); `now` in milliseconds since 1970. */
export function assertKeyLimit({ stored, business }: KeyChange, now: number): void {
  const active = stored.filter((key) => isActive(key, now)).length
  if (active < maxActiveKeys) return
  throw new KeyError(
    `${business.slug} has ${active} active keys; the maximum is ${maxActiveKeys}. ` +
      'Revoke one first.',
  )
}

/** Finds a key by its id, or by an unambiguous prefix of it. */
export function findKey(
  { stored, business }: KeyChange,
  reference: string,
): apiKeyQueries.StoredApiKey {
  const matches = stored.filter(
    (key) => reference !== '' && key.keyId.startsWith(reference.toLowerCase()),
  )
  const [key, another] = matches
  if (key === undefined) throw new KeyError(`${business.slug} has no key ${reference}.`)
  if (another !== undefined)
    throw new KeyError(`More than one key of ${business.slug} starts with ${reference}.`)
  return key
}

const maxActiveKeys = 10
