import { apiKeyQueries, type Sql } from '@silla/db'
import { auditKeyChange, changeKeys, findKey } from './key-change.ts'
import { type KeySummary, summaryOf } from './key-summary.ts'

/**
 * Revokes a key at once; every process refuses it within a second (D8). Revoking it again changes
 * nothing. `reference` is a key's id or a prefix of it. Throws KeyError if the business has no such
 * key.
 */
export function revokeKey(
  admin: Sql,
  businessId: string,
  reference: string,
  clock: () => number = Date.now,
): Promise<KeySummary> {
  return changeKeys(admin, businessId, async (change) => {
    const now = clock()
    const key = findKey(change, reference)
    const revokedAt = key.revokedAt ?? new Date(now)
    if (key.revokedAt === null) {
      await apiKeyQueries.updateKeyRevoked(change.tx, businessId, key.keyId, revokedAt)
      await auditKeyChange(change, 'revoke', key, now)
    }
    return summaryOf({ ...key, revokedAt }, now)
  })
}
