import { type AccessTokens, openAccessTokens, type SigningKey } from './access-tokens.ts'
import { type HoldTokens, openHoldTokens } from './hold-tokens.ts'
import { type OneTimeCodes, openOneTimeCodes } from './one-time-codes.ts'
import { openPasswords, type Passwords } from './passwords.ts'

/** Tokens, passwords and codes; one set for each process. */
export interface Credentials {
  accessTokens: AccessTokens
  passwords: Passwords
  codes: OneTimeCodes
  holdTokens: HoldTokens
}

/** @throws when a key is not an Ed25519 key */
export const openCredentials = async (secrets: {
  signingKeys: readonly SigningKey[]
  otpPepper: string
}): Promise<Credentials> => ({
  accessTokens: await openAccessTokens(secrets.signingKeys),
  passwords: openPasswords(),
  codes: openOneTimeCodes(secrets.otpPepper),
  holdTokens: openHoldTokens(secrets.otpPepper),
})
