import { type Sql, webhookQueries } from '@silla/db'
import { seal, unseal } from '../../credentials/seal.ts'

/** The secrets that events may be signed with, decrypted and cached briefly (D23). */
export interface WebhookSecrets {
  cached(now: Date): Promise<WebhookSecret[]>
  /** Reads them again, at most once per second: invalid deliveries must not cause a query each. */
  reloaded(now: Date): Promise<WebhookSecret[]>
}

export interface WebhookSecret {
  livemode: boolean
  secret: string
}

const maxAgeMilliseconds = 10_000
const minReloadMilliseconds = 1000

/** @param secretsKey null: no secret can be decrypted, and every event is rejected */
export function openWebhookSecrets(registry: Sql, secretsKey: Buffer | null): WebhookSecrets {
  let cache: { at: number; secrets: Promise<WebhookSecret[]> } | null = null

  return {
    cached: (now) => notOlderThan(maxAgeMilliseconds, now),
    reloaded: (now) => notOlderThan(minReloadMilliseconds, now),
  }

  function notOlderThan(milliseconds: number, now: Date): Promise<WebhookSecret[]> {
    if (cache !== null && performance.now() - cache.at < milliseconds) return cache.secrets
    const loading = { at: performance.now(), secrets: read(now) }
    cache = loading
    // do not cache a failed query
    loading.secrets.catch(() => {
      if (cache === loading) cache = null
    })
    return loading.secrets
  }

  async function read(now: Date): Promise<WebhookSecret[]> {
    if (secretsKey === null) return []
    const rows = await webhookQueries.listWebhookSecrets(registry, now)
    return rows.flatMap(({ endpointRef, livemode, sealedSecret }) => {
      const secret = openWebhookSecret(sealedSecret, secretsKey, endpointRef)
      return secret === null ? [] : [{ livemode, secret }]
    })
  }
}

/** Encrypts an endpoint's secret for storage. @param key 32 bytes */
export const sealWebhookSecret = (secret: string, key: Buffer, endpointRef: string): Buffer =>
  seal(secret, key, purpose(endpointRef))

/** @returns null when it was sealed with another key */
export const openWebhookSecret = (
  sealed: Buffer,
  key: Buffer,
  endpointRef: string,
): string | null => unseal(sealed, key, purpose(endpointRef))

const purpose = (endpointRef: string) => `webhook:${endpointRef}`
