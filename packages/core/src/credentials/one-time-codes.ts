import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Peppers } from './peppers.ts'

/** Codes that are sent by e-mail and stored as a hash that depends on the pepper (D11). */
export interface OneTimeCodes {
  /** Six digits. */
  generate(): string
  /** @param challengeId the challenge that the code was sent for, which it is bound to */
  hash(code: string, challengeId: string): Buffer
  /** Whether a stored hash is that of the code. */
  matches(code: string, challengeId: string, hash: Buffer): boolean
}

/** @param peppers without them, all six-digit codes could be tried against a hash */
export function openOneTimeCodes(peppers: Peppers): OneTimeCodes {
  const hashWith = (pepper: string, code: string, challengeId: string) =>
    createHmac('sha256', pepper).update(`${challengeId} ${code}`).digest()
  return {
    generate: () => String(randomInt(1_000_000)).padStart(6, '0'),
    hash: (code, challengeId) => hashWith(peppers[0], code, challengeId),
    matches: (code, challengeId, hash) =>
      peppers.some((pepper) => timingSafeEqual(hashWith(pepper, code, challengeId), hash)),
  }
}
