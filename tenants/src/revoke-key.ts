import { apiKeyQueries, type Sql } from '@silla/db'
import { auditKeyChange, changeKeys, findKey } from './key-change.ts'
import { type KeySummary, summaryOf } from './key-summary.ts'

/**
 * Ends a key at once, on every process within a second (D8); one that was revoked before stays as
 * it was. `reference` is a key's id or the beginning of it. Throws KeyError for a key the business
 * does not have.
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
