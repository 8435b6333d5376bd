import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readOperations } from '@silla/api'

test('operation settings are read from the environment', () => {
  const observation = readOperations({
    REDIS_URL: 'redis://127.0.0.1:6379',
    TRUST_PROXY: ' 10.0.0.0/8, 192.0.2.7,,fd00::/8 ',
    METRICS_PORT: '9464',
    METRICS_HOST: '10.0.0.1',
    MAX_EVENT_LOOP_DELAY_MS: '0',
    SILLA_DOCS: 'off',
  })
  assert.deepEqual(observation, {
    limits: {
      redisUrl: 'redis://127.0.0.1:6379',
      trustedProxies: ['10.0.0.0/8', '192.0.2.7', 'fd00::/8'],
    },
    metrics: { port: 9464, host: '10.0.0.1' },
    maxEventLoopDelayMilliseconds: null,
    docs: false,
  })
})

test('rate limits can be switched off, but not in production', () => {
  assert.equal(readOperations({ SILLA_RATE_LIMITS: 'off' }).limits, null)
  assert.throws(
    () => readOperations({ SILLA_RATE_LIMITS: 'off', NODE_ENV: 'production' }),
    /^Error: SILLA_RATE_LIMITS is invalid: .*production/,
  )
})

for (const [name, values] of Object.entries({
  SILLA_RATE_LIMITS: ['no', 'OFF'],
  REDIS_URL: ['127.0.0.1:6379', 'http://127.0.0.1'],
  TRUST_PROXY: ['proxy.example', '10.0.0.0/33', '10.0.0.0/', '10.0.0/8', 'true', 'fd00::/129'],
  METRICS_PORT: ['65536', 'on'],
  MAX_EVENT_LOOP_DELAY_MS: ['1s', '-1'],
  SILLA_DOCS: ['no', 'OFF'],
})) {
  test(`an invalid ${name} stops the start with a message that names it`, () => {
    for (const value of values) {
      assert.throws(
        () => readOperations({ [name]: value }),
        new RegExp(`^Error: ${name} is invalid: .+\\.$`),
        value,
      )
    }
  })
}
