import { idempotencyKeyQueries } from '@silla/db'
import { Refusal } from '@silla/errors'
import type { RequestContext } from '../request-context.ts'
import { requestHashes, throwForIdempotency } from './request-hashes.ts'
import { deserializeResponse } from './serialize-response.ts'

/**
 * For a story that looks its key up only where it writes: one that is refused before it gets there may have worked in an earlier
 * try, and then that answer counts (D19). A try that works costs nothing more.
 */
export async function replayOnError<T>(caller: RequestContext, story: () => Promise<T>): Promise<T> {
  try {
    return await story()
  } catch (error) {
    const { attempt } = caller
    if (!attempt || !(error instanceof Refusal) || error.status >= 409) throw error
    const hashes = requestHashes(caller, attempt)
    const [[known]] = await caller.tenant.door.batch<[idempotencyKeyQueries.StoredResponseRow]>((tx) => [
      idempotencyKeyQueries.findKey(tx, { ...hashes, now: caller.clock.now() }),
    ])
    if (!known) throw error
    if (!known.sameAsk) throwForIdempotency('reused')
    attempt.repeated = true
    return deserializeResponse<T>(known.answer)
  }
}
