import { openAccessTokens, type SigningKey } from '@silla/core'

/** Secrets of the test API; for tests only. */
const signingKey: SigningKey = {
  kty: 'OKP',
  crv: 'Ed25519',
  kid: 'tests',
  x: 'PcIwgUAxZf5D3WB8sbc7DiszCOXWVlwkD9zidWoCUWk',
  d: 'lK3TSm9ILMHbDaaH6eS_DPU4F8L_olTK_VxxsCyPedY',
}

export const testSecrets = {
  signingKeys: [signingKey],
  otpPepper: 'a pepper of the tests, at least 32 characters',
  staffPepper: 'a pepper of the staff of tests, 32 characters',
  processor: { live: null, test: null, apiBase: null },
  secretsKeys: { current: Buffer.alloc(32, 'a key for tests'), previous: null },
}

/** Signs tokens as the test API does. */
export const testAccessTokens = openAccessTokens(testSecrets.signingKeys)

/** Where staff sign in to the test API. */
export const testStaffUrl = 'https://staff.example'
