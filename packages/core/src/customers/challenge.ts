import { randomUUID } from 'node:crypto'
import { signInQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import type { Language } from '../catalog/catalog.ts'
import { emailKey } from '../contact/email.ts'
import type { OneTimeCodes } from '../credentials/one-time-codes.ts'
import type { RequestContext } from '../request-context.ts'

/** The response to registration and login; the same whether an account exists or not (D11). */
export interface OpenedChallenge {
  challengeId: string
  expiresAt: Date
}

/** A registration or a login to confirm with a code. */
export interface NewChallengeInput {
  purpose: 'register' | 'sign_in'
  /** Whether a code is sent and accepted; otherwise the response is the same but no code works. */
  opens: boolean
  email: string
  language: Language
  name: string
  phone: string
  passwordHash: string | null
  acceptsMarketing: boolean
}

export const codeMinutes = 10
export const maxCodeTries = 5
const maxCodesPerHour = 5

/** @throws RATE_LIMIT_EXCEEDED after five codes an hour for one e-mail */
export async function openChallenge(
  context: RequestContext,
  codes: OneTimeCodes,
  input: NewChallengeInput,
): Promise<OpenedChallenge> {
  const now = context.clock.now()
  const challengeId = randomUUID()
  const code = codes.generate()
  const expiresAt = later(now, codeMinutes * 60)
  const key = emailKey(input.email)

  await context.tenant.db.transaction(async (tx) => {
    await countCode(tx, key, now)
    await signInQueries.insertChallenge(tx, {
      ...input,
      publicId: challengeId,
      emailKey: key,
      codeHash: codes.hash(code, challengeId),
      expiresAt,
      now,
    })
    const email = {
      to: input.email,
      language: input.language,
      cause: challengeCause(challengeId, now),
      now,
    }
    // registering again with an existing account is reported by e-mail only
    const isKnown = input.purpose === 'register' && !input.opens
    await signInQueries.requestMailOrPretend(
      tx,
      isKnown
        ? { ...email, kind: 'already_registered', payload: {} }
        : { ...email, kind: 'code', payload: codePayload(code, input.name) },
      input.opens || isKnown,
    )
  })
  return { challengeId, expiresAt }
}

/** Whether a text has the form of a challenge id; any other text has no challenge. */
export const isChallengeId = (text: string): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/**
 * Counts one more code for an e-mail address: at most five in an hour, for registration and login
 * together.
 *
 * @throws RATE_LIMIT_EXCEEDED
 */
export async function countCode(tx: Tx, key: string, now: Date): Promise<void> {
  await signInQueries.lockEmail(tx, key)
  const [requested] = await signInQueries.countCodesSince(tx, {
    emailKey: key,
    since: later(now, -hourSeconds),
  })
  if (requested?.first && requested.count >= maxCodesPerHour)
    throwRateLimited(later(requested.first, hourSeconds), now)
  await signInQueries.insertCodeRequest(tx, { emailKey: key, at: now })
}

export function throwRateLimited(retryAt: Date, now: Date): never {
  const seconds = Math.max(1, Math.ceil((retryAt.getTime() - now.getTime()) / 1000))
  fail('RATE_LIMIT_EXCEEDED', { headers: { 'retry-after': String(seconds) } })
}

/** Every code is a separate e-mail. */
export const challengeCause = (challengeId: string, at: Date) =>
  `code:${challengeId}:${at.toISOString()}`

export const codePayload = (code: string, name: string) => ({ code, name, minutes: codeMinutes })

export const hourSeconds = 3600

export const later = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000)
