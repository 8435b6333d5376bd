import type { StaffRow, StaffState } from '@silla/db'
import { effectivePermissions, type Permission, permissions } from '../model/permissions.ts'
import type { StaffMember } from '../model/staff.ts'

/** A person as stored. A permission that only another release knows is left out. */
export const toStaffMember = (row: StaffRow): StaffMember => ({
  ...row,
  permissionsAdded: row.permissionsAdded.filter(isPermission),
  permissionsRemoved: row.permissionsRemoved.filter(isPermission),
})

const isPermission = (text: string): text is Permission =>
  (permissions as readonly string[]).includes(text)

/** What a person may do. */
export const permissionsOf = ({
  role,
  permissionsAdded,
  permissionsRemoved,
}: Pick<
  StaffMember,
  'role' | 'permissionsAdded' | 'permissionsRemoved'
>): ReadonlySet<Permission> => effectivePermissions(role, permissionsAdded, permissionsRemoved)

export function staffStateOf({
  acceptedAt,
  deactivatedAt,
}: Pick<StaffMember, 'acceptedAt' | 'deactivatedAt'>): StaffState {
  if (deactivatedAt !== null) return 'deactivated'
  return acceptedAt === null ? 'invited' : 'active'
}
