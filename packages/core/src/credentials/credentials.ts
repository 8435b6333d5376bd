import { type AccessTokens, openAccessTokens, type SigningKey } from './access-tokens.ts'
import { type HoldTokens, openHoldTokens } from './hold-tokens.ts'
import { type OneTimeCodes, openOneTimeCodes } from './one-time-codes.ts'
import { openPasswords, type Passwords } from './passwords.ts'
import type { Peppers } from './peppers.ts'
import { openPreviewTokens, type PreviewTokens } from './preview-tokens.ts'

/** Tokens, passwords and codes; one set for each process. */
export interface Credentials {
  accessTokens: AccessTokens
  passwords: Passwords
  codes: OneTimeCodes
  holdTokens: HoldTokens
  previewTokens: PreviewTokens
}

/** @throws when a key is not an Ed25519 key */
export const openCredentials = async (secrets: {
  signingKeys: readonly SigningKey[]
  otpPepper: string
  /** The other one, while `otpPepper` is replaced. */
  otpPepperPrevious?: string | null
}): Promise<Credentials> => ({
  accessTokens: await openAccessTokens(secrets.signingKeys),
  passwords: openPasswords(),
  codes: openOneTimeCodes(peppersOf(secrets)),
  holdTokens: openHoldTokens(peppersOf(secrets)),
  previewTokens: openPreviewTokens(peppersOf(secrets)),
})

const peppersOf = (secrets: { otpPepper: string; otpPepperPrevious?: string | null }): Peppers => [
  secrets.otpPepper,
  ...(secrets.otpPepperPrevious ? [secrets.otpPepperPrevious] : []),
]
