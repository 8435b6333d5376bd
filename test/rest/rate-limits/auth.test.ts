import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, dataOf } from '../../support/assertions.ts'
import { type Client, client } from '../../support/client.ts'
import { codeFor, emailsTo } from '../../support/emails.ts'
import { hasAccount, marta, otherThan } from '../auth/an-account.ts'
import { admits, openLimited, refuses } from './limited.ts'

const logIn = (email: string) => ({ email, password: 'una contraseña larga' })

test('D27: ten auth requests a minute per address, whichever they are', async (t) => {
  const { visitorAt } = await openLimited(t)
  const visitor = visitorAt('192.0.2.1')
  for (let i = 0; i < 5; i++) {
    await admits(1, () => visitor.post('/auth/login/', logIn(`guest-${i}@example.com`)))
    await admits(1, () => visitor.post('/auth/verify-otp/', { otp_id: 'x', codigo: '123456' }))
  }
  for (const path of ['registro', 'login', 'verify-otp', 'reenviar-otp', 'refresh'])
    await refuses(() => visitor.post(`/auth/${path}/`, {}))
  await admits(1, () => visitor.get('/negocio/'))
  await admits(1, () => visitorAt('192.0.2.2').post('/auth/login/', logIn('guest-9@example.com')))
})

test('D27: ten auth requests a minute per account, across addresses and spellings', async (t) => {
  const { visitorAt } = await openLimited(t)
  let address = 0
  const input = (email: string) => () =>
    visitorAt(`192.0.2.${++address}`).post('/auth/login/', logIn(email))
  await admits(5, input('lucia@example.com'))
  await admits(5, input('  LUCIA@example.com'))
  await refuses(input('lucia@example.com'))
  await admits(1, input('other@example.com'))
})

test("D27: one address takes half of an account's requests, and those for codes leave the password's", async (t) => {
  const { visitorAt } = await openLimited(t)
  const address = (n: number) => visitorAt(`198.51.100.${n}`)
  const wrong = (who: Client) => () => who.post('/auth/login/', logIn('lucia@example.com'))
  await admits(5, wrong(address(1)))
  await refuses(wrong(address(1)))
  await admits(5, wrong(address(2)))
  await refuses(wrong(address(3)))
  const byCode = (who: Client) => () => who.post('/auth/login/', { email: 'lucia@example.com' })
  await admits(1, byCode(address(3)))
})

test('D11: strangers who request codes for an e-mail do not lock its owner out', async (t) => {
  const { salon, visitorAt, later } = await openLimited(t)
  const { email, password } = marta
  await hasAccount(salon)
  const requestCode = (who: Client) => who.post('/auth/login/', { email })
  const [owner, stranger] = [visitorAt('192.0.2.1'), visitorAt('192.0.2.2')]

  await admits(5, () => requestCode(stranger))
  later(60)
  const refused = await refuses(() => requestCode(stranger))
  assert.equal(refused.headers.get('retry-after'), String(59 * 60))
  const { otp_id } = dataOf(await requestCode(owner))
  dataOf(await owner.post('/auth/verify-otp/', { otp_id, codigo: await codeFor(salon, email) }))

  // the registration, five, one: strangers at other addresses take the rest of twelve
  for (let n = 3; n < 8; n++) await admits(1, () => requestCode(visitorAt(`192.0.2.${n}`)))
  await refuses(() => requestCode(visitorAt('192.0.2.8')))
  await refuses(() => requestCode(owner))
  for (let n = 0; n < 5; n++) {
    const withPassword = dataOf(await owner.post('/auth/login/', { email, password }))
    const code = { otp_id: withPassword.otp_id, codigo: await codeFor(salon, email) }
    dataOf(await owner.post('/auth/verify-otp/', code))
    later(60)
  }
  await refuses(() => owner.post('/auth/login/', { email, password }))
})

test('D11: from any number of addresses, and with the password, a code can be guessed 25 times an hour', async (t) => {
  const { salon, visitorAt, later } = await openLimited(t)
  const { email, password } = marta
  await hasAccount(salon)
  let evaluated = 0
  for (let n = 1; n <= 20; n++) {
    later(30)
    const attacker = visitorAt(`203.0.113.${n}`)
    for (const login of [{ email }, { email, password }]) {
      const challenge = await attacker.post('/auth/login/', login)
      if (challenge.status === 429) continue
      const { otp_id } = dataOf(challenge)
      const codigo = otherThan(await codeFor(salon, email))
      for (let guess = 0; guess < 5; guess++) {
        later(7)
        const answer = await attacker.post('/auth/verify-otp/', { otp_id, codigo })
        if (answer.error.code === 'OTP_INVALID') evaluated++
        else assertError(answer, 'OTP_TOO_MANY_ATTEMPTS')
      }
    }
  }
  // the registration took one of the codes
  assert.equal(evaluated, 25 - 1)
  assert.equal((await emailsTo(salon, email)).length, 12 + 5)
})

test('D27: a salon\u2019s own server takes 120 steps of signing in, or ten for each visitor it names', async (t) => {
  const { salon, api, server } = await openLimited(t)
  const query =
    (who = server) =>
    () =>
      who.post('/auth/refresh/', { refresh_token: 'x' })
  await admits(120, query())
  await refuses(query())
  const onBehalf = client(api.url, { 'x-api-key': salon.secretKey, 'x-client-ip': '192.0.2.1' })
  await admits(10, query(onBehalf))
  await refuses(query(onBehalf))
})
