import type { EpochDay } from '@silla/slots'

export type { Block, BlockedResource } from '@silla/db'

/** A block to create (D41). Dates and times are local to the salon; their form has been checked. */
export interface BlockInput {
  subject: { professionalId: number } | { resource: string; unitNumber: number | null }
  from: LocalTime
  /** Exclusive. */
  to: LocalTime
  reason: string
}

/** What the clocks of the salon show. */
export interface LocalTime {
  day: EpochDay
  minute: number
}

export interface DeletedBlock {
  id: number
  deletedAt: Date
}

/** What is in the way of a block. */
export type BlockObstacle =
  | { kind: 'booking'; id: number; code: string }
  | { kind: 'hold'; expiresAt: Date }
  | { kind: 'block'; id: number }
