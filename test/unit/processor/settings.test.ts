import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readProcessorSettings, readSecretsKeys } from '@silla/payments-stripe'

const live = { STRIPE_SECRET_KEY: 'sk_live_a1', STRIPE_PUBLISHABLE_KEY: 'pk_live_a1' }
const testKeys = { STRIPE_SECRET_KEY: 'sk_test_a1', STRIPE_PUBLISHABLE_KEY: 'pk_test_a1' }
const extraTestKeys = {
  STRIPE_TEST_SECRET_KEY: 'sk_test_b2',
  STRIPE_TEST_PUBLISHABLE_KEY: 'pk_test_b2',
}

test('the prefix of the keys decides the mode', () => {
  assert.deepEqual(readProcessorSettings({}), { live: null, test: null, apiBase: null })
  assert.deepEqual(readProcessorSettings(testKeys), {
    live: null,
    test: { secretKey: 'sk_test_a1', publishableKey: 'pk_test_a1' },
    apiBase: null,
  })
  assert.deepEqual(readProcessorSettings(live).test, null)
  const both = readProcessorSettings({ ...live, ...extraTestKeys })
  assert.deepEqual([both.live?.secretKey, both.test?.secretKey], ['sk_live_a1', 'sk_test_b2'])
  assert.equal(
    readProcessorSettings({ ...testKeys, STRIPE_SECRET_KEY: 'rk_test_a1' }).test?.secretKey,
    'rk_test_a1',
  )
  const otherServer = { ...testKeys, STRIPE_API_BASE: 'http://127.0.0.1:12111' }
  assert.equal(readProcessorSettings(otherServer).apiBase?.port, '12111')
})

for (const [what, env, name] of [
  ['a secret key alone', { STRIPE_SECRET_KEY: 'sk_test_a1' }, 'STRIPE_PUBLISHABLE_KEY is missing'],
  [
    'a publishable key alone',
    { STRIPE_PUBLISHABLE_KEY: 'pk_test_a1' },
    'STRIPE_SECRET_KEY is missing',
  ],
  [
    'keys of two modes',
    { ...testKeys, STRIPE_PUBLISHABLE_KEY: 'pk_live_a1' },
    'STRIPE_PUBLISHABLE_KEY is invalid',
  ],
  [
    'a publishable key as secret key',
    { ...testKeys, STRIPE_SECRET_KEY: 'pk_test_a1' },
    'STRIPE_SECRET_KEY is invalid',
  ],
  [
    'a second pair of test keys',
    { ...testKeys, ...extraTestKeys },
    'STRIPE_TEST_SECRET_KEY is invalid',
  ],
  ['STRIPE_TEST_* without a live pair', extraTestKeys, 'STRIPE_TEST_SECRET_KEY is invalid'],
  [
    'live keys for another server',
    { ...live, STRIPE_API_BASE: 'http://127.0.0.1:1' },
    'STRIPE_API_BASE is invalid',
  ],
  [
    'a server without a protocol',
    { ...testKeys, STRIPE_API_BASE: '127.0.0.1:12111' },
    'STRIPE_API_BASE is invalid',
  ],
] as const) {
  test(`${what}: the error names the variable and contains no secret`, () => {
    assert.throws(
      () => readProcessorSettings(env),
      (error: Error) => error.message.startsWith(name) && !/_(a1|b2)/.test(error.message),
    )
  })
}

test('SECRETS_KEY is 32 bytes in base64, or absent', () => {
  assert.equal(readSecretsKeys({}), null)
  const [current, previous] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]
  const env = { SECRETS_KEY: current.toString('base64') }
  assert.deepEqual(readSecretsKeys(env), { current, previous: null })
  const rotating = { ...env, SECRETS_KEY_PREVIOUS: previous.toString('base64') }
  assert.deepEqual(readSecretsKeys(rotating), { current, previous })
  assert.throws(() => readSecretsKeys({ ...rotating, SECRETS_KEY: '' }), /SECRETS_KEY is missing/)
  for (const invalid of ['short', Buffer.alloc(31).toString('base64'), 'x'.repeat(44)]) {
    assert.throws(
      () => readSecretsKeys({ SECRETS_KEY: invalid }),
      /^Error: SECRETS_KEY is invalid: 32 random bytes/,
    )
  }
})
