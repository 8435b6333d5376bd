import { onboardingQueries, type Sql } from '@silla/db'
import type { Clock } from '../clock.ts'
import { throwRateLimited } from '../customers/challenge.ts'

/**
 * Counts a request for an onboarding address (D53): 60 an hour for a salon's, and from a client address.
 * Unlike the other limits it lasts an hour, so that it is counted in the database.
 *
 * @param registry the pool for functions of the registry that write
 * @param request.tokenHash null: the address is no salon's
 * @throws RATE_LIMIT_EXCEEDED
 */
export async function countOnboardingRequest(
  registry: Sql,
  clock: Clock,
  request: { clientAddress: string; tokenHash: Buffer | null },
): Promise<void> {
  const now = clock.now()
  const retryAt = await onboardingQueries.countOnboarding(registry, { ...request, now })
  if (retryAt !== null) throwRateLimited(retryAt, now)
}
