import { apiKeyQueries, type Transaction } from '@silla/db'
import { newApiKey } from './api-key.ts'
import { labelOf } from './api-key-cache.ts'
import { assertKeyLimit, auditKeyChange, changeKeysWithin, storeKey } from './key-change.ts'
import { isActive } from './key-summary.ts'

/** What the key of a booking page needs: to be created, or to be revoked with the page. */
export type PageKeyChange = 'create' | 'revoke'

/**
 * Compares the keys of a business with whether it has a booking page (decision 0031). A page has
 * one usable key, or for a day two after a rotation; without the page there is none.
 *
 * @param businessId null: the business is new
 * @param now milliseconds since 1970
 * @returns null: nothing has to change
 */
export async function pageKeyChange(
  tx: Transaction,
  businessId: string | null,
  hasPage: boolean,
  now: number,
): Promise<PageKeyChange | null> {
  const stored = businessId === null ? [] : await apiKeyQueries.listApiKeys(tx, businessId)
  const hasKey = stored.some((key) => isPageKey(key, now))
  if (hasKey === hasPage) return null
  return hasPage ? 'create' : 'revoke'
}

/**
 * Creates the key of a booking page, or revokes all that can be used, in the transaction that turns
 * the page on or off. Throws KeyError if the business has too many keys.
 *
 * @param now milliseconds since 1970
 */
export function changePageKey(
  tx: Transaction,
  businessId: string,
  wanted: PageKeyChange,
  now: number,
): Promise<void> {
  return changeKeysWithin(tx, businessId, async (change) => {
    if (wanted === 'revoke') {
      for (const key of change.stored.filter((key) => isPageKey(key, now))) {
        await apiKeyQueries.updateKeyRevoked(tx, businessId, key.keyId, new Date(now))
        await auditKeyChange(change, 'revoke', key, now)
      }
      return
    }
    assertKeyLimit(change, now)
    const stored = await storeKey(change, newApiKey('publishable', labelOf(change.business.mode)), {
      name: 'Booking page',
      origins: [],
      createdAt: new Date(now),
      expiresAt: null,
      rotatedFrom: null,
      forPage: true,
    })
    if (stored === null) throw new Error('the new random key exists already')
    await auditKeyChange(change, 'create', stored, now)
  })
}

const isPageKey = (key: apiKeyQueries.StoredApiKey, now: number): boolean =>
  key.pageKey !== null && isActive(key, now)
