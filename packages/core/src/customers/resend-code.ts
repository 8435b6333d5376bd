import { signInQueries } from '@silla/db'
import { fail } from '@silla/errors'
import type { Credentials } from '../credentials/credentials.ts'
import type { RequestContext } from '../request-context.ts'
import {
  codeMinutes,
  countCode,
  hourSeconds,
  isChallengeId,
  later,
  type OpenedChallenge,
  requestChallengeMail,
  throwRateLimited,
} from './challenge.ts'

const waitSeconds = 60

/**
 * Sends a new code, which replaces the previous one (D11), or the e-mail that explains why there is
 * none. A challenge can be continued for an hour.
 */
export async function resendCode(
  context: RequestContext,
  { codes }: Credentials,
  input: { challengeId: string; clientAddress: string | null },
): Promise<OpenedChallenge> {
  if (!isChallengeId(input.challengeId)) fail('OTP_INVALID')
  const now = context.realClock.now()
  const code = codes.generate()
  const expiresAt = later(now, codeMinutes * 60)

  await context.tenant.db.transaction(async (tx) => {
    const [challenge] = await signInQueries.lockChallenge(tx, input.challengeId)
    if (!challenge || challenge.usedAt) fail('OTP_INVALID')
    if (now >= later(challenge.createdAt, hourSeconds)) fail('OTP_EXPIRED')
    const retryAt = later(challenge.sentAt, waitSeconds)
    if (now < retryAt) throwRateLimited(retryAt, now)
    const codeId = await countCode(tx, challenge.emailKey, {
      at: now,
      withPassword: challenge.withPassword,
      clientAddress: input.clientAddress,
    })
    await signInQueries.updateCode(tx, {
      id: challenge.id,
      codeHash: codes.hash(code, input.challengeId),
      codeId,
      sentAt: now,
      expiresAt,
    })
    await requestChallengeMail(tx, { ...challenge, publicId: input.challengeId }, code, now)
  })
  return { challengeId: input.challengeId, expiresAt }
}
