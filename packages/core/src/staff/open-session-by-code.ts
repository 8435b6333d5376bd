import type { Tx } from '@silla/db'
import { type OpenedStaffSession, openStaffSession } from './open-staff-session.ts'
import { type NotifiedPerson, notifyPerson } from './passkeys.ts'

/**
 * Opens a session of somebody who has proved with a code or a link that they read their email (D61):
 * without a passkey, so that it has no sensitive permissions. The person is notified, because it is a new
 * device or somebody else.
 */
export async function openSessionByCode(
  tx: Tx,
  person: Pick<NotifiedPerson, 'name' | 'email' | 'language'>,
  { staffId, deviceName, now }: { staffId: number; deviceName: string; now: Date },
): Promise<OpenedStaffSession> {
  const session = await openStaffSession(tx, {
    ...{ staffId, kind: 'personal', method: 'code', passkeyAt: null, deviceName, now },
  })
  const { name, email, language } = person
  const notified = { name, email, language, device: deviceName, causeId: session.sessionId, now }
  await notifyPerson(tx, 'staff_signed_in', notified)
  return session
}
