import { staffSessionQueries, staffSignInQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import type { RequestContext, StaffIdentity } from '../request-context.ts'
import { type OpenedStaffSession, openStaffSession } from './open-staff-session.ts'
import { newChallenge } from './passkey-challenge.ts'
import type { StaffSite } from './sign-in-parts.ts'
import type { PasskeyRequest } from './sign-in-with-passkey.ts'
import type { StaffSecrets } from './staff-secrets.ts'
import { type PasskeyAnswer, verifyPasskey } from './verify-passkey.ts'

/**
 * The member of staff who makes the request.
 *
 * @throws AUTHENTICATION_REQUIRED for everybody else
 */
export function signedInStaff({ identity }: Pick<RequestContext, 'identity'>): StaffIdentity {
  return identity.kind === 'staff' ? identity : fail('AUTHENTICATION_REQUIRED')
}

/** A passkey request for the person of a session, with the passkeys that they have. */
export async function stepUpChallenge(
  context: RequestContext,
  { secrets, site }: { secrets: StaffSecrets; site: StaffSite },
): Promise<PasskeyRequest & { credentialIds: string[] }> {
  const { staffId, sessionId } = signedInStaff(context)
  const [passkeys] = await context.tenant.db.batch((tx) => [
    staffSignInQueries.listPasskeys(tx, staffId),
  ])
  return {
    challenge: newChallenge(secrets, stepUpPurpose(sessionId), context.realClock.now()),
    siteId: site.id,
    credentialIds: passkeys.map(({ credentialId }) => credentialId.toString('base64url')),
  }
}

/**
 * Confirms with a passkey that the person is still there, so that they may use sensitive permissions for
 * a while (D61). The session goes on under a new token, and the old one ends.
 *
 * @throws PASSKEY_REFUSED
 */
export async function stepUp(
  context: RequestContext,
  { secrets, site }: { secrets: StaffSecrets; site: StaffSite },
  answer: PasskeyAnswer,
): Promise<OpenedStaffSession> {
  const { staffId, sessionId, device } = signedInStaff(context)
  if (device === 'desk') fail('PASSKEY_REFUSED')
  const now = context.realClock.now()
  const purpose = stepUpPurpose(sessionId)
  return context.tenant.db.transaction(async (tx) => {
    await verifyPasskey(tx, { secrets, site, purpose, staffId, answer, now })
    const deviceName = await endSession(tx, { id: sessionId, staffId, now })
    return openStaffSession(tx, {
      staffId,
      kind: 'personal',
      method: 'passkey',
      passkeyAt: now,
      deviceName,
      now,
    })
  })
}

/** @returns the name of its device; SESSION_ENDED when it has ended meanwhile */
export async function endSession(
  tx: Tx,
  session: { id: number; staffId: number; now: Date },
): Promise<string> {
  const [ended] = await staffSessionQueries.updateStaffSessionEnded(tx, session)
  if (!ended) fail('SESSION_ENDED')
  await staffSessionQueries.notifyStaffChanged(tx)
  return ended.deviceName
}

const stepUpPurpose = (sessionId: number): string => `step-up ${sessionId}`
