import { onboardingQueries, type Sql } from '@silla/db'
import { hashAddressToken, isAddressToken } from './address-token.ts'
import type { Principal } from './api-key-cache.ts'

export interface OnboardingVisitor {
  tokenHash: Buffer
  visitor: Principal
}

/**
 * Who has the onboarding address with a token (D53), as a visitor of its salon. null: the token is
 * malformed, unknown or revoked. Nothing is cached, so that a revoked one is unknown to every process at
 * once.
 *
 * @param registry the pool for registry.find_onboarding
 * @throws SERVICE_UNAVAILABLE when the database is down or does not answer
 */
export async function findOnboardingVisitor(
  registry: Sql,
  token: string,
): Promise<OnboardingVisitor | null> {
  if (!isAddressToken(token)) return null
  const tokenHash = hashAddressToken(token)
  const found = await onboardingQueries.findOnboarding(registry, tokenHash)
  if (found === null) return null
  return {
    tokenHash,
    visitor: { ...found, keyId: '', kind: 'publishable', name: '', origins: [], forPage: false },
  }
}
