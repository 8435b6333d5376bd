import { createHmac, timingSafeEqual } from 'node:crypto'
import { fail } from '@silla/errors'

/**
 * Tokens that prove who holds a time (D36). They follow from the ids of business and hold and are
 * stored nowhere.
 */
export interface HoldTokens {
  tokenOf(businessId: string, holdId: number): string
  /** @throws HOLD_NOT_FOUND when it is not the token of this hold of this business */
  verify(businessId: string, holdId: number, token: string): void
}

/** @param secret a secret of the deployment that is not in the database */
export function openHoldTokens(secret: string): HoldTokens {
  const tokenOf = (businessId: string, holdId: number) =>
    createHmac('sha256', secret).update(`hold ${businessId} ${holdId}`).digest('base64url')
  return {
    tokenOf,
    verify(businessId, holdId, token) {
      const expected = Buffer.from(tokenOf(businessId, holdId))
      const given = Buffer.from(token)
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        fail('HOLD_NOT_FOUND')
    },
  }
}
