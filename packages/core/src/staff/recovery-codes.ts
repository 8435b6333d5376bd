import { randomBytes } from 'node:crypto'
import { staffSessionQueries, staffSignInQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { hasSteppedUp } from '../access/allow.ts'
import type { RequestContext } from '../request-context.ts'
import { findMembers } from './members.ts'
import { type OpenedStaffSession, openStaffSession } from './open-staff-session.ts'
import { notifyPerson } from './passkeys.ts'
import type { SignInParts } from './sign-in-parts.ts'
import { signedInStaff } from './step-up.ts'

const codeCount = 10
/** 24 characters of five bits. */
const codeLength = 24
const groupLength = 4
/** Without I, L, O and U, which look like others. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * New recovery codes of an owner (D61); those before are void. Only hashes are stored, so that they have
 * to be shown now.
 *
 * @throws STEP_UP_REQUIRED; OWNER_REQUIRED for anybody but owners
 */
export async function newRecoveryCodes(
  context: RequestContext,
  { secrets }: Pick<SignInParts, 'secrets'>,
): Promise<string[]> {
  const identity = signedInStaff(context)
  const { staffId } = identity
  const now = context.realClock.now()
  if (!hasSteppedUp(identity, now)) fail('STEP_UP_REQUIRED')
  const codes = Array.from({ length: codeCount }, newCode)
  await context.tenant.db.transaction(async (tx) => {
    await staffSignInQueries.lockSigningStaff(tx, staffId)
    const [person] = await staffSignInQueries.findSigningStaff(tx, staffId)
    if (person?.role !== 'owner') fail('OWNER_REQUIRED')
    await staffSignInQueries.deleteRecoveryCodes(tx, staffId)
    await staffSignInQueries.insertRecoveryCodes(tx, {
      staffId,
      hashes: codes.map((code) => secrets.recoveryHashes(staffId, plain(code))[0]),
      now,
    })
  })
  return codes
}

/**
 * Signs in an owner who has lost their passkeys (D61): all of them are deleted, and all sessions end, so
 * that the device which was lost opens nothing. They make a new passkey then, before they do anything that is
 * sensitive. The person is notified by email.
 *
 * @throws RECOVERY_CODE_INVALID for an unknown email, and a code that is wrong or was used
 */
export async function recoverWithCode(
  parts: SignInParts,
  { email, code, deviceName }: { email: string; code: string; deviceName: string },
): Promise<OpenedStaffSession> {
  const { secrets, clock } = parts
  const now = clock.now()
  for await (const { tenant, staffId, person } of findMembers(parts, secrets.emailHashes(email))) {
    const hashes = secrets.recoveryHashes(staffId, plain(code))
    const session = await tenant.db.transaction(async (tx) => {
      const [used] = await staffSignInQueries.updateRecoveryCodeUsed(tx, { staffId, hashes, now })
      if (!used) return null
      await staffSignInQueries.deletePasskeys(tx, staffId)
      await staffSessionQueries.updateStaffSessionsEnded(tx, { staffId, now })
      await staffSessionQueries.notifyStaffChanged(tx)
      const opened = await openStaffSession(tx, {
        staffId,
        kind: 'personal',
        method: 'code',
        passkeyAt: null,
        deviceName,
        now,
      })
      await notifyPerson(tx, 'staff_recovered', {
        ...person,
        device: deviceName,
        causeId: opened.sessionId,
        now,
      })
      return opened
    })
    if (session !== null) return session
  }
  return fail('RECOVERY_CODE_INVALID')
}

/** `7K2M-P9QR-...`: 120 random bits. */
function newCode(): string {
  const characters = Array.from(randomBytes(codeLength), (byte) => alphabet.charAt(byte & 31))
  const groups = Array.from({ length: codeLength / groupLength }, (_, index) =>
    characters.slice(index * groupLength, (index + 1) * groupLength).join(''),
  )
  return groups.join('-')
}

/** As it is hashed, however it was typed. */
const plain = (code: string): string =>
  code
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
    .replace(/[^0-9A-Z]/g, '')
