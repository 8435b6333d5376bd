import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { mailQueries, staffSignInQueries } from '@silla/db'
import {
  codeMinutes,
  later,
  type OpenedChallenge,
  throwRateLimited,
} from '../customers/challenge.ts'
import { codesPerHour } from '../customers/code-limits.ts'
import { findMembers } from './members.ts'
import type { SignInParts } from './sign-in-parts.ts'

/** Every request takes at least as long, so that its time does not tell whether an email is known. */
const leastMilliseconds = 150

/**
 * Sends a code to an email with which somebody works in a salon (D61). The response is the same, and as
 * late, for any other email: a code is stored for it too, and no email is sent.
 *
 * @param input.clientAddress of the request (D27); null: unknown
 * @throws RATE_LIMIT_EXCEEDED after too many codes for one email, as for customers (code-limits.ts)
 */
export async function requestStaffCode(
  parts: SignInParts,
  input: { email: string; clientAddress: string | null },
): Promise<OpenedChallenge> {
  const [opened] = await Promise.all([openChallenge(parts, input), pause(leastMilliseconds)])
  return opened
}

async function openChallenge(
  parts: SignInParts,
  { email, clientAddress }: { email: string; clientAddress: string | null },
): Promise<OpenedChallenge> {
  const { registry, clock, secrets } = parts
  const now = clock.now()
  const challengeId = randomUUID()
  const code = secrets.codes.generate()
  const expiresAt = later(now, codeMinutes * 60)
  const emailHashes = secrets.emailHashes(email)
  const retryAt = await staffSignInQueries.insertStaffCode(registry, {
    publicId: challengeId,
    emailHashes,
    codeHash: secrets.codes.hash(code, challengeId),
    clientHash: clientAddress === null ? null : secrets.clientHash(clientAddress),
    perClient: codesPerHour.address,
    perEmail: codesPerHour.email,
    now,
    expiresAt,
  })
  if (retryAt !== null) throwRateLimited(retryAt, now)
  await sendCode(parts, { emailHashes, challengeId, code, now })
  return { challengeId, expiresAt }
}

/** The first of their salons sends it, to the address that it knows. */
async function sendCode(
  parts: SignInParts,
  sent: { emailHashes: readonly Buffer[]; challengeId: string; code: string; now: Date },
): Promise<void> {
  const { emailHashes, challengeId, code, now } = sent
  for await (const { tenant, person } of findMembers(parts, emailHashes)) {
    const { email: to, language, name } = person
    await tenant.db.transaction((tx) =>
      mailQueries.requestMail(tx, {
        kind: 'staff_code',
        to,
        language,
        payload: { code, name, minutes: codeMinutes },
        cause: `staff-code:${challengeId}`,
        now,
      }),
    )
    return
  }
}
