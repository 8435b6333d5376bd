import { staffSignInQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { isChallengeId } from '../customers/challenge.ts'
import { extraTriesPerHour, maxTries } from '../customers/code-limits.ts'
import { findMembers } from './members.ts'
import { openSessionByCode } from './open-session-by-code.ts'
import type { OpenedStaffSession } from './open-staff-session.ts'
import type { SignInParts } from './sign-in-parts.ts'

/**
 * Signs in with a code that was sent by email (D61), in the first of the person's salons. Without a
 * passkey the session has no sensitive permissions. The person is notified, because it is a
 * new device or somebody else.
 *
 * A try is counted before the code is compared, so that of any number of concurrent guesses at most as
 * many are compared as code-limits.ts allows. Codes of unknown emails are tried in the same way.
 *
 * @throws OTP_INVALID, OTP_EXPIRED, OTP_TOO_MANY_ATTEMPTS
 */
export async function signInWithCode(
  parts: SignInParts,
  { challengeId, code, deviceName }: { challengeId: string; code: string; deviceName: string },
): Promise<OpenedStaffSession> {
  if (!isChallengeId(challengeId)) fail('OTP_INVALID')
  const { registry, clock, secrets } = parts
  const now = clock.now()
  const { outcome, emailHash, codeHash } = await staffSignInQueries.tryStaffCode(registry, {
    publicId: challengeId,
    tries: maxTries,
    extraTries: extraTriesPerHour,
    now,
  })
  if (outcome === 'expired') fail('OTP_EXPIRED')
  if (outcome === 'exhausted') fail('OTP_TOO_MANY_ATTEMPTS')
  if (emailHash === null || codeHash === null) fail('OTP_INVALID')
  if (!secrets.codes.matches(code, challengeId, codeHash)) fail('OTP_INVALID')
  if (!(await staffSignInQueries.updateStaffCodeUsed(registry, { publicId: challengeId, now })))
    fail('OTP_INVALID')

  for await (const { tenant, staffId, person } of findMembers(parts, [emailHash]))
    return tenant.db.transaction((tx) =>
      openSessionByCode(tx, person, { staffId, deviceName, now }),
    )
  return fail('OTP_INVALID')
}
