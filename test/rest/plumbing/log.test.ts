import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildApi } from '@silla/api'
import { openDatabase, openNotices } from '@silla/db'
import { client } from '../../support/client.ts'
import { testClock } from '../../support/clock.ts'
import { testDatabase } from '../../support/database.ts'
import { openSalon } from '../../support/salon.ts'

test('a request is one line, in which no key, code or token can be read', async (t) => {
  const salon = await openSalon()
  const { urls } = await testDatabase()
  const lines: string[] = []
  const database = openDatabase({ url: urls.api, name: 'silla-test-log' })
  const notices = await openNotices(urls.listen)
  const settings = {
    port: 0,
    host: '127.0.0.1',
    databaseUrl: urls.api,
    listenDatabaseUrl: urls.listen,
    assetsBaseUrl: '',
    logLevel: 'info',
    production: false,
  }
  const logTarget = { write: (line: string) => lines.push(line) }
  const app = await buildApi({ database, notices, clock: testClock(), settings, logTarget })
  t.after(() => Promise.all([database.close(), notices.close()]))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  lines.length = 0

  const guest = client(`${url}/api/v1`, { 'x-api-key': salon.publishableKey })
  const authorization = 'Bearer secret-token'
  await guest.get('/reservas/codigo/ABCDEFGHJK/?lang=en')
  await guest.get('/negocio/', { authorization, 'x-request-id': 'my-own-request' })
  await guest.get('/nothing/ABCDEFGHJK/')
  await guest.post('/reservas/1/cancelar/', { codigo: 'ABCDEFGHJK', motivo: 'private' })
  await app.close()

  const told = lines.map((line) => JSON.parse(line))
  assert.deepEqual(
    told.map(({ method, route, status }) => `${method} ${route} ${status}`),
    [
      'GET /api/v1/reservas/codigo/:codigo/ 404',
      'GET /api/v1/negocio/ 401',
      'GET unknown 404',
      'POST /api/v1/reservas/:id/cancelar/ 404',
    ],
  )
  assert.equal(told[0].businessId, salon.businessId)
  assert.equal(told[1].requestId, 'my-own-request')
  assert.doesNotMatch(lines.join(''), /silla_pub|secret-token|ABCDEFGHJK|private/)
})
