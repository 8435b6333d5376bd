import type { Sql } from '@silla/db'
import { type KeyKind, newApiKey } from './api-key.ts'
import { labelOf } from './api-key-cache.ts'
import { assertKeyLimit, auditKeyChange, changeKeys, storeKey } from './key-change.ts'
import { KeyError } from './key-error.ts'
import { type CreatedKey, summaryOf } from './key-summary.ts'
import { readOrigins } from './origins.ts'

export interface NewKeyInput {
  kind: KeyKind
  /** What the key is for, in the operator's words. */
  name: string
  /** Origins a browser may use it from (publishable keys only); empty: any. */
  origins: string[]
  expiresAt?: Date | null
}

/**
 * A new key for a business, whose text is told here and never again. At most 10 are active at a
 * time (D8). Throws KeyError when there is no such business, no room for a key, or something wrong
 * with the request.
 *
 * @param tell hears of the key before it is kept: where this throws, there is no key
 */
export async function createKey(
  admin: Sql,
  businessId: string,
  input: NewKeyInput,
  clock: () => number = Date.now,
  tell: (issued: CreatedKey) => Promise<void> = async () => {},
): Promise<CreatedKey> {
  const origins = readOrigins(input.kind, input.origins)
  const name = readName(input.name)
  const expiresAt = input.expiresAt ?? null
  const now = clock()
  if (expiresAt !== null && !(expiresAt.getTime() > now))
    throw new KeyError('A key must expire in the future.')
  return changeKeys(admin, businessId, async (change) => {
    assertKeyLimit(change, now)
    const key = newApiKey(input.kind, labelOf(change.business.mode))
    const stored = await storeKey(change, key, {
      name,
      origins,
      createdAt: new Date(now),
      expiresAt,
      rotatedFrom: null,
    })
    if (stored === null) throw new Error('A new random key was stored already')
    await auditKeyChange(change, 'create', stored, now)
    const issued = { ...summaryOf(stored, now), key }
    await tell(issued)
    return issued
  })
}

function readName(text: string): string {
  const name = text.normalize('NFC').trim()
  if ([...name].length > 120) throw new KeyError("A key's name has at most 120 characters.")
  if (/\p{Cc}/u.test(name)) throw new KeyError("A key's name has no control characters.")
  return name
}
