import {
  type StaffSessionKind,
  type StaffSessionMethod,
  staffSessionQueries,
  type Tx,
} from '@silla/db'
import { sessionLimits } from './session-limits.ts'
import { hashSessionToken, newSessionToken } from './session-token.ts'

/** A session that was just opened. */
export interface OpenedStaffSession {
  sessionId: number
  /** Only its hash is stored, so it has to be given to the browser now. */
  token: string
  expiresAt: Date
}

export interface StaffSessionInput {
  staffId: number
  kind: StaffSessionKind
  method: StaffSessionMethod
  /** When a passkey was last used; null: never, so that no sensitive permission may be used. */
  passkeyAt: Date | null
  /** By which people recognize it: "Firefox, Windows". */
  deviceName: string
  /** The shared device that it is at, which it does not outlast (D64). */
  device?: { id: number; expiresAt: Date }
  now: Date
}

/** Opens a session of a member of staff (D62). Who they are was verified before. */
export async function openStaffSession(
  tx: Tx,
  input: StaffSessionInput,
): Promise<OpenedStaffSession> {
  const token = newSessionToken(tx.businessId)
  const { device } = input
  const end = input.now.getTime() + sessionLimits[input.kind].lifetime
  const expiresAt = new Date(Math.min(end, device?.expiresAt.getTime() ?? end))
  const [session] = await staffSessionQueries.insertStaffSession(tx, {
    ...input,
    deviceId: device?.id ?? null,
    tokenHash: hashSessionToken(token),
    expiresAt,
  })
  if (!session) throw new Error('a session was not stored')
  return { sessionId: session.id, token, expiresAt }
}
