import { timingSafeEqual } from 'node:crypto'
import { eventQueries, signInQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import type { Credentials } from '../credentials/credentials.ts'
import type { RequestContext } from '../request-context.ts'
import { isChallengeId, maxCodeTries } from './challenge.ts'
import { openSession, type SignedIn, signedIn } from './session.ts'

/**
 * Signs in whoever shows the code that was sent, and makes their account when they were registering
 * (D11, D12).
 *
 * A try is counted before the code is looked at, in a transaction of its own: of any number of
 * guesses at once five are judged.
 *
 * @throws OTP_INVALID also for what was never begun; OTP_EXPIRED; OTP_TOO_MANY_ATTEMPTS
 */
export async function verifyCode(
  context: RequestContext,
  credentials: Credentials,
  input: { challengeId: string; code: string },
): Promise<SignedIn> {
  if (!isChallengeId(input.challengeId)) fail('OTP_INVALID')
  const now = context.clock.now()
  const challenge = await tryCode(context, input.challengeId, now)
  const hash = credentials.codes.hash(input.code, input.challengeId)
  if (!timingSafeEqual(hash, challenge.codeHash) || !challenge.opens) fail('OTP_INVALID')

  const session = await context.tenant.db.transaction(async (tx) => {
    const [used] = await signInQueries.updateCodeUsed(tx, { id: challenge.id, codeHash: hash, now })
    if (!used) fail('OTP_INVALID')
    const customer =
      challenge.purpose === 'register'
        ? await makeAccount(tx, challenge, now)
        : await accountOf(tx, challenge)
    return openSession(tx, customer, now)
  })
  return signedIn(context, credentials, session, true)
}

async function tryCode(
  requestContext: RequestContext,
  challengeId: string,
  now: Date,
): Promise<signInQueries.ChallengeRow> {
  return requestContext.tenant.db.transaction(async (tx) => {
    const [taken] = await signInQueries.incrementTries(tx, {
      publicId: challengeId,
      triesAtMost: maxCodeTries,
      now,
    })
    if (taken) return taken
    const [challenge] = await signInQueries.findChallengeByPublicId(tx, challengeId)
    if (!challenge || challenge.usedAt) fail('OTP_INVALID')
    return fail(challenge.expiresAt <= now ? 'OTP_EXPIRED' : 'OTP_TOO_MANY_ATTEMPTS')
  })
}

interface KnownCustomer {
  id: number
  name: string
  email: string
}

/** The account may be gone since the code was asked for. */
async function accountOf(tx: Tx, challenge: signInQueries.ChallengeRow): Promise<KnownCustomer> {
  const [account] = await signInQueries.findAccountByEmail(tx, challenge.emailKey)
  return account ?? fail('OTP_INVALID')
}

/**
 * Who registered twice and shows both codes has one account, with what they said the first time.
 */
async function makeAccount(
  tx: Tx,
  challenge: signInQueries.ChallengeRow,
  now: Date,
): Promise<KnownCustomer> {
  const { email, name, phone, language, emailKey } = challenge
  const who = { emailKey, email, name, phone, language, now }
  const [inserted] = await signInQueries.insertCustomer(tx, who)
  const [customer] = await signInQueries.lockCustomerByEmail(tx, emailKey)
  if (!customer) throw new Error('a customer that was just written is not there')
  if (customer.hasAccount) return accountOf(tx, challenge)

  if (!inserted) await signInQueries.updateCustomerContact(tx, { ...who, id: customer.id })
  await signInQueries.insertAccount(tx, {
    id: customer.id,
    passwordHash: challenge.passwordHash,
    acceptsMarketing: challenge.acceptsMarketing,
    now,
  })
  await eventQueries.recordEvent(tx, {
    type: 'cliente.registrado',
    at: now,
    payload: { customerId: customer.id },
  })
  return { id: customer.id, name, email }
}
