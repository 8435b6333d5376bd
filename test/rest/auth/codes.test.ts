import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { codeFor } from '../../support/emails.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { hasAccount, marta, otherThan, shows } from './an-account.ts'

const { email } = marta

test('D11: of a hundred simultaneous guesses five are evaluated, and the right code after them is rejected', async () => {
  const salon = await openSalon()
  const { otp_id, codigo } = await beganToLogIn(salon)
  const guesses = Array.from({ length: 100 }, (_, n) => String(n).padStart(6, '0')).filter(
    (guess) => guess !== codigo,
  )
  const answers = await Promise.all(
    guesses.map((guess) => salon.guest.post('/auth/verify-otp/', { otp_id, codigo: guess })),
  )
  const judged = answers.filter(({ error }) => error.code === 'OTP_INVALID')
  assert.equal(judged.length, 5)
  for (const answer of answers.filter(({ error }) => error.code !== 'OTP_INVALID')) {
    assertError(answer, 'OTP_TOO_MANY_ATTEMPTS')
  }
  assertError(
    await salon.guest.post('/auth/verify-otp/', { otp_id, codigo }),
    'OTP_TOO_MANY_ATTEMPTS',
  )
})

test('D11: after four wrong codes the right code still works', async () => {
  const salon = await openSalon()
  const { otp_id, codigo } = await beganToLogIn(salon)
  for (let guess = 0; guess < 4; guess++) {
    assertError(
      await salon.guest.post('/auth/verify-otp/', { otp_id, codigo: otherThan(codigo) }),
      'OTP_INVALID',
    )
  }
  dataOf(await salon.guest.post('/auth/verify-otp/', { otp_id, codigo: ` ${codigo} ` }))
})

test('D11: a code works once, also under concurrency', async () => {
  const salon = await openSalon()
  const { otp_id, codigo } = await beganToLogIn(salon)
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => salon.guest.post('/auth/verify-otp/', { otp_id, codigo })),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  for (const answer of answers.filter(({ status }) => status !== 200))
    assertError(answer, 'OTP_INVALID')
})

test('D11: a code works for ten minutes', async () => {
  const salon = await openSalon({ now: '2030-03-04T09:00' })
  const { otp_id, codigo } = await beganToLogIn(salon)
  salon.setTime('2030-03-04T09:10')
  assertError(await salon.guest.post('/auth/verify-otp/', { otp_id, codigo }), 'OTP_EXPIRED')
  salon.setTime('2030-03-04T09:09:59')
  dataOf(await salon.guest.post('/auth/verify-otp/', { otp_id, codigo }))
})

test('D11: a code works only for its challenge', async () => {
  const salon = await openSalon()
  const { otp_id } = await beganToLogIn(salon)
  const first = await codeFor(salon, email)
  const again = dataOf(await salon.guest.post('/auth/login/', { email }))
  const second = await codeFor(salon, email)
  assert.notEqual(first, second, 'a million to one: run it again')
  assertError(
    await salon.guest.post('/auth/verify-otp/', { otp_id: again.otp_id, codigo: first }),
    'OTP_INVALID',
  )
  dataOf(await salon.guest.post('/auth/verify-otp/', { otp_id, codigo: first }))
  dataOf(await salon.guest.post('/auth/verify-otp/', { otp_id: again.otp_id, codigo: second }))
})

test('D11: a new code can be requested after a minute; it invalidates the previous one and resets the attempts', async () => {
  const salon = await openSalon({ now: '2030-03-04T09:00' })
  const { otp_id, codigo: first } = await beganToLogIn(salon)
  for (let guess = 0; guess < 5; guess++) {
    await salon.guest.post('/auth/verify-otp/', { otp_id, codigo: otherThan(first) })
  }
  salon.setTime('2030-03-04T09:00:15')
  const hasty = await salon.guest.post('/auth/reenviar-otp/', { otp_id })
  assertError(hasty, 'RATE_LIMIT_EXCEEDED')
  assert.equal(hasty.headers.get('retry-after'), '45')

  salon.setTime('2030-03-04T09:01')
  const resent = dataOf(await salon.guest.post('/auth/reenviar-otp/', { otp_id }))
  assert.deepEqual(resent, {
    otp_requerido: true,
    otp_id,
    canal: 'email',
    expira_en: '2030-03-04T08:11:00.000Z',
  })
  const second = await codeFor(salon, email)
  assert.notEqual(first, second, 'a million to one: run it again')
  assertError(await salon.guest.post('/auth/verify-otp/', { otp_id, codigo: first }), 'OTP_INVALID')
  await shows(salon, otp_id, email)
  assertError(await salon.guest.post('/auth/reenviar-otp/', { otp_id }), 'OTP_INVALID')
})

test('D11: a challenge can be continued for an hour', async () => {
  const salon = await openSalon({ now: '2030-03-04T09:00' })
  const { otp_id } = await beganToLogIn(salon)
  salon.setTime('2030-03-04T09:59')
  dataOf(await salon.guest.post('/auth/reenviar-otp/', { otp_id }))
  salon.setTime('2030-03-04T10:00')
  assertError(await salon.guest.post('/auth/reenviar-otp/', { otp_id }), 'OTP_EXPIRED')
})

test('D11: an unknown challenge is OTP_INVALID, like a wrong code', async () => {
  const salon = await openSalon()
  for (const otp_id of [
    '5f0c7a3e-92f6-4b7e-9d39-0b3c1f6c0a11',
    'x',
    "'; drop table customers",
    '',
  ]) {
    assertError(
      await salon.guest.post('/auth/verify-otp/', { otp_id, codigo: '123456' }),
      'OTP_INVALID',
    )
    assertError(await salon.guest.post('/auth/reenviar-otp/', { otp_id }), 'OTP_INVALID')
  }
})

test('code errors name the field', async () => {
  const salon = await openSalon()
  assertInvalid(await salon.guest.post('/auth/verify-otp/', {}), 'otp_id', 'codigo')
  assertInvalid(
    await salon.guest.post('/auth/verify-otp/', { otp_id: 1, codigo: 123456 }),
    'otp_id',
    'codigo',
  )
  assertInvalid(
    await salon.guest.post('/auth/verify-otp/', { otp_id: 'x', codigo: '1', code: '1' }),
    'code',
  )
  assertInvalid(await salon.guest.post('/auth/reenviar-otp/', {}), 'otp_id')
})

/** Marta has an account and has just been sent a code for logging in. */
async function beganToLogIn(salon: TestSalon): Promise<{ otp_id: string; codigo: string }> {
  await hasAccount(salon)
  const { otp_id } = dataOf(await salon.guest.post('/auth/login/', { email }))
  return { otp_id, codigo: await codeFor(salon, email) }
}
