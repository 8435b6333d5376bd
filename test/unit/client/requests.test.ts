import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import {
  type CustomerAuth,
  createSillaClient,
  createSillaGraphqlClient,
  graphql,
} from '@silla/client'

interface Received {
  line: string
  headers: IncomingHttpHeaders
}

const publishable = `silla_pub_test_${'a'.repeat(33)}`
const secret = `silla_sec_test_${'a'.repeat(33)}`

/** Answers every request like an API whose only valid access token is `valid`. */
let valid: string
let received: Received[] = []
let baseUrl: string

const server = createServer((request, response) => {
  received.push({ line: `${request.method} ${request.url}`, headers: request.headers })
  request.resume()
  const { authorization } = request.headers
  const isExpired = authorization !== undefined && authorization !== `Bearer ${valid}`
  response.writeHead(isExpired ? 401 : 200, { 'content-type': 'application/json' })
  response.end(
    JSON.stringify(
      isExpired
        ? { success: false, error: { code: 'TOKEN_EXPIRED', message: 'Renew it.' } }
        : { success: true, data: {} },
    ),
  )
})

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

after(() => {
  server.closeAllConnections()
  server.close()
})

beforeEach(() => {
  received = []
  valid = 'new'
})

const salon = graphql('query ($id: Id!) { servicio(id: $id) { nombre } }')
const path = { params: { path: { id: 7 } } }
const hold = { body: { servicio_ids: [7], fecha: '2030-03-04', hora_inicio: '10:00' } }

/** A session whose token has expired; `renewals` counts the calls of `refresh`. */
function expiredAuth(refresh: () => Promise<string | null> = async () => 'new') {
  const auth = {
    accessToken: 'old' as string | null,
    renewals: 0,
    async refresh() {
      auth.renewals++
      return refresh()
    },
  }
  return auth satisfies CustomerAuth
}

const tokens = () => received.map(({ headers }) => headers.authorization?.replace('Bearer ', ''))

test('a read carries a publishable key in its URL and no header that needs a preflight', async () => {
  const options = { baseUrl, apiKey: publishable, language: 'en' as const }
  await createSillaClient(options).GET('/api/v1/servicios/{id}/', path)
  await createSillaClient(options).GET('/api/v1/servicios/{id}/', {
    params: { ...path.params, query: { lang: 'ar' } },
  })
  await createSillaGraphqlClient(options)(salon, { id: 7 })
  const [read, otherLanguage, query] = received
  assert.equal(read?.line, `GET /api/v1/servicios/7/?lang=en&key=${publishable}`)
  assert.equal(otherLanguage?.line, `GET /api/v1/servicios/7/?lang=ar&key=${publishable}`)
  const params = new URL(query?.line.split(' ')[1] ?? '', baseUrl).searchParams
  assert.deepEqual([...params.keys()], ['lang', 'query', 'variables', 'key'])
  assert.equal(params.get('variables'), '{"id":7}')
  for (const { headers } of received)
    for (const name of ['x-api-key', 'authorization', 'content-type', 'idempotency-key'])
      assert.equal(headers[name], undefined, name)
})

test('everything else, and a secret key, is sent in headers', async () => {
  const guest = { baseUrl: `${baseUrl}/`, apiKey: publishable, language: 'en' as const }
  await createSillaClient(guest).POST('/api/v1/retenciones/', hold)
  await createSillaGraphqlClient(guest)(
    graphql('mutation { login(entrada: { email: "a@example.com" }) { otp_id } }'),
  )
  await createSillaGraphqlClient(guest)(salon, { id: 7, unused: 'x'.repeat(7000) } as never)
  const server = { baseUrl, apiKey: secret }
  await createSillaClient(server).GET('/api/v1/servicios/{id}/', path)
  await createSillaGraphqlClient(server)(salon, { id: 7 })
  assert.deepEqual(
    received.map(({ line }) => line),
    [
      'POST /api/v1/retenciones/?lang=en',
      'POST /api/v1/graphql?lang=en',
      'POST /api/v1/graphql?lang=en',
      'GET /api/v1/servicios/7/',
      'POST /api/v1/graphql',
    ],
  )
  assert.deepEqual(
    received.map(({ headers }) => headers['x-api-key']),
    [publishable, publishable, publishable, secret, secret],
  )
})

test('requests that are refused together share one renewal, and are sent once more', async () => {
  const auth = expiredAuth()
  const options = { baseUrl, apiKey: publishable, auth }
  const rest = createSillaClient(options)
  const query = createSillaGraphqlClient(options)
  const answers = await Promise.all([
    rest.GET('/api/v1/cliente/perfil/'),
    rest.POST('/api/v1/retenciones/', hold),
    query(salon, { id: 7 }),
  ])
  assert.deepEqual(
    answers.map(({ response }) => response.status),
    [200, 200, 200],
  )
  assert.equal(auth.renewals, 1)
  assert.deepEqual(tokens().sort(), ['new', 'new', 'new', 'old', 'old', 'old'])
  const keys = received.flatMap(({ headers }) => headers['idempotency-key'] ?? [])
  assert.equal(keys.length, 2)
  assert.equal(new Set(keys).size, 1)

  await rest.GET('/api/v1/cliente/perfil/')
  assert.equal(tokens().at(-1), 'new')
  assert.equal(auth.renewals, 1)
})

test('a request with a token that was replaced meanwhile is repeated without a renewal', async () => {
  const auth = expiredAuth()
  const silla = createSillaClient({ baseUrl, apiKey: publishable, auth })
  const answer = silla.GET('/api/v1/cliente/perfil/')
  auth.accessToken = 'new'
  assert.equal((await answer).response.status, 200)
  assert.equal(auth.renewals, 0)
})

test('a request is not repeated twice, nor when the session has ended', async () => {
  const again = expiredAuth(async () => 'expired too')
  const silla = createSillaClient({ baseUrl, apiKey: publishable, auth: again })
  const refused = await silla.GET('/api/v1/cliente/perfil/')
  assert.equal(refused.error?.error.code, 'TOKEN_EXPIRED')
  assert.deepEqual(tokens(), ['old', 'expired too'])

  const ended = expiredAuth(async () => null)
  const guest = createSillaClient({ baseUrl, apiKey: publishable, auth: ended })
  assert.equal((await guest.GET('/api/v1/cliente/perfil/')).response.status, 401)
  assert.equal(ended.accessToken, null)
  await guest.GET('/api/v1/cliente/perfil/')
  assert.equal(tokens().at(-1), undefined)
})

test('when the renewal fails, so do the requests that wait for it; the next one renews again', async () => {
  let isOnline = false
  const auth = expiredAuth(async () => {
    if (!isOnline) throw new Error('offline')
    return 'new'
  })
  const silla = createSillaClient({ baseUrl, apiKey: publishable, auth })
  const failed = await Promise.allSettled([
    silla.GET('/api/v1/cliente/perfil/'),
    silla.GET('/api/v1/cliente/reservas/'),
  ])
  assert.deepEqual(
    failed.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  isOnline = true
  assert.equal((await silla.GET('/api/v1/cliente/perfil/')).response.status, 200)
})

test('a customer who signs out during a renewal stays signed out', async () => {
  const auth = expiredAuth(async () => {
    auth.accessToken = null
    return 'new'
  })
  const silla = createSillaClient({ baseUrl, apiKey: publishable, auth })
  assert.equal((await silla.GET('/api/v1/cliente/perfil/')).response.status, 401)
  assert.equal(auth.accessToken, null)
})

test('signing in and renewing carry no token, so that the hook may use the client itself', async () => {
  const auth = expiredAuth(async () => {
    await silla.POST('/api/v1/auth/refresh/', { body: { refresh_token: 'r' } })
    await query(graphql('mutation { renovar_sesion(refresh_token: "r") { access_token } }'))
    return 'new'
  })
  const options = { baseUrl, apiKey: publishable, auth }
  const silla = createSillaClient(options)
  const query = createSillaGraphqlClient(options)
  assert.equal((await silla.GET('/api/v1/cliente/perfil/')).response.status, 200)
  assert.deepEqual(tokens(), ['old', undefined, undefined, 'new'])
  await silla.POST('/api/v1/auth/logout/', { body: {} })
  assert.equal(tokens().at(-1), 'new')
})
