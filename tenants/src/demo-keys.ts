import { apiKeyQueries, inTransaction, type Sql, type Transaction } from '@silla/db'
import { hashApiKey, type KeyKind, readApiKey } from './api-key.ts'
import { changeKeysWithin, KeyError, storeKey } from './key-change.ts'

/**
 * Stores the fixed keys of a demo business, which are public in the seed files. Storing them again
 * changes nothing. Throws KeyError for a business of any other mode, for a key without the label
 * `test`, and for a key of another business.
 */
export function installDemoKeys(
  admin: Sql,
  businessId: string,
  keys: { publishable: string; secret: string },
  clock: () => number = Date.now,
): Promise<void> {
  return inTransaction(admin, (tx) => storeDemoKeys(tx, businessId, keys, clock))
}

/** The same, in the transaction that creates the business, so that it always has its keys. */
export function storeDemoKeys(
  tx: Transaction,
  businessId: string,
  keys: { publishable: string; secret: string },
  clock: () => number,
): Promise<void> {
  return changeKeysWithin(tx, businessId, async (change) => {
    const { slug, mode } = change.business
    if (mode !== 'demo')
      throw new KeyError(
        `${slug} is a ${mode} business: fixed demo keys are only for demo businesses.`,
      )
    for (const kind of ['publishable', 'secret'] as const) {
      const key = keys[kind]
      assertDemoKey(kind, key)
      const traits = {
        name: 'Demo',
        origins: [],
        createdAt: new Date(clock()),
        expiresAt: null,
        rotatedFrom: null,
        forPage: false,
      }
      if ((await storeKey(change, key, traits)) !== null) continue
      const owner = await apiKeyQueries.findKeyOwner(change.tx, hashApiKey(key))
      if (owner !== businessId)
        throw new KeyError(`The demo key of ${slug} belongs to another business.`)
    }
  })
}

function assertDemoKey(kind: KeyKind, key: string): void {
  const parsed = readApiKey(key)
  if (parsed?.kind === kind && parsed.label === 'test') return
  throw new KeyError(
    `A demo business needs a ${kind} key with the label test and a valid checksum.`,
  )
}
