import type { StaffMember, StaffState } from '@silla/core'

export const staffStateOf = ({ deactivatedAt, acceptedAt }: StaffMember): StaffState => {
  if (deactivatedAt !== null) return 'deactivated'
  return acceptedAt === null ? 'invited' : 'active'
}
