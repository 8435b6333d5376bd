import { randomUUID } from 'node:crypto'
import { mailQueries, signInQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import type { Language } from '../catalog/catalog.ts'
import { emailKey } from '../contact/email.ts'
import type { OneTimeCodes } from '../credentials/one-time-codes.ts'
import type { RequestContext } from '../request-context.ts'
import { nextCodeAt } from './code-limits.ts'

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
  /** A login with the right password. */
  withPassword: boolean
  /** The client address of the request (D27); null: unknown. */
  clientAddress: string | null
}

export const codeMinutes = 10

/** @throws RATE_LIMIT_EXCEEDED after too many codes for one e-mail (code-limits.ts) */
export async function openChallenge(
  context: RequestContext,
  codes: OneTimeCodes,
  input: NewChallengeInput,
): Promise<OpenedChallenge> {
  const now = context.realClock.now()
  const challengeId = randomUUID()
  const code = codes.generate()
  const expiresAt = later(now, codeMinutes * 60)
  const key = emailKey(input.email)
  const { withPassword, clientAddress } = input

  await context.tenant.db.transaction(async (tx) => {
    const codeId = await countCode(tx, key, { at: now, withPassword, clientAddress })
    await signInQueries.insertChallenge(tx, {
      ...input,
      publicId: challengeId,
      emailKey: key,
      codeHash: codes.hash(code, challengeId),
      codeId,
      expiresAt,
      now,
    })
    await requestChallengeMail(tx, { ...input, publicId: challengeId }, code, now)
  })
  return { challengeId, expiresAt }
}

/** Whether a text has the form of a challenge id; any other text has no challenge. */
export const isChallengeId = (text: string): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/**
 * Counts one more code for an e-mail address.
 *
 * @returns the id of the code
 * @throws RATE_LIMIT_EXCEEDED
 */
export async function countCode(
  tx: Tx,
  emailKey: string,
  code: signInQueries.SentCode,
): Promise<number> {
  await signInQueries.lockEmail(tx, emailKey)
  const since = later(code.at, -hourSeconds)
  const retryAt = nextCodeAt(await signInQueries.listCodesSince(tx, { emailKey, since }), code)
  if (retryAt) throwRateLimited(retryAt, code.at)
  const [sent] = await signInQueries.insertSentCode(tx, { ...code, emailKey })
  if (!sent) throw new Error('a code was not counted')
  return sent.id
}

/**
 * Requests the e-mail of a challenge. Whether there is an account is revealed by this e-mail alone,
 * so every challenge has one (D11). Each is sent, because its cause contains the time.
 */
export async function requestChallengeMail(
  tx: Tx,
  challenge: Pick<NewChallengeInput, 'purpose' | 'opens' | 'email' | 'language' | 'name'> & {
    publicId: string
  },
  code: string,
  now: Date,
): Promise<void> {
  const { purpose, opens, name, publicId } = challenge
  const kind = opens ? 'code' : purpose === 'register' ? 'already_registered' : 'no_account'
  await mailQueries.requestMail(tx, {
    kind,
    to: challenge.email,
    language: challenge.language,
    payload: opens ? { code, name, minutes: codeMinutes } : {},
    cause: `code:${publicId}:${now.toISOString()}`,
    now,
  })
}

export function throwRateLimited(retryAt: Date, now: Date): never {
  const seconds = Math.max(1, Math.ceil((retryAt.getTime() - now.getTime()) / 1000))
  fail('RATE_LIMIT_EXCEEDED', { headers: { 'retry-after': String(seconds) } })
}

export const hourSeconds = 3600

export const later = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000)
