import { blockQueries, waitlistQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../access/allow.ts'
import { ownProfessionalId } from '../access/own-agenda.ts'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import type { DeletedBlock } from '../model/block.ts'
import type { RequestContext } from '../request-context.ts'
import { storedDeletedBlock } from '../stored-json.ts'
import { recordBlockEvent } from './block-event.ts'

/**
 * Deletes a block; its time is free at once (D41).
 */
export async function deleteBlock(context: RequestContext, id: number): Promise<DeletedBlock> {
  allow(context, 'bookings.manage')
  const catalog = await context.tenant.catalog()
  return context.tenant.db.transaction((tx) =>
    withIdempotency(context, tx, storedDeletedBlock, async () => {
      const [block] = await blockQueries.findBlockById(tx, id)
      const [deleted] = await blockQueries.deleteBlock(tx, id, ownProfessionalId(context))
      if (!block || !deleted) fail('BLOCK_NOT_FOUND')
      const deletedAt = context.clock.now()
      await Promise.all([
        blockQueries.deleteBlockClaims(tx, id),
        waitlistQueries.wakeWaitlist(tx, { from: block.startsAt, to: block.endsAt }),
        recordBlockEvent(tx, 'bloqueo.borrado', block, catalog, deletedAt),
      ])
      return { id, deletedAt }
    }),
  )
}
