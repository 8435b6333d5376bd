import { type Sql, webhookQueries } from '@silla/db'
import { openWebhookSecret } from './seal-webhook-secret.ts'

/** What events may be signed with, opened and at hand for a moment (D23). */
export interface WebhookSecrets {
  cached(now: Date): Promise<WebhookSecret[]>
  /** Read anew unless that was just done: whoever sends rubbish does not get a look-up for each. */
  reloaded(now: Date): Promise<WebhookSecret[]>
}

export interface WebhookSecret {
  livemode: boolean
  secret: string
}

const goodForMilliseconds = 10_000
const renewedEveryMilliseconds = 1000

/** @param secretsKey null: none can be opened, and no event is believed */
export function openWebhookSecrets(registry: Sql, secretsKey: Buffer | null): WebhookSecrets {
  let kept: { at: number; secrets: Promise<WebhookSecret[]> } | null = null

  return {
    cached: (now) => notOlderThan(goodForMilliseconds, now),
    reloaded: (now) => notOlderThan(renewedEveryMilliseconds, now),
  }

  function notOlderThan(milliseconds: number, now: Date): Promise<WebhookSecret[]> {
    if (kept !== null && performance.now() - kept.at < milliseconds) return kept.secrets
    const reading = { at: performance.now(), secrets: read(now) }
    kept = reading
    // a database that is away is asked again the next time
    reading.secrets.catch(() => {
      if (kept === reading) kept = null
    })
    return reading.secrets
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
