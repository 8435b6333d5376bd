import { type AccessTokens, openAccessTokens, type SigningKey } from './access-tokens.ts'
import { type OneTimeCodes, openOneTimeCodes } from './one-time-codes.ts'
import { openPasswords, type Passwords } from './passwords.ts'

/** What signing in rests on; one set for each process. */
export interface Credentials {
  accessTokens: AccessTokens
  passwords: Passwords
  codes: OneTimeCodes
}

/** @throws when a key is none of the kind Ed25519 */
export const openCredentials = async (secrets: {
  signingKeys: readonly SigningKey[]
  otpPepper: string
}): Promise<Credentials> => ({
  accessTokens: await openAccessTokens(secrets.signingKeys),
  passwords: openPasswords(),
  codes: openOneTimeCodes(secrets.otpPepper),
})
