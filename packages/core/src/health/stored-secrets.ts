import {
  auditQueries,
  businessQueries,
  customerNoteQueries,
  eventEndpointQueries,
  inTransaction,
  type Sql,
  webhookQueries,
} from '@silla/db'
import { Refusal } from '@silla/errors'
import { type Clock, systemClock } from '../clock.ts'
import { isSealedWithCurrent, type SecretsKeys, seal, unseal } from '../credentials/seal.ts'
import { notePurpose } from '../customers/customer-notes.ts'
import { endpointPurpose } from '../events/endpoints/endpoint-secret.ts'
import { webhookPurpose } from '../payments/webhooks/webhook-secrets.ts'

/** Secrets that are stored encrypted, by the key that they were sealed with. */
export interface StoredSecrets {
  /** All of them. */
  count: number
  /** Those that need SECRETS_KEY_PREVIOUS, or do not name their key. */
  outdated: number
  /**
   * What cannot be opened: `stripe webhook we_1`, `endpoint 1042 of barberia-centro`, `allergy 17 of
   * barberia-centro`
   */
  unreadable: string[]
}

/** Opens every stored secret. As silla_admin. */
export const checkStoredSecrets = (admin: Sql, keys: SecretsKeys): Promise<StoredSecrets> =>
  eachStored(admin, keys, null)

/**
 * Seals with the current key every stored secret that another key has sealed, salon by salon; what
 * cannot be opened stays. Repeating it changes nothing. As silla_admin.
 *
 * @returns what there was before
 */
export const reencryptSecrets = (
  admin: Sql,
  keys: SecretsKeys,
  clock: Clock = systemClock,
): Promise<StoredSecrets> => eachStored(admin, keys, clock)

/** @param clock null: nothing is changed */
async function eachStored(
  admin: Sql,
  keys: SecretsKeys,
  clock: Clock | null,
): Promise<StoredSecrets> {
  const webhooks = nothing()
  for (const { endpointRef, sealedSecret } of await webhookQueries.listWebhookEndpoints(admin)) {
    const name = `stripe webhook ${endpointRef}`
    const sealed = resealed(webhooks, sealedSecret, webhookPurpose(endpointRef), name)
    if (clock && sealed)
      await webhookQueries.updateWebhookSecret(admin, {
        endpointRef,
        from: sealedSecret,
        to: sealed,
      })
  }
  const parts = [webhooks]
  for (const { businessId, slug } of await businessQueries.listAllBusinesses(admin)) {
    const part = await inTransaction(admin, async (registry) => {
      // it may be tried again
      const found = nothing()
      const tx = await businessQueries.setTenant(registry, businessId)
      const changed: number[] = []
      for (const endpoint of await eventEndpointQueries.lockSealedSecrets(tx)) {
        const { id, sealedSecret, sealedPreviousSecret } = endpoint
        const reseal = (secret: Buffer) =>
          resealed(found, secret, endpointPurpose(id), `endpoint ${id} of ${slug}`)
        const current = reseal(sealedSecret)
        const previous = sealedPreviousSecret && reseal(sealedPreviousSecret)
        if (clock === null || (current ?? previous) === null) continue
        await eventEndpointQueries.updateSealedSecrets(tx, {
          id,
          sealedSecret: current ?? sealedSecret,
          sealedPreviousSecret: previous ?? sealedPreviousSecret,
        })
        changed.push(id)
      }
      const notes: number[] = []
      for (const { id, sealedBody } of await customerNoteQueries.lockSealedNotes(tx)) {
        const sealed = resealed(found, sealedBody, notePurpose(id), `allergy ${id} of ${slug}`)
        if (clock === null || sealed === null) continue
        await customerNoteQueries.updateSealedNote(tx, { id, sealedBody: sealed })
        notes.push(id)
      }
      if (clock && changed.length + notes.length > 0) {
        const detail = { endpoints: changed, ...(notes.length > 0 && { notes: notes.length }) }
        const entry = { action: 'db.reencrypt', detail, at: clock.now() }
        await auditQueries.insertAuditEntry(tx, entry)
      }
      return found
    }).catch((error) => {
      // what is not served here is checked where it is, and what is closed for seconds the next time
      if (clock === null && error instanceof Refusal && error.code === 'BUSINESS_MOVING')
        return nothing()
      throw error
    })
    parts.push(part)
  }
  return {
    count: parts.reduce((sum, { count }) => sum + count, 0),
    outdated: parts.reduce((sum, { outdated }) => sum + outdated, 0),
    unreadable: parts.flatMap(({ unreadable }) => unreadable),
  }

  /** Sealed with the current key; null when it is already, or cannot be opened. */
  function resealed(
    found: StoredSecrets,
    sealed: Buffer,
    purpose: string,
    name: string,
  ): Buffer | null {
    found.count += 1
    const secret = unseal(sealed, keys, purpose)
    if (secret === null) {
      found.unreadable.push(name)
      return null
    }
    if (isSealedWithCurrent(sealed, keys)) return null
    found.outdated += 1
    return seal(secret, keys, purpose)
  }
}

const nothing = (): StoredSecrets => ({ count: 0, outdated: 0, unreadable: [] })
