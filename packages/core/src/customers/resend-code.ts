import { signInQueries } from '@silla/db'
import { fail } from '@silla/errors'
import type { Credentials } from '../credentials/credentials.ts'
import type { RequestContext } from '../request-context.ts'
import {
  challengeCause,
  codeMinutes,
  codePayload,
  countCode,
  hourSeconds,
  isChallengeId,
  later,
  type OpenedChallenge,
  throwRateLimited,
} from './challenge.ts'

const waitSeconds = 60

/**
 * Sends a new code, which replaces the previous one (D11). A challenge can be continued for an
 * hour.
 *
 * @throws OTP_INVALID when there is no such challenge or it was completed; OTP_EXPIRED;
 *   RATE_LIMIT_EXCEEDED within a minute of the previous code
 */
export async function resendCode(
  context: RequestContext,
  { codes }: Credentials,
  input: { challengeId: string },
): Promise<OpenedChallenge> {
  if (!isChallengeId(input.challengeId)) fail('OTP_INVALID')
  const now = context.clock.now()
  const code = codes.generate()
  const expiresAt = later(now, codeMinutes * 60)

  await context.tenant.db.transaction(async (tx) => {
    const [challenge] = await signInQueries.lockChallenge(tx, input.challengeId)
    if (!challenge || challenge.usedAt) fail('OTP_INVALID')
    if (now >= later(challenge.createdAt, hourSeconds)) fail('OTP_EXPIRED')
    const retryAt = later(challenge.sentAt, waitSeconds)
    if (now < retryAt) throwRateLimited(retryAt, now)
    await countCode(tx, challenge.emailKey, now)
    await signInQueries.updateCode(tx, {
      id: challenge.id,
      codeHash: codes.hash(code, input.challengeId),
      sentAt: now,
      expiresAt,
    })
    await signInQueries.requestMailOrPretend(
      tx,
      {
        kind: 'code',
        to: challenge.email,
        language: challenge.language,
        payload: codePayload(code, challenge.name),
        cause: challengeCause(input.challengeId, now),
        now,
      },
      challenge.opens,
    )
  })
  return { challengeId: input.challengeId, expiresAt }
}
