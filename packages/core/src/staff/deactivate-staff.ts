import { staffQueries, staffSessionQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../access/allow.ts'
import type { StaffMember } from '../model/staff.ts'
import type { RequestContext } from '../request-context.ts'
import { assertMayManage, lockStaffAs } from './acting-staff.ts'
import { toStaffMember } from './staff-member.ts'

/**
 * Ends somebody's work with Silla in the salon (D66): their sessions end within a second, sign-in no
 * longer finds the salon by their email, a waiting invitation is void, and their professional is free
 * for somebody else. Inviting them again brings them back. Repeating it changes nothing.
 *
 * @throws STAFF_NOT_FOUND, OWNER_REQUIRED; LAST_OWNER for the only owner who has accepted
 */
export async function deactivateStaff(context: RequestContext, id: number): Promise<StaffMember> {
  allow(context, 'staff.manage')
  const now = context.realClock.now()
  return context.tenant.db.transaction(async (tx) => {
    const acting = await lockStaffAs(context, tx)
    const [person] = await staffQueries.findStaff(tx, id)
    if (!person) fail('STAFF_NOT_FOUND')
    assertMayManage(acting, [person.role])
    if (person.deactivatedAt !== null) return toStaffMember(person)
    if (person.role === 'owner' && person.acceptedAt !== null) {
      const [others] = await staffQueries.countOtherOwners(tx, id)
      if ((others?.count ?? 0) === 0) fail('LAST_OWNER')
    }
    await staffQueries.updateStaffDeactivated(tx, { id, now })
    await staffQueries.deleteInvitation(tx, id)
    await staffSessionQueries.updateStaffSessionsEnded(tx, { staffId: id, now })
    await staffSessionQueries.notifyStaffChanged(tx)
    const [deactivated] = await staffQueries.findStaff(tx, id)
    if (!deactivated) throw new Error('a person who was just deactivated is missing')
    await staffQueries.deleteMembership(tx, id)
    return toStaffMember(deactivated)
  })
}
