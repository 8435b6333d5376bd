import { processorAccountQueries, onboardingQueries as queries } from '@silla/db'
import { fail } from '@silla/errors'
import type { OneTimeCodes } from '../credentials/one-time-codes.ts'
import { maxTries } from '../customers/code-limits.ts'
import type { Processors } from '../ports/processor.ts'
import type { RequestContext } from '../request-context.ts'
import { createOnboardingLink } from './create-onboarding-link.ts'
import { readOnboarding } from './read-onboarding.ts'
import { onboardingChallenge } from './send-onboarding-code.ts'

/**
 * Exchanges the code of an email for a link to the processor's onboarding (D53). The code works once; it
 * stays as it is while the processor cannot be reached. A try is counted before the code is compared, and
 * only the latest code counts.
 *
 * @returns null: the account has been completed meanwhile, and the code is left
 * @throws OTP_INVALID, OTP_EXPIRED, OTP_TOO_MANY_ATTEMPTS; NOT_FOUND when the account was disconnected
 *   meanwhile; PROCESSOR_UNAVAILABLE; PROCESSOR_NOT_CONFIGURED
 */
export async function continueOnboarding(
  context: RequestContext,
  { codes, processors }: { codes: OneTimeCodes; processors: Processors },
  { code, urls }: { code: string; urls: { page: string; status: string } },
): Promise<string | null> {
  const codeId = await verifyCode(context, codes, code)
  const onboarding = (await readOnboarding(context, processors)) ?? fail('NOT_FOUND')
  if (onboarding.state === 'ready') return null
  const { account } = onboarding
  const link = await createOnboardingLink(context, processors, account, {
    return: urls.status,
    refresh: urls.page,
  })
  const now = context.realClock.now()
  await context.tenant.db.transaction(async (tx) => {
    const [current] = await processorAccountQueries.lockConnectedAccount(tx)
    if (current?.accountRef !== account) fail('NOT_FOUND')
    const [used] = await queries.updateCodeUsed(tx, { id: codeId, now })
    if (!used) fail('OTP_INVALID')
  })
  return link
}

/** @returns the id of the code */
async function verifyCode(
  { tenant, realClock }: RequestContext,
  codes: OneTimeCodes,
  code: string,
): Promise<number> {
  const now = realClock.now()
  const { businessId } = tenant
  const tried = await tenant.db.transaction(async (tx) => {
    const [account] = await processorAccountQueries.lockConnectedAccount(tx)
    if (!account) fail('NOT_FOUND')
    const [latest] = await queries.findLatestCode(tx)
    if (!latest || latest.usedAt !== null) fail('OTP_INVALID')
    if (latest.expiresAt <= now) fail('OTP_EXPIRED')
    if (latest.tries >= maxTries) fail('OTP_TOO_MANY_ATTEMPTS')
    await queries.updateCodeTried(tx, latest.id)
    return latest
  })
  if (!codes.matches(code, onboardingChallenge(businessId, tried.sentAt), tried.codeHash))
    fail('OTP_INVALID')
  return tried.id
}
