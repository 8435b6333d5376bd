import { createHmac, randomInt } from 'node:crypto'

/** Codes that are sent by e-mail and stored as a hash that depends on the pepper (D11). */
export interface OneTimeCodes {
  /** Six digits. */
  generate(): string
  /** @param challengeId the challenge that the code was sent for, which it is bound to */
  hash(code: string, challengeId: string): Buffer
}

/**
 * @param pepper a secret of the deployment that is not in the database: without it, all six-digit
 *   codes could be tried against a hash
 */
export const openOneTimeCodes = (pepper: string): OneTimeCodes => ({
  generate: () => String(randomInt(1_000_000)).padStart(6, '0'),
  hash: (code, challengeId) =>
    createHmac('sha256', pepper).update(`${challengeId} ${code}`).digest(),
})
