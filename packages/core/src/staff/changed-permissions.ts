import { effectivePermissions, type Permission } from '../model/permissions.ts'
import type { StaffMember } from '../model/staff.ts'

type Permissions = Pick<StaffMember, 'permissionsAdded' | 'permissionsRemoved'>

/** What is added to somebody's role and removed from it, when they may do more, or less, than now. */
export function changedPermissions(
  { role, permissionsAdded, permissionsRemoved }: Permissions & Pick<StaffMember, 'role'>,
  { allow, deny }: { allow: readonly Permission[]; deny: readonly Permission[] },
): Permissions {
  const ofRole = effectivePermissions(role)
  const added = new Set([...permissionsAdded, ...allow.filter((one) => !ofRole.has(one))])
  const removed = new Set([...permissionsRemoved, ...deny.filter((one) => ofRole.has(one))])
  for (const permission of deny) added.delete(permission)
  for (const permission of allow) removed.delete(permission)
  return { permissionsAdded: [...added], permissionsRemoved: [...removed] }
}
