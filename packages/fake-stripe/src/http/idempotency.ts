import { StripeApiError } from './stripe-error.ts'

/** What is said again to whoever shows the same key. */
export interface StoredResponse {
  fingerprint: string
  status: number
  body: string
  requestId: string
  /** seconds since 1970 */
  keptAt: number
}

export type StoredResponses = Map<string, StoredResponse>

/** Keys of all accounts, each with its answer or with the call that is still under way. */
export function openKeys(now: () => number) {
  const answers: StoredResponses = new Map()
  const underWay = new Map<string, string>()

  return {
    answers,
    /**
     * The kept answer, or null: then the call is under way until `leave`.
     *
     * @throws Problem 400 idempotency_error for other params, 409 idempotency_key_in_use for a twin
     *   under way
     */
    enter(scope: string, key: string, fingerprint: string): StoredResponse | null {
      const kept = answers.get(scope)
      const isFresh = kept !== undefined && now() - kept.keptAt < keptSeconds
      const before = underWay.get(scope) ?? (isFresh ? kept.fingerprint : undefined)
      if (before !== undefined && before !== fingerprint) throw otherParams(key)
      if (underWay.has(scope)) throw inUse(key)
      if (isFresh) return kept
      underWay.set(scope, fingerprint)
      return null
    },
    leave(scope: string, answer: StoredResponse | null): void {
      underWay.delete(scope)
      if (answer !== null) answers.set(scope, answer)
    },
    /** Lets go of answers whose time has run out. */
    forget(): void {
      for (const [scope, { keptAt }] of answers)
        if (now() - keptAt >= keptSeconds) answers.delete(scope)
    },
    clear(): void {
      answers.clear()
      underWay.clear()
    },
  }
}

const keptSeconds = 24 * 3600

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
