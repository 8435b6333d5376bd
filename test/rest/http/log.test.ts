import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { buildApi } from '@silla/api'
import { openDatabase, openListener } from '@silla/db'
import type { FastifyInstance } from 'fastify'
import { type Client, client } from '../../support/client.ts'
import { testClock } from '../../support/clock.ts'
import { testDatabase } from '../../support/database.ts'
import { quietOperations } from '../../support/operations.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { testSecrets } from '../../support/secrets.ts'

test('a request is one log line without keys, codes or tokens', async (t) => {
  const salon = await openSalon()
  const { guest, lines } = await loggedApi(t, salon)
  await guest.get('/reservas/codigo/ABCDEFGHJK/?lang=en')
  await guest.get('/negocio/', {
    authorization: 'Bearer secret-token',
    'x-request-id': 'my-own-request',
  })
  await guest.get('/nothing/ABCDEFGHJK/')
  await guest.post('/reservas/1/cancelar/', { codigo: 'ABCDEFGHJK', motivo: 'private' })

  const observation = await lines(4)
  assert.deepEqual(
    observation.map(({ method, route, status }) => `${method} ${route} ${status}`),
    [
      'GET /api/v1/reservas/codigo/:codigo/ 404',
      'GET /api/v1/negocio/ 401',
      'GET unknown 404',
      'POST /api/v1/reservas/:id/cancelar/ 404',
    ],
  )
  assert.equal(observation[0]?.businessId, salon.businessId)
  assert.equal(observation[1]?.requestId, 'my-own-request')
  assert.doesNotMatch(JSON.stringify(observation), /silla_pub|secret-token|ABCDEFGHJK|private/)
})

test('an internal error is logged in full and returned without details', async (t) => {
  const { guest, lines } = await loggedApi(t, await openSalon(), (app) =>
    app.get('/api/v1/mistake/', () => {
      throw new Error('the inside', { cause: new Error('the very inside') })
    }),
  )
  const answer = await guest.get('/mistake/', {
    'x-request-id': 'my-own-request',
    'accept-language': 'en',
  })
  assert.equal(answer.status, 500)
  assert.deepEqual(answer.error, {
    code: 'INTERNAL_ERROR',
    message: 'Something went wrong on our side. Please try again later.',
  })
  assert.equal(answer.headers.get('access-control-allow-origin'), '*')

  const [failure] = await lines(2)
  assert.equal(failure?.requestId, 'my-own-request')
  assert.match(JSON.stringify(failure?.err), /the inside.*the very inside.*log\.test\.ts/)
})

test('row contents and personal data are not logged', async (t) => {
  const salon = await openSalon()
  const { guest, lines } = await loggedApi(t, salon, (app) =>
    app.get('/api/v1/mistake/', () => {
      const detail = 'Key (email_key)=(lucia@example.com) already exists.'
      const cause = Object.assign(
        new Error('duplicate key of lucia@example.com, +34 612 345 678'),
        {
          code: '23505',
          constraint_name: 'customers_email',
          detail,
          parameters: ['lucia@example.com'],
        },
      )
      throw new Error(
        `${salon.secretKey} eyJhbGciOi.eyJzdWIi.c2ln postgres://silla_api:hidden@db/silla`,
        { cause },
      )
    }),
  )
  await guest.get('/mistake/')
  const [failure] = await lines(2)
  const result = JSON.stringify(failure)
  assert.doesNotMatch(result, /lucia|612 ?345|eyJzdWIi|hidden/)
  assert.ok(!result.includes(salon.secretKey))
  assert.match(result, /silla_sec_\*\*\*.*23505.*customers_email/)
})

type Line = Record<string, unknown>

/** An API that writes its log here: `lines(n)` are those it wrote, once there are n. */
async function loggedApi(
  t: TestContext,
  salon: TestSalon,
  addRoutes: (app: FastifyInstance) => void = () => {},
): Promise<{ guest: Client; lines(count: number): Promise<Line[]> }> {
  const { urls } = await testDatabase()
  const database = openDatabase({ url: urls.api, name: 'silla-test-log' })
  const notices = await openListener(urls.listen)
  const settings = {
    port: 0,
    host: '127.0.0.1',
    databaseUrl: urls.api,
    listenDatabaseUrl: urls.listen,
    assetsBaseUrl: '',
    publicUrl: null,
    staffUrl: null,
    ...testSecrets,
    loopbackEndpoints: false,
    ...quietOperations,
    logLevel: 'info',
    production: false,
  }
  const written: string[] = []
  const logTarget = { write: (line: string) => written.push(line) }
  const app = await buildApi({
    database,
    listener: notices,
    clock: testClock(),
    settings,
    processors: () => null,
    logTarget,
  })
  t.after(async () => {
    await app.close()
    await Promise.all([database.close(), notices.close()])
  })
  addRoutes(app)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  written.length = 0

  return {
    guest: client(`${url}/api/v1`, { 'x-api-key': salon.publishableKey }),
    // a request's line is written when its answer has gone, which may be after it has come
    async lines(count) {
      while (written.length < count) await new Promise((resolve) => setImmediate(resolve))
      return written.map((line) => JSON.parse(line))
    },
  }
}
