import type { BookedProfessional } from './booking.ts'
import type { StaffRole } from './staff.ts'
import type { Language } from './values.ts'

/** A person who works with Silla in a salon (D60). */
export interface StaffRow {
  id: number
  name: string
  email: string
  role: StaffRole
  /** Whose agenda is their own; null: they are no professional. */
  professional: BookedProfessional | null
  language: Language
  permissionsAdded: string[]
  permissionsRemoved: string[]
  invitedAt: Date
  /** null: they have not confirmed their email yet */
  acceptedAt: Date | null
  deactivatedAt: Date | null
  /** Until when an invitation that waits can be accepted; null: there is none. */
  invitationExpiresAt: Date | null
  version: number
}

/** Who is listed: the invited have not accepted yet. */
export type StaffState = 'invited' | 'active' | 'deactivated'
