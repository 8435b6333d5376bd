import { apiKeyQueries, inTransaction, type Sql, type Transaction } from '@silla/db'
import { hashApiKey, type KeyKind, readApiKey } from './api-key.ts'
import { changeKeysWithin, storeKey } from './key-change.ts'
import { KeyError } from './key-error.ts'

/**
 * Stores the fixed keys of a demo business, which everybody can read in the seed files; again is no
 * change. Throws KeyError for a business of any other mode, for a key that does not say `test`, and
 * for one that another business holds.
 */
export function installDemoKeys(
  admin: Sql,
  businessId: string,
  keys: { publishable: string; secret: string },
  clock: () => number = Date.now,
): Promise<void> {
  return inTransaction(admin, (tx) => storeDemoKeys(tx, businessId, keys, clock))
}

/** The same, in the transaction that makes the business: it is never there without its keys. */
export function storeDemoKeys(
  tx: Transaction,
  businessId: string,
  keys: { publishable: string; secret: string },
  clock: () => number,
): Promise<void> {
  return changeKeysWithin(tx, businessId, async (change) => {
    const { slug, mode } = change.business
    if (mode !== 'demo')
      throw new KeyError(`${slug} is a ${mode} business: fixed demo keys are for demo businesses.`)
    for (const kind of ['publishable', 'secret'] as const) {
      const key = keys[kind]
      refuseUnlessDemoKey(kind, key)
      const traits = {
        name: 'Demo',
        origins: [],
        createdAt: new Date(clock()),
        expiresAt: null,
        rotatedFrom: null,
      }
      if ((await storeKey(change, key, traits)) !== null) continue
      const owner = await apiKeyQueries.findKeyOwner(change.tx, hashApiKey(key))
      if (owner !== businessId)
        throw new KeyError(`The demo key of ${slug} is held by another business.`)
    }
  })
}

function refuseUnlessDemoKey(kind: KeyKind, key: string): void {
  const said = readApiKey(key)
  if (said?.kind === kind && said.label === 'test') return
  throw new KeyError(`A demo business needs a ${kind} key that says test and has a valid checksum.`)
}
