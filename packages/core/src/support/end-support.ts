import { staffSessionQueries, supportQueries } from '@silla/db'
import { allowOwner } from '../access/allow.ts'
import type { RequestContext } from '../request-context.ts'
import { withRollback } from '../with-rollback.ts'
import { lockSupport, readSupport } from './lock-support.ts'
import type { SupportAccess } from './support-access.ts'

/**
 * Ends an access, or withdraws a request for one (D66): by an owner of the salon or an operator. Its token
 * is refused within a second, and what a request has begun to write is finished or undone before. What has
 * ended, was refused or has expired stays as it is.
 *
 * @throws what `allowOwner` throws; SUPPORT_NOT_FOUND
 */
export async function endSupport(context: RequestContext, id: number): Promise<SupportAccess> {
  allowOwner(context)
  const { identity, realClock } = context
  const now = realClock.now()
  return withRollback((unchanged) =>
    context.tenant.db.transaction(async (tx) => {
      const access = await lockSupport(tx, id, now)
      if (access.state !== 'requested' && access.state !== 'approved') unchanged(access)
      const staffId = identity.kind === 'staff' ? identity.staffId : null
      await supportQueries.updateSupportEnded(tx, { id, staffId, now })
      await staffSessionQueries.notifyStaffChanged(tx)
      return readSupport(tx, id, now)
    }),
  )
}
