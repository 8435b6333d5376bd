import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCredentials } from '@silla/core'
import { testSecrets } from '../../support/secrets.ts'

const [first, second] = [
  'the first pepper, of 32 characters',
  'the second pepper, of 32 characters',
]
const business = '00000000-0000-4000-8000-000000000001'

const open = (otpPepper: string, otpPepperPrevious: string | null = null) =>
  openCredentials({ ...testSecrets, otpPepper, otpPepperPrevious })

test('while OTP_PEPPER is replaced, the codes and holds of either pepper are accepted by every process', async () => {
  const before = await open(first)
  const [waiting, replaced] = [await open(first, second), await open(second, first)]
  for (const made of [before, waiting, replaced]) {
    const hash = made.codes.hash('123456', 'challenge')
    const token = made.holdTokens.tokenOf(business, 7)
    for (const { codes, holdTokens } of [waiting, replaced]) {
      assert.ok(codes.matches('123456', 'challenge', hash))
      assert.ok(!codes.matches('123457', 'challenge', hash))
      assert.ok(!codes.matches('123456', 'another', hash))
      holdTokens.verify(business, 7, token)
      assert.throws(() => holdTokens.verify(business, 8, token), { code: 'HOLD_NOT_FOUND' })
    }
  }
  const after = await open(second)
  assert.ok(!after.codes.matches('123456', 'challenge', before.codes.hash('123456', 'challenge')))
  assert.throws(
    () => after.holdTokens.verify(business, 7, before.holdTokens.tokenOf(business, 7)),
    {
      code: 'HOLD_NOT_FOUND',
    },
  )
})
