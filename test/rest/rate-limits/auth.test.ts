import { test } from 'node:test'
import { client } from '../../support/client.ts'
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
