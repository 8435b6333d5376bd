import type { Language } from './values.ts'

/** As `staff.role` stores it. */
export type StaffRole = 'owner' | 'manager' | 'receptionist' | 'professional'

/** Where a session is: on a device of the person's own, or on one that the salon shares (D64). */
export type StaffSessionKind = 'personal' | 'desk'

/** What a session was opened with. */
export type StaffSessionMethod = 'passkey' | 'code' | 'pin'

/** A person as their session needs them. */
export interface StaffPerson {
  name: string
  email: string
  role: StaffRole
  permissionsAdded: string[]
  permissionsRemoved: string[]
  professionalId: number | null
  language: Language
}
