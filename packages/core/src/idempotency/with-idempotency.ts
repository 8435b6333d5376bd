import { idempotencyKeyQueries, type Tx } from '@silla/db'
import { Refusal } from '@silla/errors'
import type { RequestContext } from '../request-context.ts'
import { type StoredJson, serializeResponse } from '../stored-json.ts'
import { newIdempotencyKey, throwForIdempotency } from './request-hashes.ts'

/**
 * Runs work that writes, or returns the stored response of an earlier request with the same key
 * (D19). To be called first in the transaction of the work: an error undoes the key with everything
 * else, and a concurrent request with the same key waits for this one.
 *
 * @param stored how the result of the work is read from JSON
 * @throws IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS
 */
export async function withIdempotency<T>(
  context: RequestContext,
  tx: Tx,
  stored: StoredJson<T>,
  work: () => Promise<T>,
): Promise<T> {
  const { idempotentRequest } = context
  const key = newIdempotencyKey(context)
  if (!idempotentRequest || !key) return work()
  const [request] = await idempotencyKeyQueries.beginRequest(tx, key)
  if (!request) throw new Error('app.begin_idempotent_request returned no row')
  if (request.outcome === 'repeated') {
    idempotentRequest.repeated = true
    return stored.parse(request.response)
  }
  if (request.outcome !== 'new') throwForIdempotency(request.outcome)
  const result = await work()
  await idempotencyKeyQueries.storeResponse(tx, {
    keyHash: key.keyHash,
    response: serializeResponse(result),
  })
  return result
}

/**
 * For work that checks its key only where it writes: when it is refused before that, an earlier
 * request with the same key may have succeeded, and its response counts (D19). Work that succeeds
 * costs nothing more.
 */
export async function replayOnError<T>(
  context: RequestContext,
  stored: StoredJson<T>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { idempotentRequest } = context
    const key = newIdempotencyKey(context)
    if (!idempotentRequest || !key || !(error instanceof Refusal) || error.status >= 500)
      throw error
    const [[earlier]] = await context.tenant.db.batch((tx) => [
      idempotencyKeyQueries.findKey(tx, key),
    ])
    if (!earlier) throw error
    if (!earlier.sameRequest) throwForIdempotency('reused')
    idempotentRequest.repeated = true
    return stored.parse(earlier.response)
  }
}
