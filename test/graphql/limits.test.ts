import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMemoryBuckets } from '../../services/api/src/limits/memory-buckets.ts'
import { openRedisBuckets } from '../../services/api/src/limits/redis-buckets.ts'
import { admits, openLimited } from '../rest/rate-limits/limited.ts'
import { client } from '../support/client.ts'
import { testDatabase } from '../support/database.ts'
import { type GraphqlAnswer, postGraphql, queryGraphql } from '../support/graphql.ts'
import { patienceMilliseconds } from '../support/in-time.ts'
import { startRedis } from '../support/redis.ts'

const cheap = '{ negocio { nombre } }'
/**
 * Twenty professionals with a month each: 20 times (1 + 100 + 31) points and a few more; a token pays
 * for 500.
 */
const expensive =
  '{ peluqueros { items { dias(desde: "2030-03-04", hasta: "2030-04-03") { fecha } } } }'
const expensiveTokens = 6

const left = ({ headers }: GraphqlAnswer) => headers.get('ratelimit')

function refused(answer: GraphqlAnswer, bucket: string) {
  assert.equal(answer.status, 429, answer.text)
  assert.deepEqual(answer.codes, ['RATE_LIMIT_EXCEEDED'])
  assert.match(left(answer) ?? '', new RegExp(`^"${bucket}"`))
  assert.ok(Number(answer.headers.get('retry-after')) > 0)
}

test('D29: a query takes its cost in tokens from the same bucket as REST, and headers show the rest', async (t) => {
  const { visitorAt } = await openLimited(t)
  const visitor = visitorAt('192.0.2.1')
  assert.equal(left(await queryGraphql(visitor, cheap)), '"address";r=119;t=1')
  assert.equal(
    left(await queryGraphql(visitor, expensive)),
    `"address";r=${119 - expensiveTokens};t=${Math.ceil((1 + expensiveTokens) / 2)}`,
  )
  const rest = await visitor.get('/negocio/')
  assert.equal(
    rest.headers.get('ratelimit'),
    `"address";r=${118 - expensiveTokens};t=${Math.ceil((2 + expensiveTokens) / 2)}`,
  )
  assert.equal(left(await queryGraphql(visitorAt('192.0.2.2'), cheap)), '"address";r=119;t=1')
})

test('D29: a field that may query the database costs 100 points, one from the catalogue few', async (t) => {
  const { visitorAt } = await openLimited(t)
  // six of 100 points and a few more are two tokens
  const sixTimes = (field: string) =>
    `{ ${Array.from({ length: 6 }, (_, i) => `c${i}: ${field} { items { id } }`).join(' ')} }`
  const tokens = {
    'paquetes_puntos(page_size: 1)': 1,
    'peluqueros(page_size: 1)': 1,
    'peluqueros(page_size: 1, disponible_hoy: true)': 2,
    'productos(page_size: 1)': 2,
  }
  for (const [index, [field, expected]] of Object.entries(tokens).entries()) {
    const answer = await queryGraphql(visitorAt(`192.0.2.${index + 1}`), sixTimes(field))
    assert.deepEqual(answer.codes, [], answer.text)
    assert.equal(left(answer), `"address";r=${120 - expected};t=1`, field)
  }
})

test('D29: a query that costs more than is left is 429, takes one token, and succeeds later', async (t) => {
  const { visitorAt, later } = await openLimited(t)
  const visitor = visitorAt('192.0.2.1')
  await admits(115, () => visitor.get('/negocio/'))
  const answer = await queryGraphql(visitor, expensive)
  refused(answer, 'address')
  assert.equal(answer.headers.get('retry-after'), '1')
  assert.equal(left(answer), '"address";r=4;t=58')
  await admits(3, () => visitor.get('/negocio/'))
  later(3)
  assert.equal((await queryGraphql(visitor, expensive)).status, 200)
})

test('D29: with a secret key a query takes from the key; more than the bucket holds is QUERY_TOO_COMPLEX', async (t) => {
  const { server, salon, visitorAt, later } = await openLimited(t)
  assert.equal(left(await queryGraphql(server, expensive)), `"key";r=${600 - expensiveTokens};t=1`)
  const { admin } = await testDatabase()
  await admin`update registry.businesses set rates = '{"publishablePerAddress": 5}' where business_id = ${salon.businessId}`
  later(60)
  const answer = await queryGraphql(visitorAt('192.0.2.1'), expensive)
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.codes, ['QUERY_TOO_COMPLEX'])
  assert.equal((await queryGraphql(visitorAt('192.0.2.1'), cheap)).status, 200)
})

test('D29: fields with a separate limit take a token for each alias, before anything runs', async (t) => {
  const { visitorAt } = await openLimited(t)
  const codes = (count: number) =>
    `{ ${Array.from({ length: count }, (_, i) => `c${i}: reserva_por_codigo(codigo: "ABCDEFGHJK") { id }`).join(' ')} }`
  const guesser = visitorAt('192.0.2.1')
  const first = await queryGraphql(guesser, codes(12))
  assert.equal(first.status, 200)
  assert.equal(left(first), '"look-up";r=8;t=36')
  refused(await queryGraphql(guesser, codes(12)), 'look-up')
  assert.equal(
    (await guesser.get('/reservas/codigo/ABCDEFGHJK/')).headers.get('ratelimit'),
    '"look-up";r=7;t=39',
  )
  assert.deepEqual((await queryGraphql(guesser, codes(21))).codes, ['QUERY_TOO_COMPLEX'])
})

const mutations = [
  [
    'create',
    'crear_reserva(entrada: {servicio_ids: [], peluquero_id: 1, fecha: "x", hora_inicio: "x"}) { id }',
    '/reservas/crear/',
  ],
  ['create', 'crear_pedido(entrada: {items: []}) { id }', '/pedidos/'],
  ['auth', 'verificar_otp(entrada: {otp_id: "x", codigo: "1"}) { token }', '/auth/verify-otp/'],
  ['auth', 'reenviar_otp(entrada: {otp_id: "x"}) { otp_id }', '/auth/reenviar-otp/'],
  ['auth', 'renovar_sesion(entrada: {refresh_token: "x"}) { token }', '/auth/refresh/'],
  ['auth', 'login(entrada: {email: "x"}) { otp_id }', '/auth/login/'],
  [
    'auth',
    'registro(entrada: {email: "x", password: "x", nombre: "x"}) { otp_id }',
    '/auth/registro/',
  ],
] as const

test('D27: a mutation and its REST route share a limit', async (t) => {
  const { visitorAt } = await openLimited(t)
  for (const [index, [bucket, mutation, path]] of mutations.entries()) {
    const visitor = visitorAt(`192.0.2.${index}`)
    const rate = bucket === 'create' ? 20 : 10
    for (let i = 0; i < rate / 2; i++)
      assert.equal((await queryGraphql(visitor, `mutation { ${mutation} }`)).status, 200)
    await admits(rate / 2, () => visitor.post(path, {}))
    refused(await queryGraphql(visitor, `mutation { ${mutation} }`), bucket)
  }
})

test('D27: an account’s limit counts REST and GraphQL together, and 429 is sent as in REST', async (t) => {
  const { visitorAt } = await openLimited(t)
  const login = (address: number) =>
    queryGraphql(
      visitorAt(`192.0.2.${address}`),
      'mutation { login(entrada: { email: "LUCIA@example.com", password: "x" }) { otp_id } }',
    )
  for (let i = 0; i < 5; i++) assert.deepEqual((await login(i + 1)).codes, ['INVALID_CREDENTIALS'])
  await admits(5, () =>
    visitorAt('192.0.2.20').post('/auth/login/', { email: 'lucia@example.com', password: 'x' }),
  )
  refused(await login(99), 'account')
})

test('D29: processes with one Redis share the limits of queries', async (t) => {
  const redis = await startRedis()
  if (redis === null) return t.diagnostic('redis-server is not installed: skipped')
  t.after(() => redis.kill())
  const buckets = await openRedisBuckets(
    redis.url,
    openMemoryBuckets(Date.now),
    (error) => assert.fail(String(error)),
    patienceMilliseconds,
  )
  t.after(() => buckets.close())
  const unused = await buckets.take([{ name: 'test', key: 'test', perMinute: 60, tokens: 0 }])
  assert.deepEqual([unused.left, unused.waitMilliseconds], [60, 0])
  const { visitorAt } = await openLimited(t, { redisUrl: redis.url })
  const visitor = visitorAt('192.0.2.1')
  const startedAt = performance.now()
  let unspent = 120
  spends(1, await queryGraphql(visitor, cheap))
  await admits(110, () => visitor.get('/negocio/'))
  unspent -= 110
  let answer = await queryGraphql(visitor, expensive)
  for (; answer.status === 200; answer = await queryGraphql(visitor, expensive))
    spends(expensiveTokens, answer)
  refused(answer, 'address')
  assert.ok(unspent < expensiveTokens, `it was refused although ${unspent} tokens were left`)

  /** Redis counts by its own clock: each half second a token comes back. */
  function spends(tokens: number, answer: GraphqlAnswer) {
    unspent -= tokens
    const [, remaining] = /^"address";r=(\d+);/.exec(left(answer) ?? '') ?? []
    const returned = Number(remaining) - unspent
    const mostReturned = Math.ceil((performance.now() - startedAt) / 500)
    assert.ok(returned >= 0 && returned <= mostReturned, `${remaining} left, ${unspent} unspent`)
  }
})

test('an invalid key counts as a failed attempt in GraphQL too', async (t) => {
  const { api } = await openLimited(t)
  const visitor = client(api.url, { 'x-api-key': 'nonsense', 'x-forwarded-for': '192.0.2.9' })
  for (let i = 0; i < 60; i++)
    assert.equal((await postGraphql(visitor, { query: cheap })).status, 401)
  refused(await postGraphql(visitor, { query: cheap }), 'failed-keys')
})
