import { mailQueries, staffSignInQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { hasSteppedUp } from '../access/allow.ts'
import type { RequestContext, StaffIdentity } from '../request-context.ts'
import { challengeOf, newChallenge, readChallenge } from './passkey-challenge.ts'
import type { StaffSite } from './sign-in-parts.ts'
import type { StaffSecrets } from './staff-secrets.ts'
import { signedInStaff } from './step-up.ts'
import { userHandle } from './user-handle.ts'

/** A passkey of a person. */
export interface Passkey {
  id: number
  name: string
  backedUp: boolean
  createdAt: Date
  lastUsedAt: Date | null
}

/** What a browser needs to make a passkey. */
export interface NewPasskeyRequest {
  challenge: string
  siteId: string
  /** base64url */
  userHandle: string
  userName: string
  displayName: string
  /** COSE identifiers of the signatures that are accepted. */
  algorithms: readonly number[]
  /** Of the passkeys that the person has, so that a device does not make a second one. */
  credentialIds: string[]
}

/** What a browser sends after it has made a passkey (WebAuthn). */
export type NewPasskeyAnswer = RegistrationResponseJSON

interface Parts {
  secrets: StaffSecrets
  site: StaffSite
}

const maxPasskeys = 20

/** The passkeys of the person who is signed in, the oldest first. */
export async function listPasskeys(context: RequestContext): Promise<Passkey[]> {
  const { staffId } = signedInStaff(context)
  const [passkeys] = await context.tenant.db.batch((tx) => [
    staffSignInQueries.listPasskeys(tx, staffId),
  ])
  return passkeys.map(({ credentialId: _, transports: __, ...passkey }) => passkey)
}

/**
 * Starts to make a passkey.
 *
 * @throws STEP_UP_REQUIRED for somebody who has one and has not just used it, or is at a shared device
 */
export async function newPasskeyChallenge(
  context: RequestContext,
  { secrets, site }: Parts,
): Promise<NewPasskeyRequest> {
  const identity = signedInStaff(context)
  const { staffId, sessionId } = identity
  const now = context.realClock.now()
  const [[person], passkeys] = await context.tenant.db.batch((tx) => [
    staffSignInQueries.findSigningStaff(tx, staffId),
    staffSignInQueries.listPasskeys(tx, staffId),
  ])
  if (!person) fail('SESSION_ENDED')
  assertMayAdd(identity, passkeys.length, now)
  return {
    challenge: newChallenge(secrets, registrationPurpose(sessionId), now),
    siteId: site.id,
    userHandle: userHandle(context.tenant.businessId, staffId).toString('base64url'),
    userName: person.email,
    displayName: person.name,
    algorithms: passkeyAlgorithms,
    credentialIds: passkeys.map(({ credentialId }) => credentialId.toString('base64url')),
  }
}

/**
 * Stores a passkey that a browser has made, and notifies its person by email.
 *
 * @throws PASSKEY_REFUSED, STEP_UP_REQUIRED, PASSKEY_LIMIT_REACHED
 */
export async function addPasskey(
  context: RequestContext,
  { secrets, site }: Parts,
  { answer, name }: { answer: NewPasskeyAnswer; name: string },
): Promise<{ id: number }> {
  const identity = signedInStaff(context)
  const { staffId, sessionId } = identity
  const now = context.realClock.now()
  const challenge = challengeOf(answer.response.clientDataJSON)
  const read = readChallenge(secrets, registrationPurpose(sessionId), challenge, now)
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: answer,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: passkeyAlgorithms,
  }).catch((cause) => fail('PASSKEY_REFUSED', { cause }))
  if (!verified || !registrationInfo) fail('PASSKEY_REFUSED')
  const { credential, credentialBackedUp } = registrationInfo

  return context.tenant.db.transaction(async (tx) => {
    // two windows that register at once are counted one after the other
    await staffSignInQueries.lockSigningStaff(tx, staffId)
    const [person] = await staffSignInQueries.findSigningStaff(tx, staffId)
    if (!person) fail('SESSION_ENDED')
    assertMayAdd(identity, person.passkeys, now)
    const [used] = await staffSignInQueries.insertUsedChallenge(tx, read)
    const [added] = await staffSignInQueries.insertPasskey(tx, {
      staffId,
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      backedUp: credentialBackedUp,
      name,
      now,
    })
    if (!used || !added) fail('PASSKEY_REFUSED')
    await notifyPerson(tx, 'staff_passkey_added', {
      ...person,
      device: name,
      causeId: added.id,
      now,
    })
    return added
  })
}

/** @throws PASSKEY_NOT_FOUND */
export async function renamePasskey(
  context: RequestContext,
  input: { id: number; name: string },
): Promise<void> {
  const { staffId } = signedInStaff(context)
  await context.tenant.db.transaction(async (tx) => {
    const [renamed] = await staffSignInQueries.updatePasskeyName(tx, { ...input, staffId })
    if (!renamed) fail('PASSKEY_NOT_FOUND')
  })
}

/**
 * Deletes a passkey. An owner keeps one, or recovery codes: otherwise nobody could manage the salon's
 * people once their email is lost.
 *
 * @throws PASSKEY_NOT_FOUND, STEP_UP_REQUIRED, LAST_PASSKEY
 */
export async function deletePasskey(context: RequestContext, id: number): Promise<{ id: number }> {
  const identity = signedInStaff(context)
  const { staffId } = identity
  const now = context.realClock.now()
  if (!hasSteppedUp(identity, now)) fail('STEP_UP_REQUIRED')
  return context.tenant.db.transaction(async (tx) => {
    await staffSignInQueries.lockSigningStaff(tx, staffId)
    const [person] = await staffSignInQueries.findSigningStaff(tx, staffId)
    if (!person) fail('SESSION_ENDED')
    const [deleted] = await staffSignInQueries.deletePasskey(tx, { id, staffId })
    if (!deleted) fail('PASSKEY_NOT_FOUND')
    if (person.role === 'owner' && person.passkeys === 1) {
      const [codes] = await staffSignInQueries.countRecoveryCodes(tx, staffId)
      if ((codes?.count ?? 0) === 0) fail('LAST_PASSKEY')
    }
    await notifyPerson(tx, 'staff_passkey_deleted', {
      ...person,
      device: deleted.name,
      causeId: id,
      now,
    })
    return { id }
  })
}

/**
 * Somebody without a passkey may make their first one: they have just confirmed their email. Everybody
 * else has to use one before.
 */
function assertMayAdd(identity: StaffIdentity, passkeys: number, now: Date): void {
  const isFirst = passkeys === 0 && identity.device === 'personal'
  if (!isFirst && !hasSteppedUp(identity, now)) fail('STEP_UP_REQUIRED')
  if (passkeys >= maxPasskeys) fail('PASSKEY_LIMIT_REACHED')
}

/** Notifies a person of what happened to their sign-in. */
export async function notifyPerson(
  tx: Tx,
  kind:
    | 'staff_passkey_added'
    | 'staff_passkey_deleted'
    | 'staff_signed_in'
    | 'staff_recovered'
    | 'staff_pin_locked',
  { name, email, language, device, causeId, now }: NotifiedPerson,
): Promise<void> {
  await mailQueries.requestMail(tx, {
    kind,
    to: email,
    language,
    payload: { name, device, at: now.toISOString() },
    cause: `${kind}:${causeId}`,
    now,
  })
}

export interface NotifiedPerson extends Pick<SigningStaff, 'name' | 'email' | 'language'> {
  device: string
  /** The passkey, the session, or when the PIN was locked: each causes one email of a kind. */
  causeId: number | string
  now: Date
}

type SigningStaff = Awaited<ReturnType<typeof staffSignInQueries.findSigningStaff>>[number]

/** Ed25519, ES256 and RS256, as browsers offer them. */
const passkeyAlgorithms = [-8, -7, -257]

const registrationPurpose = (sessionId: number): string => `register ${sessionId}`
