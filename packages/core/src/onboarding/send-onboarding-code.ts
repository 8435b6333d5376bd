import { mailQueries, processorAccountQueries, onboardingQueries as queries } from '@silla/db'
import { fail } from '@silla/errors'
import type { OneTimeCodes } from '../credentials/one-time-codes.ts'
import { codeMinutes, hourSeconds, later, throwRateLimited } from '../customers/challenge.ts'
import { codesPerHour } from '../customers/code-limits.ts'
import type { RequestContext } from '../request-context.ts'

/** A second click sends no second email. */
const leastSecondsBetween = 60

/**
 * Emails a code to the salon, with which who has its address goes on to the processor (D53). All of them
 * go to one mailbox: five an hour in all.
 *
 * @throws NOT_FOUND when the salon has no account any more; RATE_LIMIT_EXCEEDED
 */
export async function sendOnboardingCode(
  context: RequestContext,
  codes: OneTimeCodes,
): Promise<void> {
  const { tenant, realClock } = context
  const now = realClock.now()
  const { business, settings } = await tenant.catalog()
  const code = codes.generate()
  await tenant.db.transaction(async (tx) => {
    const [account] = await processorAccountQueries.lockConnectedAccount(tx)
    if (!account || business.email === '') fail('NOT_FOUND')
    const sent = await queries.listCodesSince(tx, later(now, -hourSeconds))
    const latest = sent.at(-1)?.sentAt
    if (latest && now < later(latest, leastSecondsBetween)) return
    const blocking = sent[sent.length - codesPerHour.address]
    if (blocking) throwRateLimited(later(blocking.sentAt, hourSeconds), now)
    await queries.insertCode(tx, {
      codeHash: codes.hash(code, onboardingChallenge(tx.businessId, now)),
      sentAt: now,
      expiresAt: later(now, codeMinutes * 60),
    })
    await mailQueries.requestMail(tx, {
      kind: 'onboarding_code',
      to: business.email,
      language: settings.mainLanguage,
      payload: { code, minutes: codeMinutes },
      cause: `onboarding-code:${now.toISOString()}`,
      now,
    })
  })
}

/** What the hash of a code is bound to. */
export const onboardingChallenge = (businessId: string, sentAt: Date): string =>
  `onboarding ${businessId} ${sentAt.toISOString()}`
