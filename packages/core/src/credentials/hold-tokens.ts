import { createHmac, timingSafeEqual } from 'node:crypto'
import { fail } from '@silla/errors'
import type { Peppers } from './peppers.ts'

/**
 * Tokens that prove who holds a time (D36). They follow from the ids of business and hold and are
 * stored nowhere.
 */
export interface HoldTokens {
  tokenOf(businessId: string, holdId: number): string
  /** @throws HOLD_NOT_FOUND when it is not the token of this hold of this business */
  verify(businessId: string, holdId: number, token: string): void
}

export function openHoldTokens(peppers: Peppers): HoldTokens {
  const tokenWith = (pepper: string, businessId: string, holdId: number) =>
    createHmac('sha256', pepper).update(`hold ${businessId} ${holdId}`).digest('base64url')
  return {
    tokenOf: (businessId, holdId) => tokenWith(peppers[0], businessId, holdId),
    verify(businessId, holdId, token) {
      const given = Buffer.from(token)
      const isExpected = (expected: Buffer) =>
        given.length === expected.length && timingSafeEqual(given, expected)
      if (!peppers.some((pepper) => isExpected(Buffer.from(tokenWith(pepper, businessId, holdId)))))
        fail('HOLD_NOT_FOUND')
    },
  }
}
