import { staffQueries } from '@silla/db'
import { allow } from '../access/allow.ts'
import type { StaffMember, StaffState } from '../model/staff.ts'
import type { RequestContext } from '../request-context.ts'
import { toStaffMember } from './staff-member.ts'

/**
 * One page of the people of the salon by name, and their total number (D66).
 *
 * @param filter.state null: all but the deactivated
 */
export async function listStaff(
  context: RequestContext,
  filter: { state: StaffState | null; offset: number; limit: number },
): Promise<{ people: StaffMember[]; total: number }> {
  allow(context, 'staff.manage')
  const [rows, [counted]] = await context.tenant.db.batch((tx) => [
    staffQueries.listStaff(tx, filter),
    staffQueries.countStaff(tx, filter.state),
  ])
  return { people: rows.map(toStaffMember), total: counted?.count ?? 0 }
}
