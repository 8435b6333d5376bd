import { staffDeviceQueries, staffSignInQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { challengeOf, readChallenge } from './passkey-challenge.ts'
import type { StaffSite } from './sign-in-parts.ts'
import type { StaffSecrets } from './staff-secrets.ts'

/** What a browser sends after the person has used a passkey (WebAuthn). */
export type PasskeyAnswer = AuthenticationResponseJSON

/**
 * Verifies that somebody has just used a passkey of theirs, and counts the use. A challenge works once.
 * A PIN of theirs that was locked can be tried again (D64).
 *
 * @param purpose of the challenge, as it was made
 * @throws PASSKEY_REFUSED for anything that is not so: an unknown or deleted passkey, another site, a
 *   person who was not verified by the device, a counter that shows a copy of the authenticator
 */
export async function verifyPasskey(
  tx: Tx,
  {
    secrets,
    site,
    purpose,
    staffId,
    answer,
    now,
  }: {
    secrets: StaffSecrets
    site: StaffSite
    purpose: string
    staffId: number
    answer: PasskeyAnswer
    now: Date
  },
): Promise<void> {
  const challenge = challengeOf(answer.response.clientDataJSON)
  const read = readChallenge(secrets, purpose, challenge, now)
  const credentialId = Buffer.from(answer.id, 'base64url')
  const [passkey] = await staffSignInQueries.lockPasskey(tx, { staffId, credentialId })
  if (!passkey) fail('PASSKEY_REFUSED')
  // loaded here because the command line and the worker import this module but verify nothing
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
    credential: {
      id: answer.id,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
    },
  }).catch((cause) => fail('PASSKEY_REFUSED', { cause }))
  if (!verified) fail('PASSKEY_REFUSED')
  const [used] = await staffSignInQueries.insertUsedChallenge(tx, read)
  if (!used) fail('PASSKEY_REFUSED')
  await staffSignInQueries.updatePasskeyUsed(tx, {
    id: passkey.id,
    counter: authenticationInfo.newCounter,
    backedUp: authenticationInfo.credentialBackedUp,
    now,
  })
  await staffDeviceQueries.updatePinUnlocked(tx, staffId)
}
