import { staffSignInQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { type OpenedStaffSession, openStaffSession } from './open-staff-session.ts'
import { newChallenge } from './passkey-challenge.ts'
import type { SignInParts } from './sign-in-parts.ts'
import { readUserHandle } from './user-handle.ts'
import { type PasskeyAnswer, verifyPasskey } from './verify-passkey.ts'

/** What a browser needs to let somebody choose a passkey of this site. */
export interface PasskeyRequest {
  challenge: string
  siteId: string
}

/** @param browser a secret of the browser, so that nobody else can use the challenge; '' for an app */
export const signInChallenge = (
  { secrets, site, clock }: SignInParts,
  browser: string,
): PasskeyRequest => ({
  challenge: newChallenge(secrets, signInPurpose(browser), clock.now()),
  siteId: site.id,
})

/**
 * Signs in with a passkey (D61), which says whose it is.
 *
 * @param input.browser as for its challenge
 * @throws PASSKEY_REFUSED
 */
export async function signInWithPasskey(
  { tenants, secrets, site, clock }: SignInParts,
  input: { answer: PasskeyAnswer; browser: string; deviceName: string },
): Promise<OpenedStaffSession> {
  const { answer, browser, deviceName } = input
  const handle = readUserHandle(answer.response.userHandle ?? '') ?? fail('PASSKEY_REFUSED')
  const { businessId, staffId } = handle
  const now = clock.now()
  return tenants.tenant(businessId, '').db.transaction(async (tx) => {
    const purpose = signInPurpose(browser)
    await verifyPasskey(tx, { secrets, site, purpose, staffId, answer, now })
    const [person] = await staffSignInQueries.findSigningStaff(tx, staffId)
    if (!person) fail('PASSKEY_REFUSED')
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

const signInPurpose = (browser: string): string => `sign-in ${browser}`
