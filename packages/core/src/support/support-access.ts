import type { SupportAccessRow } from '@silla/db'

/** How long an owner can approve a request, in minutes (D66). */
export const requestMinutes = 24 * 60

/** How long an access lasts after its approval. */
export const accessMinutes = 60

/**
 * `requested`: it waits for an owner; `approved`: it can be used, or its token be collected; `refused`, by an
 * owner; `expired`: nobody decided in time; `ended`, by either side or by its time.
 */
export const supportStates = ['requested', 'approved', 'refused', 'expired', 'ended'] as const

export type SupportState = (typeof supportStates)[number]

/** An access of platform staff to a salon (D66). */
export interface SupportAccess extends SupportAccessRow {
  state: SupportState
}

/** An access as it is now. */
export const toSupportAccess = (row: SupportAccessRow, now: Date): SupportAccess => ({
  ...row,
  state: stateOf(row, now),
})

function stateOf(
  { endedAt, refusedAt, approvedAt, expiresAt }: SupportAccessRow,
  now: Date,
): SupportState {
  if (endedAt !== null) return 'ended'
  if (refusedAt !== null) return 'refused'
  if (now < expiresAt) return approvedAt === null ? 'requested' : 'approved'
  return approvedAt === null ? 'expired' : 'ended'
}

export const minutesAfter = (now: Date, minutes: number): Date =>
  new Date(now.getTime() + minutes * 60_000)
