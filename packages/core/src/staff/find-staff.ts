import { staffQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../access/allow.ts'
import type { StaffMember } from '../model/staff.ts'
import type { RequestContext } from '../request-context.ts'
import { toStaffMember } from './staff-member.ts'

/**
 * A person of the salon, also one who was deactivated (D66).
 *
 * @throws as `allow` without `staff.manage`; STAFF_NOT_FOUND
 */
export async function findStaff(context: RequestContext, id: number): Promise<StaffMember> {
  allow(context, 'staff.manage')
  const [[person]] = await context.tenant.db.batch((tx) => [staffQueries.findStaff(tx, id)])
  return person ? toStaffMember(person) : fail('STAFF_NOT_FOUND')
}

/** The same within a transaction. */
export async function staffIn(tx: Tx, id: number): Promise<StaffMember> {
  const [person] = await staffQueries.findStaff(tx, id)
  return person ? toStaffMember(person) : fail('STAFF_NOT_FOUND')
}
