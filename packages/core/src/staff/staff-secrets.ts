import { createHmac, timingSafeEqual } from 'node:crypto'
import { emailKey } from '../contact/email.ts'
import { type OneTimeCodes, openOneTimeCodes } from '../credentials/one-time-codes.ts'
import type { Peppers } from '../credentials/peppers.ts'

/** What depends on STAFF_PEPPER. */
export interface StaffSecrets {
  codes: OneTimeCodes
  /** By which the registry knows an email: the current hash, then the one that is being replaced. */
  emailHashes(email: string): readonly [Buffer, ...Buffer[]]
  /** A hash of a client address. */
  clientHash(clientAddress: string): Buffer
  /** By which a recovery code of a person is stored. */
  recoveryHashes(staffId: number, code: string): readonly [Buffer, ...Buffer[]]
  /** What is hashed of a PIN of a person: with the current pepper, then with the one that is being replaced. */
  pinTexts(staffId: number, pin: string): readonly [string, ...string[]]
  sign(text: string): Buffer
  isSignature(text: string, signature: Buffer): boolean
}

/** @param peppers the first one hashes; the hashes of all are accepted */
export function openStaffSecrets(peppers: Peppers): StaffSecrets {
  const hash = (pepper: string, text: string) => createHmac('sha256', pepper).update(text).digest()
  const hashes = (text: string): readonly [Buffer, ...Buffer[]] => {
    const [current, ...others] = peppers
    return [hash(current, text), ...others.map((pepper) => hash(pepper, text))]
  }
  const signed = (text: string) => `signature ${text}`
  return {
    codes: openOneTimeCodes(peppers),
    emailHashes: (email) => hashes(emailKey(email)),
    clientHash: (clientAddress) => hash(peppers[0], `client ${clientAddress}`),
    recoveryHashes: (staffId, code) => hashes(`recovery ${staffId} ${code}`),
    pinTexts: (staffId, pin) => {
      const [current, ...others] = hashes(`pin ${staffId} ${pin}`)
      return [current.toString('base64'), ...others.map((each) => each.toString('base64'))]
    },
    sign: (text) => hash(peppers[0], signed(text)),
    isSignature: (text, signature) =>
      signature.length === 32 &&
      hashes(signed(text)).some((expected) => timingSafeEqual(expected, signature)),
  }
}
