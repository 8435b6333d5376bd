import { apiKeyQueries, inTransaction, type Sql } from '@silla/db'
import { type KeySummary, summaryOf } from './key-summary.ts'

/** A key with the time of its last use, accurate to a minute; null: never used. */
export interface ListedKey extends KeySummary {
  lastUsedAt: Date | null
}

/** All keys of the business, including expired and revoked ones, oldest first. */
export function listKeys(
  admin: Sql,
  businessId: string,
  clock: () => number = Date.now,
): Promise<ListedKey[]> {
  return inTransaction(admin, async (tx) => {
    const stored = await apiKeyQueries.listApiKeys(tx, businessId)
    const uses = await apiKeyQueries.listLastUsed(tx, businessId)
    const lastUsedAt = new Map(uses.map((use) => [use.keyId, use.lastUsedAt]))
    return stored.map((key) => ({
      ...summaryOf(key, clock()),
      lastUsedAt: lastUsedAt.get(key.keyId) ?? null,
    }))
  })
}
