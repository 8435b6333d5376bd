import { idempotencyKeyQueries, type Tx } from '@silla/db'
import type { RequestContext } from '../request-context.ts'
import { requestHashes, throwForIdempotency } from './request-hashes.ts'
import { deserializeResponse, serializeResponse } from './serialize-response.ts'

/**
 * Runs a story that writes, or answers what an earlier try of the same request was answered (D19).
 * To be called first in the story's own transaction: a refusal undoes the key with everything else,
 * and a twin waits for the first one to end.
 *
 * @param work its answer may hold whatever JSON can hold, and moments
 * @throws IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS
 */
export async function withIdempotency<T>(
  context: RequestContext,
  tx: Tx,
  work: () => Promise<T>,
): Promise<T> {
  const { attempt } = context
  if (!attempt) return work()
  const hashes = requestHashes(context, attempt)
  const [begun] = await idempotencyKeyQueries.beginRequest(tx, {
    ...hashes,
    now: context.clock.now(),
  })
  if (!begun) throw new Error('app.begin_idempotent_request returned no row')
  if (begun.outcome === 'repeated') {
    attempt.repeated = true
    return deserializeResponse<T>(begun.answer)
  }
  if (begun.outcome !== 'new') throwForIdempotency(begun.outcome)
  const answer = await work()
  await idempotencyKeyQueries.storeResponse(tx, {
    keyHash: hashes.keyHash,
    answer: serializeResponse(answer),
  })
  return answer
}
