import { openAccessTokens, type SigningKey } from '@silla/core'

/** What the API of the tests signs with; made for the tests and good for nothing else. */
const signingKey: SigningKey = {
  kty: 'OKP',
  crv: 'Ed25519',
  kid: 'tests',
  x: 'PcIwgUAxZf5D3WB8sbc7DiszCOXWVlwkD9zidWoCUWk',
  d: 'lK3TSm9ILMHbDaaH6eS_DPU4F8L_olTK_VxxsCyPedY',
}

export const testSecrets = {
  signingKeys: [signingKey],
  otpPepper: 'a pepper for tests, and for nothing else',
  processor: { live: null, test: null, apiBase: null },
  secretsKey: Buffer.alloc(32, 'a key for tests'),
}

/** Signs tokens as the API of the tests does. */
export const testAccessTokens = openAccessTokens(testSecrets.signingKeys)
