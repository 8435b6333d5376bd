/** A request that reached the fake Stripe, whatever its outcome. */
export interface CallRecord {
  at: Date
  method: string
  path: string
  account: string | null
  idempotencyKey: string | null
  params: Record<string, unknown>
  /** null: no response was sent, or not yet. */
  status: number | null
  /** The response was stored under the same idempotency key by an earlier request. */
  isReplay: boolean
}

/** Keeps only the last requests, because a demo may run for weeks. */
export function recordCall(calls: CallRecord[], call: CallRecord): CallRecord {
  if (calls.length >= maxCalls) calls.shift()
  calls.push(call)
  return call
}

const maxCalls = 10_000
