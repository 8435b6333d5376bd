import { createHmac, randomInt } from 'node:crypto'

/**
 * Codes that are sent by mail and kept as something that cannot be turned back without the pepper
 * (D11).
 */
export interface OneTimeCodes {
  /** Six digits. */
  make(): string
  /** @param challengeId a code is bound to what it was sent for */
  hash(code: string, challengeId: string): Buffer
}

/**
 * @param pepper a secret of the deployment, beside the database and not in it: six digits alone are
 *   soon tried out
 */
export const openOneTimeCodes = (pepper: string): OneTimeCodes => ({
  make: () => String(randomInt(1_000_000)).padStart(6, '0'),
  hash: (code, challengeId) =>
    createHmac('sha256', pepper).update(`${challengeId} ${code}`).digest(),
})
