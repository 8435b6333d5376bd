import type { Sql } from '@silla/db'
import { type KeyKind, newApiKey } from './api-key.ts'
import { labelOf } from './api-key-cache.ts'
import { assertKeyLimit, auditKeyChange, changeKeys, KeyError, storeKey } from './key-change.ts'
import { type CreatedKey, summaryOf } from './key-summary.ts'
import { parseOrigins } from './origins.ts'

export interface NewKeyInput {
  kind: KeyKind
  /** The operator's description of the key's purpose. */
  name: string
  /** Origins a browser may use it from (publishable keys only); empty: any. */
  origins: string[]
  expiresAt?: Date | null
}

/**
 * Creates a key for a business and returns its text, which is not available later. A business has
 * at most 10 active keys (D8). Throws KeyError if there is no such business, if it has too many
 * keys, or if the input is invalid.
 *
 * @param beforeCommit called with the key before it is stored; if it throws, no key is created
 */
export async function createKey(
  admin: Sql,
  businessId: string,
  input: NewKeyInput,
  clock: () => number = Date.now,
  beforeCommit: (created: CreatedKey) => Promise<void> = async () => {},
): Promise<CreatedKey> {
  const origins = parseOrigins(input.kind, input.origins)
  const name = parseName(input.name)
  const expiresAt = input.expiresAt ?? null
  const now = clock()
  if (expiresAt !== null && !(expiresAt.getTime() > now))
    throw new KeyError('The expiry of a key must be in the future.')
  return changeKeys(admin, businessId, async (change) => {
    assertKeyLimit(change, now)
    const key = newApiKey(input.kind, labelOf(change.business.mode))
    const stored = await storeKey(change, key, {
      name,
      origins,
      createdAt: new Date(now),
      expiresAt,
      rotatedFrom: null,
      forPage: false,
    })
    if (stored === null) throw new Error('the new random key exists already')
    await auditKeyChange(change, 'create', stored, now)
    const created = { ...summaryOf(stored, now), key }
    await beforeCommit(created)
    return created
  })
}

function parseName(text: string): string {
  const name = text.normalize('NFC').trim()
  if ([...name].length > 120)
    throw new KeyError('The name of a key can have at most 120 characters.')
  if (/\p{Cc}/u.test(name))
    throw new KeyError('The name of a key cannot contain control characters.')
  return name
}
