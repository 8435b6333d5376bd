import { salonDownloadQueries, staffQueries, staffSessionQueries } from '@silla/db'
import { allow } from '../access/allow.ts'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import type { StaffMember } from '../model/staff.ts'
import type { RequestContext } from '../request-context.ts'
import { storedStaffId } from '../stored-json.ts'
import { assertMayManage, assertOwnerStays, lockStaffAs } from './acting-staff.ts'
import { staffIn } from './find-staff.ts'

/**
 * Ends somebody's work with Silla in the salon (D66): their sessions end within a second, sign-in no
 * longer finds the salon by their email, a waiting invitation and a link to download the salon are void,
 * and their professional is free for somebody else. Inviting them again brings them back. Repeating it changes nothing.
 *
 * @throws STAFF_NOT_FOUND, OWNER_REQUIRED; LAST_OWNER for the only owner who has accepted
 */
export async function deactivateStaff(context: RequestContext, id: number): Promise<StaffMember> {
  allow(context, 'staff.manage')
  const now = context.realClock.now()
  return context.tenant.db.transaction(async (tx) => {
    await withIdempotency(context, tx, storedStaffId, async () => {
      const acting = await lockStaffAs(context, tx)
      const person = await staffIn(tx, id)
      assertMayManage(acting, [person.role])
      if (person.deactivatedAt !== null) {
        if (context.auditedChange) context.auditedChange.needsNoEntry = true
        return { id }
      }
      await assertOwnerStays(tx, person)
      await staffQueries.updateStaffDeactivated(tx, { id, now })
      await staffQueries.deleteInvitation(tx, id)
      await salonDownloadQueries.deleteSalonDownload(tx, id)
      await staffSessionQueries.updateStaffSessionsEnded(tx, { staffId: id, now })
      await staffSessionQueries.notifyStaffChanged(tx)
      await staffQueries.deleteMembership(tx, id)
      return { id }
    })
    return staffIn(tx, id)
  })
}
