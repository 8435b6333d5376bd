import type { StaffRow } from '@silla/db'
import type { Permission, Role } from './permissions.ts'

export type { StaffState } from '@silla/db'

/** A person who works with Silla in a salon (D60). */
export interface StaffMember extends Omit<StaffRow, 'permissionsAdded' | 'permissionsRemoved'> {
  role: Role
  permissionsAdded: Permission[]
  permissionsRemoved: Permission[]
}
