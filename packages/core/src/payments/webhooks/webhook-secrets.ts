import { type Sql, webhookQueries } from '@silla/db'
import { openWebhookSecret } from './seal-webhook-secret.ts'

/** What events may be signed with, opened and at hand for a moment (D23). */
export interface BelievedSecrets {
  known(now: Date): Promise<BelievedSecret[]>
  /** Read anew unless that was just done: whoever sends rubbish does not get a look-up for each. */
  renewed(now: Date): Promise<BelievedSecret[]>
}

export interface BelievedSecret {
  livemode: boolean
  secret: string
}

const goodForMilliseconds = 10_000
const renewedEveryMilliseconds = 1000

/** @param secretsKey null: none can be opened, and no event is believed */
export function openBelievedSecrets(registry: Sql, secretsKey: Buffer | null): BelievedSecrets {
  let kept: { at: number; secrets: Promise<BelievedSecret[]> } | null = null

  return {
    known: (now) => notOlderThan(goodForMilliseconds, now),
    renewed: (now) => notOlderThan(renewedEveryMilliseconds, now),
  }

  function notOlderThan(milliseconds: number, now: Date): Promise<BelievedSecret[]> {
    if (kept !== null && performance.now() - kept.at < milliseconds) return kept.secrets
    const reading = { at: performance.now(), secrets: read(now) }
    kept = reading
    // a database that is away is asked again the next time
    reading.secrets.catch(() => {
      if (kept === reading) kept = null
    })
    return reading.secrets
  }

  async function read(now: Date): Promise<BelievedSecret[]> {
    if (secretsKey === null) return []
    const rows = await webhookQueries.listWebhookSecrets(registry, now)
    return rows.flatMap(({ endpoint_ref, livemode, sealed_secret }) => {
      const secret = openWebhookSecret(sealed_secret, secretsKey, endpoint_ref)
      return secret === null ? [] : [{ livemode, secret }]
    })
  }
}
