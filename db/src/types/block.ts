import type { Translated } from './values.ts'

/** Time in which a professional, or units of a resource type, cannot be booked (D41). */
export interface Block {
  id: number
  /** null: units of a resource type are blocked */
  professional: { id: number; name: string } | null
  /** null: a professional is blocked */
  resource: BlockedResource | null
  startsAt: Date
  endsAt: Date
  /** For the staff of the salon. */
  reason: string
  createdAt: Date
}

export interface BlockedResource {
  /** Its name in the salon file. */
  handle: string
  name: Translated
  /** null: all units */
  unitNumber: number | null
}
