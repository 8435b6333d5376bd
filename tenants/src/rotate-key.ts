import { apiKeyQueries, type Sql } from '@silla/db'
import { newApiKey } from './api-key.ts'
import { labelOf } from './api-key-cache.ts'
import {
  assertKeyLimit,
  auditKeyChange,
  changeKeys,
  findKey,
  type KeyChange,
  storeKey,
} from './key-change.ts'
import { KeyError } from './key-error.ts'
import { type CreatedKey, isActive, type KeySummary, summaryOf } from './key-summary.ts'

export interface RotatedKey {
  issued: CreatedKey
  /** The key that was replaced, with the time until which it still works. */
  previous: KeySummary
}

/**
 * A new key in the place of another, with its name, origins and expiry; the other goes on working
 * for 24 hours (D8). Both count as active. `reference` is a key's id or the beginning of it. Throws
 * KeyError for a key that is no longer active or has been rotated already.
 *
 * @param tell hears of both before they are kept: where this throws, nothing has changed
 */
export function rotateKey(
  admin: Sql,
  businessId: string,
  reference: string,
  clock: () => number = Date.now,
  tell: (rotated: RotatedKey) => Promise<void> = async () => {},
): Promise<RotatedKey> {
  return changeKeys(admin, businessId, async (change) => {
    const now = clock()
    const previous = findKey(change, reference)
    refuseUnlessRotatable(change, previous, now)
    assertKeyLimit(change, now)
    const key = newApiKey(previous.kind, labelOf(change.business.mode))
    const { name, origins, expiresAt, keyId: rotatedFrom } = previous
    const stored = await storeKey(change, key, {
      name,
      origins,
      createdAt: new Date(now),
      expiresAt,
      rotatedFrom,
    })
    if (stored === null) throw new Error('A new random key was stored already')
    const validUntil = new Date(
      Math.min(now + graceMs, expiresAt?.getTime() ?? Number.POSITIVE_INFINITY),
    )
    await apiKeyQueries.updateKeyExpiry(change.tx, businessId, previous.keyId, validUntil)
    await auditKeyChange(change, 'rotate', previous, now)
    const rotated = {
      issued: { ...summaryOf(stored, now), key },
      previous: summaryOf({ ...previous, expiresAt: validUntil }, now),
    }
    await tell(rotated)
    return rotated
  })
}

const graceMs = 24 * 60 * 60 * 1000

function refuseUnlessRotatable(
  { stored }: KeyChange,
  key: apiKeyQueries.StoredApiKey,
  now: number,
): void {
  if (!isActive(key, now))
    throw new KeyError(`Key ${key.keyId} is no longer active: issue a new one.`)
  const successor = stored.find((other) => other.rotatedFrom === key.keyId)
  if (successor === undefined) return
  throw new KeyError(`Key ${key.keyId} has been rotated already, into ${successor.keyId}.`)
}
