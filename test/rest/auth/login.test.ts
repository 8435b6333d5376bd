import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import type { ApiResponse } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { codeFor, emailsTo } from '../../support/emails.ts'
import { openSalon } from '../../support/salon.ts'
import { hasAccount, logsIn, marta, shows } from './an-account.ts'

const { email, password } = marta

test('D11: password and emailed code sign in; the email is case-insensitive', async () => {
  const salon = await openSalon()
  const { cliente } = await hasAccount(salon)
  const { otp_id } = dataOf(
    await salon.guest.post('/auth/login/', { email: ' MARTA@example.com', password }),
  )
  assert.deepEqual((await shows(salon, otp_id, email)).cliente, cliente)
})

test('D11: sign-in by code alone', async () => {
  const salon = await openSalon()
  const { cliente } = await hasAccount(salon)
  assert.deepEqual((await logsIn(salon, { email })).cliente, cliente)
})

test('D11: a wrong password and an unknown email get the same response and send nothing', async () => {
  const salon = await openSalon()
  await hasAccount(salon)
  const wrong = await salon.guest.post('/auth/login/', { email, password: 'not this one' })
  const unknown = await salon.guest.post('/auth/login/', { email: 'nobody@example.com', password })
  for (const answer of [wrong, unknown]) assertError(answer, 'INVALID_CREDENTIALS')
  assert.deepEqual(plain(wrong), plain(unknown))
  assert.equal((await emailsTo(salon, 'nobody@example.com')).length, 0)
  assert.equal((await emailsTo(salon, email)).length, 1)
})

test('D11: code-only login of an unknown email looks like any other, up to the last attempt', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  await hasAccount(salon)
  await salon.guest.book('Ana', '10:00', { email: 'guest@example.com' })

  const stories = [email, 'nobody@example.com', 'guest@example.com'].map(async (who) => {
    const begun = await salon.guest.post('/auth/login/', { email: who })
    const { otp_id } = dataOf(begun)
    const observation = [begun, await salon.guest.post('/auth/reenviar-otp/', { otp_id })]
    for (let guess = 0; guess < 6; guess++) {
      observation.push(
        await salon.guest.post('/auth/verify-otp/', { otp_id, codigo: `00000${guess} ` }),
      )
    }
    return observation.map(plain)
  })
  const [known, unknown, guest] = await Promise.all(stories)
  assert.deepEqual(unknown, known)
  assert.deepEqual(guest, known)
})

test('D11: a sign-in by code without an account sends an e-mail that says how to make one, and no code', async () => {
  const salon = await openSalon({ professionals: ['Ana'], now: '2030-03-04T09:00' })
  await salon.guest.book('Ana', '10:00', { email: 'guest@example.com' })
  for (const who of ['nobody@example.com', 'guest@example.com']) {
    salon.setTime('2030-03-04T09:00')
    const { otp_id } = dataOf(await salon.guest.post('/auth/login/?lang=en', { email: who }))
    salon.setTime('2030-03-04T09:01')
    dataOf(await salon.guest.post('/auth/reenviar-otp/', { otp_id }))
    const mails = (await emailsTo(salon, who)).filter(({ kind }) => kind !== 'booking_confirmed')
    assert.deepEqual(
      mails.map(({ kind, language, payload }) => [kind, language, payload]),
      [
        ['no_account', 'en', {}],
        ['no_account', 'en', {}],
      ],
    )
  }
})

test('D11: five codes an hour per email and address, for any purpose, with or without an account', async () => {
  const salon = await openSalon({ now: '2030-03-04T09:00' })
  for (const who of [email, 'nobody@example.com']) {
    salon.setTime('2030-03-04T09:00')
    dataOf(await salon.guest.post('/auth/registro/', { ...marta, email: who }), 201)
    const { otp_id } = dataOf(await salon.guest.post('/auth/login/', { email: who }))
    salon.setTime('2030-03-04T09:20')
    dataOf(await salon.guest.post('/auth/reenviar-otp/', { otp_id }))
    dataOf(await salon.guest.post('/auth/login/', { email: who }))
    dataOf(await salon.guest.post('/auth/login/', { email: who }))

    const sixth = await salon.guest.post('/auth/login/', { email: who })
    assertError(sixth, 'RATE_LIMIT_EXCEEDED')
    assert.equal(sixth.headers.get('retry-after'), String(40 * 60))
    assertError(
      await salon.guest.post('/auth/registro/', { ...marta, email: who }),
      'RATE_LIMIT_EXCEEDED',
    )
    salon.setTime('2030-03-04T10:00')
    dataOf(await salon.guest.post('/auth/login/', { email: who }))
  }
})

test('D11: of twenty simultaneous logins five send a code', async () => {
  const salon = await openSalon()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      salon.guest.post('/auth/login/', { email: 'nobody@example.com' }),
    ),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 5)
  for (const answer of answers.filter(({ status }) => status !== 200))
    assertError(answer, 'RATE_LIMIT_EXCEEDED')
})

test('passwords, codes and tokens are stored hashed', async () => {
  const salon = await openSalon()
  const { refresh_token } = await hasAccount(salon)
  const code = await codeFor(salon, email)
  const { witness } = await testDatabase()
  const rows = await witness`
    select password_hash as kept from customer_accounts where business_id = ${salon.businessId}
    union all select password_hash || encode(code_hash, 'hex') || encode(code_hash, 'base64') from sign_in_challenges where business_id = ${salon.businessId}
    union all select encode(token_hash, 'base64') from refresh_tokens where business_id = ${salon.businessId}`
  assert.equal(rows.length, 3)
  const kept = JSON.stringify(rows)
  for (const secret of [password, refresh_token, code]) assert.ok(!kept.includes(secret))
  assert.match(String(rows[0]?.kept), /^\$argon2id\$v=19\$m=19456,p=1,t=2\$/)
})

test('login errors name the field', async () => {
  const salon = await openSalon()
  assertInvalid(await salon.guest.post('/auth/login/', {}), 'email')
  assertInvalid(await salon.guest.post('/auth/login/', { email: 'marta' }), 'email')
  assertInvalid(await salon.guest.post('/auth/login/', { email, password: 5 }), 'password')
  assertInvalid(await salon.guest.post('/auth/login/', { email, contrasena: 'x' }), 'contrasena')
})

/** An answer without what differs from one request to the next. */
function plain({ status, headers, text }: ApiResponse) {
  const names = [...headers.keys()].filter((name) => !['x-request-id', 'date'].includes(name))
  const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
  return {
    status,
    headers: names.map((name) => `${name}: ${headers.get(name)}`),
    text: text.replace(uuid, 'some id'),
  }
}
