/** A call that reached the double, whatever became of it. */
export interface CallRecord {
  at: Date
  method: string
  path: string
  account: string | null
  idempotencyKey: string | null
  params: Record<string, unknown>
  /** null: not answered, or not yet */
  status: number | null
  /** the answer was one kept from an earlier call with the same key */
  isReplay: boolean
}

/** Keeps the last calls: a demo runs for weeks. */
export function recordCall(calls: CallRecord[], call: CallRecord): CallRecord {
  if (calls.length >= mostCalls) calls.shift()
  calls.push(call)
  return call
}

const mostCalls = 10_000
