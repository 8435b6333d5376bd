import { randomUUID } from 'node:crypto'
import { signInQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import type { Language } from '../catalog/catalog.ts'
import { emailKey } from '../contact/email.ts'
import type { OneTimeCodes } from '../credentials/one-time-codes.ts'
import type { RequestContext } from '../request-context.ts'

/**
 * What whoever began to sign in is told, and nothing more: it is the same whether there is an
 * account or not (D11).
 */
export interface OpenedChallenge {
  challengeId: string
  expiresAt: Date
}

/** Somebody began to register or to sign in. */
export interface NewChallengeInput {
  purpose: 'register' | 'sign_in'
  /**
   * A code will be sent and will do; false: everything looks the same, and no code is ever right.
   */
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
const codesAnHour = 5

/** @throws RATE_LIMIT_EXCEEDED after five codes an hour for one e-mail */
export async function openChallenge(
  context: RequestContext,
  codes: OneTimeCodes,
  input: NewChallengeInput,
): Promise<OpenedChallenge> {
  const now = context.clock.now()
  const challengeId = randomUUID()
  const code = codes.make()
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
    // whoever has an account and registers again is told so, by mail alone
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

/** What cannot be one was never begun. */
export const isChallengeId = (text: string): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/**
 * Counts one more code for an e-mail, or refuses: five within an hour, whoever asks and whatever
 * for.
 */
export async function countCode(tx: Tx, key: string, now: Date): Promise<void> {
  await signInQueries.lockEmail(tx, key)
  const [requested] = await signInQueries.countCodesSince(tx, {
    emailKey: key,
    since: later(now, -hourSeconds),
  })
  if (requested?.first && requested.count >= codesAnHour)
    throwRateLimited(later(requested.first, hourSeconds), now)
  await signInQueries.insertCodeRequest(tx, { emailKey: key, at: now })
}

export function throwRateLimited(free: Date, now: Date): never {
  const seconds = Math.max(1, Math.ceil((free.getTime() - now.getTime()) / 1000))
  fail('RATE_LIMIT_EXCEEDED', { headers: { 'retry-after': String(seconds) } })
}

/** A code is a letter of its own each time. */
export const challengeCause = (challengeId: string, at: Date) =>
  `code:${challengeId}:${at.toISOString()}`

export const codePayload = (code: string, name: string) => ({ code, name, minutes: codeMinutes })

export const hourSeconds = 3600

export const later = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000)
