import { type Sql, webhookQueries } from '@silla/db'
import { type SecretsKeys, seal, unseal } from '../../credentials/seal.ts'

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

/** @param secretsKeys null: no secret can be decrypted, and every event is rejected */
export function openWebhookSecrets(registry: Sql, secretsKeys: SecretsKeys | null): WebhookSecrets {
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
    if (secretsKeys === null) return []
    const rows = await webhookQueries.listWebhookSecrets(registry, now)
    return rows.flatMap(({ endpointRef, livemode, sealedSecret }) => {
      const secret = openWebhookSecret(sealedSecret, secretsKeys, endpointRef)
      return secret === null ? [] : [{ livemode, secret }]
    })
  }
}

/** Encrypts an endpoint's secret for storage. */
export const sealWebhookSecret = (secret: string, keys: SecretsKeys, endpointRef: string): Buffer =>
  seal(secret, keys, webhookPurpose(endpointRef))

/** @returns null when it was sealed with another key */
export const openWebhookSecret = (
  sealed: Buffer,
  keys: SecretsKeys,
  endpointRef: string,
): string | null => unseal(sealed, keys, webhookPurpose(endpointRef))

/** What the secret of an endpoint is sealed for. */
export const webhookPurpose = (endpointRef: string): string => `webhook:${endpointRef}`
