import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { type Access, openAccessTokens, type SigningKey } from '@silla/core'
import { importJWK, SignJWT } from 'jose'
import { assertError, dataOf } from '../../support/assertions.ts'
import { codeFor } from '../../support/emails.ts'
import { openSalon } from '../../support/salon.ts'
import { testAccessTokens, testSecrets } from '../../support/secrets.ts'
import { bearer, hasAccount, marta } from './an-account.ts'

test('a signed-in customer can read the catalogue', async () => {
  const salon = await openSalon()
  const customer = await salon.customer(marta)
  assert.equal(dataOf(await customer.get('/negocio/')).id, salon.businessId)
})

test('an invalid token is rejected, also where the token is optional', async () => {
  const salon = await openSalon()
  const { token } = await salon.customer(marta)
  const [head, body, signature] = token.split('.')
  const forged = {
    empty: '',
    'of another kind': `Basic ${token}`,
    'no token': 'Bearer abc',
    'without a signature': `Bearer ${head}.${body}.`,
    'with a signature of something else': `Bearer ${head}.${body}x.${signature}`,
    'too long': `Bearer ${'a'.repeat(3000)}`,
  }
  for (const [what, authorization] of Object.entries(forged)) {
    assertError(await salon.guest.get('/negocio/', { authorization }), 'INVALID_TOKEN')
    assertError(await salon.backend.get('/servicios/', { authorization }), 'INVALID_TOKEN')
    assert.ok(what)
  }
})

test("another business's token is rejected and never treated as a guest", async () => {
  const salon = await openSalon({ professionals: [{ name: 'Ana' }] })
  const otherSalon = await openSalon()
  const { token } = await otherSalon.customer(marta)
  const authorization = `Bearer ${token}`
  assertError(await salon.guest.get('/servicios/', { authorization }), 'INVALID_TOKEN')
  assertError(await salon.backend.get('/servicios/', { authorization }), 'INVALID_TOKEN')
})

test('an access token is valid for 15 minutes', async () => {
  const salon = await openSalon({ now: '2030-03-04T09:00' })
  const customer = await salon.customer(marta)
  salon.setTime('2030-03-04T09:14')
  dataOf(await customer.get('/negocio/'))
  salon.setTime('2030-03-04T09:15')
  assertError(await customer.get('/negocio/'), 'TOKEN_EXPIRED')
})

test('D11: an expired token is TOKEN_EXPIRED on every path that uses a token, also where it is optional', async () => {
  const salon = await openSalon({ now: '2030-03-04T09:00' })
  const customer = await salon.customer(marta)
  const booking = dataOf(await salon.guest.book('Ana', '12:00'), 201)
  salon.setTime('2030-03-04T09:15')
  for (const path of [
    '/negocio/',
    '/servicios/',
    '/peluqueros/?disponible_hoy=true',
    `/disponibilidad/${salon.id('Ana')}/2030-03-04/`,
    `/reservas/codigo/${booking.codigo}/`,
    '/cliente/perfil/',
  ])
    assertError(await customer.get(path), 'TOKEN_EXPIRED')
  assertError(await customer.book('Ana', '10:00'), 'TOKEN_EXPIRED')
  assertError(await customer.post('/graphql', { query: '{ __typename }' }), 'TOKEN_EXPIRED')
})

test('D11: a client that always sends its expired token can renew it, sign in again and log out', async () => {
  const salon = await openSalon({ now: '2030-03-04T09:00' })
  const { access_token, refresh_token } = await hasAccount(salon)
  salon.setTime('2030-03-04T09:15')
  const send = (path: string, body: object, token = access_token) =>
    salon.guest.post(path, body, bearer(token))
  const renewed = dataOf(await send('/auth/refresh/', { refresh_token }))
  const { otp_id } = dataOf(await send('/auth/login/', { email: marta.email }))
  salon.setTime('2030-03-04T09:20')
  dataOf(await send('/auth/reenviar-otp/', { otp_id }))
  const code = { otp_id, codigo: await codeFor(salon, marta.email) }
  const other = dataOf(await send('/auth/verify-otp/', code, 'of another business'))
  dataOf(await send('/auth/registro/', marta), 201)

  salon.setTime('2030-03-04T09:40')
  dataOf(
    await send('/auth/logout/', { refresh_token: renewed.refresh_token }, renewed.access_token),
  )
  assertError(
    await salon.guest.post('/auth/refresh/', { refresh_token: renewed.refresh_token }),
    'INVALID_TOKEN',
  )
  assertError(await send('/auth/logout/', {}, other.access_token), 'AUTHENTICATION_REQUIRED')
  assertError(await send('/auth/logout/', { refresh_token }, 'forged'), 'INVALID_TOKEN')
})

test('only tokens signed by our keys with our algorithm are accepted', async () => {
  const salon = await openSalon()
  const { id } = await salon.customer(marta)
  const access = {
    businessId: salon.businessId,
    customerId: id,
    sessionId: 1,
    authenticatedAt: salon.clock.now(),
    byCode: true,
  }
  const stranger = keyNamed('tests')
  const unknownName = { ...testSecrets.signingKeys[0], kid: 'others' } as SigningKey
  const withSecret = await new SignJWT({ sub: String(id), aud: salon.businessId, iss: 'silla' })
    .setProtectedHeader({ alg: 'HS256', kid: 'tests' })
    .sign(Buffer.from(testSecrets.signingKeys[0]?.x ?? '', 'base64url'))
  const unsigned = [{ alg: 'none' }, { sub: String(id), aud: salon.businessId, iss: 'silla' }]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')

  for (const token of [
    await signedWith([stranger], access, salon.clock.now()),
    await signedWith([unknownName], access, salon.clock.now()),
    withSecret,
    `${unsigned}.`,
  ]) {
    assertError(
      await salon.guest.get('/negocio/', { authorization: `Bearer ${token}` }),
      'INVALID_TOKEN',
    )
  }
})

test('a signed token with claims that are never issued is INVALID_TOKEN', async () => {
  const salon = await openSalon({ now: '2030-03-04T09:00' })
  const { id } = await salon.customer(marta)
  const key = await importJWK(testSecrets.signingKeys[0] as SigningKey, 'EdDSA')
  const now = salon.clock.now().getTime() / 1000
  const claims = {
    iss: 'silla',
    aud: salon.businessId,
    sub: String(id),
    iat: now,
    exp: now + 900,
    jti: 'a',
    auth_time: now,
    sid: 1,
  }
  const request = async (more: Record<string, unknown>) => {
    const token = await new SignJWT({ ...claims, ...more })
      .setProtectedHeader({ alg: 'EdDSA', kid: 'tests' })
      .sign(key)
    const authorization = `Bearer ${token}`
    return [
      await salon.guest.get('/cliente/perfil/', { authorization }),
      await salon.guest.post('/graphql', profile, { authorization }),
    ]
  }
  const profile = { query: '{ cliente { perfil { id } } }' }
  for (const response of await request({})) assert.equal(response.status, 200, response.text)

  const strange = [
    '',
    'ana',
    '1.5',
    '0',
    '-1',
    '007',
    ' 1',
    '1e3',
    '9007199254740993',
    '9'.repeat(30),
  ]
  for (const more of [
    ...strange.map((sub) => ({ sub })),
    ...[undefined, null, 1, true, [], ['1'], {}].map((sub) => ({ sub })),
    ...['1', -1, 1.5, 1e300, null, {}].map((sid) => ({ sid })),
    ...['x', 1e300, null, {}, []].map((auth_time) => ({ auth_time })),
    ...[[salon.businessId], 1, {}].map((aud) => ({ aud })),
    ...['x', null, {}].map((exp) => ({ exp })),
  ]) {
    for (const response of await request(more)) assertError(response, 'INVALID_TOKEN')
  }
})

test('signing keys can be rotated without ending sessions', async () => {
  const [old, next] = [keyNamed('old'), keyNamed('next')]
  const now = new Date('2030-03-04T09:00:00Z')
  const access = {
    businessId: 'a',
    customerId: 7,
    sessionId: 1,
    authenticatedAt: now,
    byCode: false,
  }
  const token = await signedWith([old], access, now)
  assert.deepEqual(await (await openAccessTokens([next, old])).read(token, 'a', now), access)
  await assert.rejects((await openAccessTokens([next])).read(token, 'a', now), {
    code: 'INVALID_TOKEN',
  })
})

test('a token has only the documented claims', async () => {
  const salon = await openSalon({ now: '2030-03-04T09:00' })
  const { token, id } = await salon.customer(marta)
  const [head, claims] = token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
  assert.deepEqual(head, { alg: 'EdDSA', kid: 'tests', typ: 'JWT' })
  const { jti, sid, ...rest } = claims
  assert.match(jti, /^[0-9a-f-]{36}$/)
  assert.ok(sid > 0)
  const nine = salon.clock.now().getTime() / 1000
  assert.deepEqual(rest, {
    iss: 'silla',
    aud: salon.businessId,
    sub: String(id),
    iat: nine,
    exp: nine + 900,
    auth_time: nine,
    amr: ['otp'],
  })
  assert.ok(await testAccessTokens)
})

const signedWith = async (keys: SigningKey[], access: Access, now: Date) =>
  (await openAccessTokens(keys)).issue(access, now)

function keyNamed(kid: string): SigningKey {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return { ...jwk, kid } as SigningKey
}
