import { idempotencyKeyQueries } from '@silla/db'
import { Refusal } from '@silla/errors'
import type { RequestContext } from '../request-context.ts'
import { requestHashes, throwForIdempotency } from './request-hashes.ts'
import { deserializeResponse } from './serialize-response.ts'

/**
 * For a story that looks its key up only where it writes: one that is refused before it gets there
 * may have worked in an earlier try, and then that answer counts (D19). A try that works costs
 * nothing more.
 */
export async function replayOnError<T>(
  context: RequestContext,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { attempt } = context
    if (!attempt || !(error instanceof Refusal) || error.status >= 409) throw error
    const hashes = requestHashes(context, attempt)
    const [[known]] = await context.tenant.db.batch((tx) => [
      idempotencyKeyQueries.findKey(tx, { ...hashes, now: context.clock.now() }),
    ])
    if (!known) throw error
    if (!known.sameAsk) throwForIdempotency('reused')
    attempt.repeated = true
    return deserializeResponse<T>(known.answer)
  }
}
