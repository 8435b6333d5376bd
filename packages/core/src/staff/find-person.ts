import { staffQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../access/allow.ts'
import { emailKey } from '../contact/email.ts'
import type { StaffMember } from '../model/staff.ts'
import type { RequestContext } from '../request-context.ts'
import { findStaff } from './find-staff.ts'
import { toStaffMember } from './staff-member.ts'

/**
 * A person of the salon by id or email, as somebody types them.
 *
 * @throws as `findStaff`
 */
export async function findPerson(context: RequestContext, text: string): Promise<StaffMember> {
  if (/^\d{1,15}$/.test(text)) return findStaff(context, Number(text))
  allow(context, 'staff.manage')
  const key = emailKey(text)
  const [[person]] = await context.tenant.db.batch((tx) => [staffQueries.findStaffByEmail(tx, key)])
  return person ? toStaffMember(person) : fail('STAFF_NOT_FOUND')
}
