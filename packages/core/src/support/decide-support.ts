import { supportQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { allowOwner } from '../access/allow.ts'
import type { RequestContext, StaffIdentity } from '../request-context.ts'
import { lockAsOwner } from '../staff/acting-staff.ts'
import { withRollback } from '../with-rollback.ts'
import { lockSupport, readSupport } from './lock-support.ts'
import { accessMinutes, minutesAfter, type SupportAccess } from './support-access.ts'

/**
 * Lets support into the salon for 60 minutes (D66). Repeating it changes nothing: the time does not begin
 * again.
 *
 * @throws what `allowOwner` throws with a passkey; SUPPORT_NOT_FOUND; SUPPORT_DECIDED when it was refused, has
 *   expired or has ended
 */
export async function approveSupport(context: RequestContext, id: number): Promise<SupportAccess> {
  return decide(context, id, 'approved')
}

/**
 * Keeps support out of the salon (D66). It needs no passkey, and repeating it changes nothing.
 *
 * @throws what `allowOwner` throws; SUPPORT_NOT_FOUND; SUPPORT_DECIDED when it was approved, has expired or
 *   has ended
 */
export async function refuseSupport(context: RequestContext, id: number): Promise<SupportAccess> {
  return decide(context, id, 'refused')
}

async function decide(
  context: RequestContext,
  id: number,
  decision: 'approved' | 'refused',
): Promise<SupportAccess> {
  allowOwner(context, { withPasskey: decision === 'approved' })
  const { staffId } = ownerOf(context)
  const now = context.realClock.now()
  return withRollback((unchanged) =>
    context.tenant.db.transaction(async (tx) => {
      await lockAsOwner(context, tx)
      const access = await lockSupport(tx, id, now)
      if (access.state === decision) unchanged(access)
      if (access.state !== 'requested') fail('SUPPORT_DECIDED')
      if (decision === 'refused')
        await supportQueries.updateSupportRefused(tx, { id, staffId, now })
      else {
        const expiresAt = minutesAfter(now, accessMinutes)
        await supportQueries.updateSupportApproved(tx, { id, staffId, now, expiresAt })
      }
      return readSupport(tx, id, now)
    }),
  )
}

/** Platform staff do not approve their own access. */
const ownerOf = ({ identity }: RequestContext): StaffIdentity =>
  identity.kind === 'staff' ? identity : fail('INSUFFICIENT_SCOPE')
