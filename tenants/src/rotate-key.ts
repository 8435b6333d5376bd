import { apiKeyQueries, type Sql } from '@silla/db'
import { newApiKey } from './api-key.ts'
import { labelOf } from './api-key-cache.ts'
import {
  assertKeyLimit,
  auditKeyChange,
  changeKeys,
  findKey,
  type KeyChange,
  KeyError,
  storeKey,
} from './key-change.ts'
import { type CreatedKey, isActive, type KeySummary, summaryOf } from './key-summary.ts'

export interface RotatedKey {
  created: CreatedKey
  /** The key that was replaced, with its new expiry. */
  previous: KeySummary
}

/**
 * Replaces a key by a new one with the same name, origins and expiry; the old key works for another
 * 24 hours (D8). Both count as active. `reference` is a key's id or a prefix of it. Throws KeyError
 * if the key is no longer active or has been rotated already.
 *
 * @param beforeCommit called with both before they are stored; if it throws, nothing changes
 */
export function rotateKey(
  admin: Sql,
  businessId: string,
  reference: string,
  clock: () => number = Date.now,
  beforeCommit: (rotated: RotatedKey) => Promise<void> = async () => {},
): Promise<RotatedKey> {
  return changeKeys(admin, businessId, async (change) => {
    const now = clock()
    const previous = findKey(change, reference)
    assertRotatable(change, previous, now)
    assertKeyLimit(change, now)
    const key = newApiKey(previous.kind, labelOf(change.business.mode))
    const { name, origins, expiresAt, keyId: rotatedFrom } = previous
    const stored = await storeKey(change, key, {
      name,
      origins,
      createdAt: new Date(now),
      expiresAt,
      rotatedFrom,
      forPage: previous.pageKey !== null,
    })
    if (stored === null) throw new Error('the new random key exists already')
    const validUntil = new Date(
      Math.min(now + graceMilliseconds, expiresAt?.getTime() ?? Number.POSITIVE_INFINITY),
    )
    await apiKeyQueries.updateKeyExpiry(change.tx, businessId, previous.keyId, validUntil)
    await auditKeyChange(change, 'rotate', previous, now)
    const rotated = {
      created: { ...summaryOf(stored, now), key },
      previous: summaryOf({ ...previous, expiresAt: validUntil }, now),
    }
    await beforeCommit(rotated)
    return rotated
  })
}

const graceMilliseconds = 24 * 60 * 60 * 1000

function assertRotatable(
  { stored }: KeyChange,
  key: apiKeyQueries.StoredApiKey,
  now: number,
): void {
  if (!isActive(key, now))
    throw new KeyError(`Key ${key.keyId} is no longer active. Create a new one.`)
  const successor = stored.find((other) => other.rotatedFrom === key.keyId)
  if (successor === undefined) return
  throw new KeyError(`Key ${key.keyId} was already replaced by key ${successor.keyId}.`)
}
