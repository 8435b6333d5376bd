import { customerMergeQueries, signInQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import type { Credentials } from '../credentials/credentials.ts'
import type { RequestContext } from '../request-context.ts'
import { hourSeconds, isChallengeId, later } from './challenge.ts'
import { extraTriesPerHour, maxTries } from './code-limits.ts'
import { recordCustomerEvent } from './customer-event.ts'
import { openSession, type SignedIn, signedIn } from './session.ts'

/**
 * Verifies the code of a challenge and opens a session; a registration also creates the account
 * (D11, D12).
 *
 * A try is counted before the code is compared, in a separate transaction, so that of any number of
 * concurrent guesses at most as many are compared as code-limits.ts allows.
 */
export async function verifyCode(
  context: RequestContext,
  credentials: Credentials,
  input: { challengeId: string; code: string },
): Promise<SignedIn> {
  if (!isChallengeId(input.challengeId)) fail('OTP_INVALID')
  const now = context.realClock.now()
  const challenge = await tryCode(context, input.challengeId, now)
  const { codeHash } = challenge
  const isRight = credentials.codes.matches(input.code, input.challengeId, codeHash)
  if (!isRight || !challenge.opens) fail('OTP_INVALID')

  const session = await context.tenant.db.transaction(async (tx) => {
    const [used] = await signInQueries.updateCodeUsed(tx, { id: challenge.id, codeHash, now })
    if (!used) fail('OTP_INVALID')
    const customer =
      challenge.purpose === 'register'
        ? await createAccount(tx, challenge, now)
        : await accountOf(tx, challenge)
    return openSession(tx, customer, now)
  })
  return signedIn(context, credentials, session, true)
}

/** Counts a try of a code that can still be used. */
async function tryCode(
  { tenant }: RequestContext,
  challengeId: string,
  now: Date,
): Promise<signInQueries.ChallengeRow> {
  return tenant.db.transaction(async (tx) => {
    const [challenge] = await signInQueries.lockChallenge(tx, challengeId)
    if (!challenge || challenge.usedAt) fail('OTP_INVALID')
    if (challenge.expiresAt <= now) fail('OTP_EXPIRED')
    if (challenge.tries >= maxTries) fail('OTP_TOO_MANY_ATTEMPTS')
    if (challenge.tries > 0) await countExtraTry(tx, challenge, now)
    await signInQueries.incrementTries(tx, challenge.id)
    return challenge
  })
}

/** Counts a try after the first one, which all codes of the e-mail share (code-limits.ts). */
async function countExtraTry(
  tx: Tx,
  { emailKey, codeId }: signInQueries.ChallengeRow,
  now: Date,
): Promise<void> {
  await signInQueries.lockEmail(tx, emailKey)
  const since = later(now, -hourSeconds)
  const [extra] = await signInQueries.countExtraTriesSince(tx, { emailKey, since })
  if ((extra?.count ?? 0) >= extraTriesPerHour) fail('OTP_TOO_MANY_ATTEMPTS')
  await signInQueries.incrementExtraTries(tx, codeId)
}

interface KnownCustomer {
  id: number
  name: string
  email: string
}

/** The account may have been deleted since the code was requested. */
async function accountOf(tx: Tx, challenge: signInQueries.ChallengeRow): Promise<KnownCustomer> {
  const [account] = await signInQueries.findAccountByEmail(tx, challenge.emailKey)
  return account ?? fail('OTP_INVALID')
}

/** Verifying the codes of two registrations creates one account, with the data of the first. */
async function createAccount(
  tx: Tx,
  challenge: signInQueries.ChallengeRow,
  now: Date,
): Promise<KnownCustomer> {
  const { email, name, phone, language, emailKey } = challenge
  const who = { emailKey, email, name, phone, language, now }
  // who proves an e-mail has it, and not the customer whom the salon has merged its owner into (D74)
  await customerMergeQueries.releaseEmailKey(tx, emailKey)
  const [inserted] = await signInQueries.insertCustomer(tx, who)
  const [customer] = await signInQueries.lockCustomerByEmail(tx, emailKey)
  if (!customer) throw new Error('a customer that was just written is missing')
  if (customer.hasAccount) return accountOf(tx, challenge)

  if (!inserted) await signInQueries.updateCustomerContact(tx, { ...who, id: customer.id })
  await signInQueries.insertAccount(tx, {
    id: customer.id,
    passwordHash: challenge.passwordHash,
    acceptsMarketing: challenge.acceptsMarketing,
    now,
  })
  await recordCustomerEvent(tx, 'cliente.registrado', { id: customer.id, now })
  return { id: customer.id, name, email }
}
