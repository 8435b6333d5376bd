import type { StaffSessionKind } from '@silla/db'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long a session lasts, in milliseconds (D62). */
export interface SessionLimits {
  lifetime: number
  /** Without a request it ends after this time. */
  idle: number
  /** The last request is written at most this often. */
  seenInterval: number
}

/**
 * A session on a shared device locks within two minutes (D64): the time of the last request is written
 * more often there, because another process may handle the next one.
 */
export const sessionLimits: Readonly<Record<StaffSessionKind, SessionLimits>> = {
  personal: { lifetime: 30 * day, idle: 7 * day, seenInterval: 5 * minute },
  desk: { lifetime: 18 * hour, idle: 2 * minute, seenInterval: minute / 4 },
}
