import { StripeApiError } from '../stripe-error.ts'

/** The response that is sent again for the same key. */
export interface StoredResponse {
  fingerprint: string
  status: number
  body: string
  requestId: string
  /** Seconds since 1970. */
  storedAt: number
}

/** The idempotency keys of all accounts, each with its response or with the request in progress. */
export function openIdempotencyKeys(now: () => number) {
  const responses = new Map<string, StoredResponse>()
  const inProgress = new Map<string, string>()

  return {
    responses,
    /**
     * @returns the stored response, or null: then the request is in progress until `finish`
     * @throws StripeApiError 400 idempotency_error for other params, 409 idempotency_key_in_use
     *   while a request with the key is in progress
     */
    begin(scope: string, key: string, fingerprint: string): StoredResponse | null {
      const stored = responses.get(scope)
      const isFresh = stored !== undefined && now() - stored.storedAt < retentionSeconds
      const earlier = inProgress.get(scope) ?? (isFresh ? stored.fingerprint : undefined)
      if (earlier !== undefined && earlier !== fingerprint) throw otherParams(key)
      if (inProgress.has(scope)) throw inUse(key)
      if (isFresh) return stored
      inProgress.set(scope, fingerprint)
      return null
    },
    /** @param response null: the key stays unused */
    finish(scope: string, response: StoredResponse | null): void {
      inProgress.delete(scope)
      if (response !== null) responses.set(scope, response)
    },
    deleteExpired(): void {
      for (const [scope, { storedAt }] of responses)
        if (now() - storedAt >= retentionSeconds) responses.delete(scope)
    },
    clear(): void {
      responses.clear()
      inProgress.clear()
    },
  }
}

const retentionSeconds = 24 * 3600

const otherParams = (key: string) =>
  new StripeApiError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })

const inUse = (key: string) =>
  new StripeApiError(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotency-Key: ${key}. Please try again later.`,
  })
