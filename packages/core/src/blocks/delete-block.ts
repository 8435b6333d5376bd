import { blockQueries, waitlistQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import type { DeletedBlock } from '../model/block.ts'
import { businessOnly, type RequestContext } from '../request-context.ts'
import { storedDeletedBlock } from '../stored-json.ts'

/**
 * Deletes a block; its time is free at once (D41).
 *
 * @throws INSUFFICIENT_SCOPE for everybody but the salon; BLOCK_NOT_FOUND, also when it was deleted
 *   before; IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS
 */
export async function deleteBlock(context: RequestContext, id: number): Promise<DeletedBlock> {
  businessOnly(context)
  return context.tenant.db.transaction((tx) =>
    withIdempotency(context, tx, storedDeletedBlock, async () => {
      const [deleted] = await blockQueries.deleteBlock(tx, id)
      if (!deleted) fail('BLOCK_NOT_FOUND')
      await blockQueries.deleteBlockClaims(tx, id)
      await waitlistQueries.wakeWaitlist(tx, { from: deleted.startsAt, to: deleted.endsAt })
      return { id, deletedAt: context.clock.now() }
    }),
  )
}
