import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readProcessorSettings, readSecretsKey } from '@silla/payments-stripe'

const live = { STRIPE_SECRET_KEY: 'sk_live_a1', STRIPE_PUBLISHABLE_KEY: 'pk_live_a1' }
const practice = { STRIPE_SECRET_KEY: 'sk_test_a1', STRIPE_PUBLISHABLE_KEY: 'pk_test_a1' }
const beside = { STRIPE_TEST_SECRET_KEY: 'sk_test_b2', STRIPE_TEST_PUBLISHABLE_KEY: 'pk_test_b2' }

test('the prefix of the keys tells whose money they move', () => {
  assert.deepEqual(readProcessorSettings({}), { live: null, test: null, apiBase: null })
  assert.deepEqual(readProcessorSettings(practice), {
    live: null,
    test: { secretKey: 'sk_test_a1', publishableKey: 'pk_test_a1' },
    apiBase: null,
  })
  assert.deepEqual(readProcessorSettings(live).test, null)
  const both = readProcessorSettings({ ...live, ...beside })
  assert.deepEqual([both.live?.secretKey, both.test?.secretKey], ['sk_live_a1', 'sk_test_b2'])
  assert.equal(
    readProcessorSettings({ ...practice, STRIPE_SECRET_KEY: 'rk_test_a1' }).test?.secretKey,
    'rk_test_a1',
  )
  const elsewhere = { ...practice, STRIPE_API_BASE: 'http://127.0.0.1:12111' }
  assert.equal(readProcessorSettings(elsewhere).apiBase?.port, '12111')
})

for (const [what, env, name] of [
  ['half a pair', { STRIPE_SECRET_KEY: 'sk_test_a1' }, 'STRIPE_PUBLISHABLE_KEY is missing'],
  ['the other half', { STRIPE_PUBLISHABLE_KEY: 'pk_test_a1' }, 'STRIPE_SECRET_KEY is missing'],
  [
    'keys of two modes',
    { ...practice, STRIPE_PUBLISHABLE_KEY: 'pk_live_a1' },
    'STRIPE_PUBLISHABLE_KEY is not right',
  ],
  [
    'something else',
    { ...practice, STRIPE_SECRET_KEY: 'pk_test_a1' },
    'STRIPE_SECRET_KEY is not right',
  ],
  ['a second practice pair', { ...practice, ...beside }, 'STRIPE_TEST_SECRET_KEY is not right'],
  ['a practice pair alone', beside, 'STRIPE_TEST_SECRET_KEY is not right'],
  [
    'live keys for another address',
    { ...live, STRIPE_API_BASE: 'http://127.0.0.1:1' },
    'STRIPE_API_BASE is not right',
  ],
  [
    'no address',
    { ...practice, STRIPE_API_BASE: '127.0.0.1:12111' },
    'STRIPE_API_BASE is not right',
  ],
] as const) {
  test(`${what} stops the start with a sentence that repeats no secret`, () => {
    assert.throws(
      () => readProcessorSettings(env),
      (error: Error) => error.message.startsWith(name) && !/_(a1|b2)/.test(error.message),
    )
  })
}

test('what secrets are sealed with is 32 bytes in base64, or nothing', () => {
  assert.equal(readSecretsKey({}), null)
  assert.equal(readSecretsKey({ SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') })?.length, 32)
  for (const wrong of ['short', Buffer.alloc(31).toString('base64'), 'x'.repeat(44)]) {
    assert.throws(
      () => readSecretsKey({ SECRETS_KEY: wrong }),
      /^Error: SECRETS_KEY is not right: 32 random bytes/,
    )
  }
})
