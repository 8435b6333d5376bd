import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { openConnection } from '../../db/src/connection.ts'
import { mapDbErrors } from '../../db/src/db-errors.ts'
import { openDriver } from '../../db/src/driver.ts'
import {
  onNotify,
  senderOf,
  sendThrough,
  wasSent,
  withdraw,
} from '../../db/src/driver-internals.ts'
import { testDatabase } from '../support/database.ts'

test('what the driver does not document is as Silla uses it', async (t) => {
  const { urls } = await testDatabase()
  const notified = Promise.withResolvers<string[]>()
  const open = () => {
    const driver = openDriver(
      urls.prepare,
      { fetch_types: false, ...onNotify((...parts) => notified.resolve(parts)) },
      () => {},
    )
    t.after(() => driver.end(0.5))
    return driver.sql
  }
  const [one, other] = [open(), open()]

  await one`listen "silla_test"`
  await other`select pg_notify('silla_test', 'payload')`
  assert.deepEqual(await notified.promise, ['silla_test', 'payload'])

  const pid = (await other`select pg_backend_pid() as pid`)[0]?.pid
  const moved = sendThrough(one`select pg_backend_pid() as pid`, senderOf(other))
  assert.equal((await moved)[0]?.pid, pid)
  const part = sendThrough(one`from pg_class`, senderOf(other))
  assert.equal((await one`select count(*) > 0 as found ${part}`)[0]?.found, true)
  assert.deepEqual(sendThrough(one('name'), senderOf(other)), one('name'))

  const unconnected = open()
  const query = unconnected`create table written ()`
  const withdrawn = unconnected`create table withdrawn ()`
  for (const each of [query, withdrawn]) each.execute()
  assert.deepEqual([query, withdrawn].map(wasSent), [false, false])
  withdraw(withdrawn)
  await Promise.all([query, withdrawn])
  assert.equal(wasSent(query), true)
  const tables = await one`select relname from pg_class where relname in ('written', 'withdrawn')`
  assert.deepEqual([...tables], [{ relname: 'written' }])
})

test('a write to a connection that has just been closed is an outage', async () => {
  for (const code of ['ERR_SOCKET_CLOSED', 'ERR_STREAM_DESTROYED', 'CONNECTION_DESTROYED'])
    await assert.rejects(
      mapDbErrors(() => Promise.reject(Object.assign(new Error('closed'), { code }))),
      { code: 'SERVICE_UNAVAILABLE', extra: undefined },
    )
})

test('a query that is repeated at once fails for the same reason, not because the driver has ended', async (t) => {
  const withoutTls = createServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', () => {
        socket.write('N')
        socket.once('data', () => socket.end())
      })
  }).listen(0, '127.0.0.1')
  await once(withoutTls, 'listening')
  const { port } = withoutTls.address() as AddressInfo
  const connection = openConnection(`postgres://silla@127.0.0.1:${port}/silla?sslmode=require`, {})
  t.after(async () => {
    await connection.end(0)
    withoutTls.close()
  })
  for (let attempt = 0; attempt < 3; attempt++)
    await assert.rejects(async () => connection.sql`select 1`, /before secure TLS connection/)
})
