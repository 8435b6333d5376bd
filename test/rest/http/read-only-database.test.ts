import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPool } from '@silla/db'
import { openApi } from '../../support/api.ts'
import { client } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { openSalon } from '../../support/salon.ts'

test('with a read-only database /readyz fails, and a booking is refused as unavailable', async (t) => {
  const salon = await openSalon()
  const { urls } = await testDatabase()
  const server = openPool({ url: urls.prepare, max: 1, name: 'silla-test-read-only' })
  const database = new URL(urls.api).pathname.slice(1)
  await server`alter database ${server(database)} set default_transaction_read_only = on`
  const api = await openApi()
  t.after(async () => {
    await server`alter database ${server(database)} reset default_transaction_read_only`
    await Promise.all([server.end(), api.close()])
  })
  const anyone = client(api.url.replace('/api/v1', ''), {})
  const ready = await anyone.get('/readyz')
  assert.deepEqual([ready.status, ready.error?.code], [503, 'SERVICE_UNAVAILABLE'])
  assert.equal((await anyone.get('/healthz')).status, 200)

  api.clock.set(salon.clock.now())
  const guest = salon.guestAt(api.url)
  assert.equal((await guest.get('/servicios/')).status, 200)
  const refused = await guest.book('Ana', '12:00')
  assert.deepEqual([refused.status, refused.error.code], [503, 'SERVICE_UNAVAILABLE'])
  assert.equal(refused.error.resultado_desconocido, undefined)
})
