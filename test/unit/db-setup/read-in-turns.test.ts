import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { openSocket } from '../../../db/src/driver-host.ts'

test('of a long answer of the database, one pass of the event loop takes one read', async (t) => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const socket = openSocket({ host: '127.0.0.1', port })
  t.after(() => socket.destroy())
  // nothing is read until the system holds as much as it takes
  socket.pause()
  const [connection] = (await once(server, 'connection')) as [Socket]
  const bytes = 1_000_000
  connection.end(Buffer.alloc(bytes))

  let pass = 0
  const count = () => {
    pass++
    if (!socket.destroyed) setImmediate(count)
  }
  setImmediate(count)
  const passOfFullReads: number[] = []
  let received = 0
  socket.on('data', ({ length }) => {
    received += length
    if (length === 64 * 1024) passOfFullReads.push(pass)
  })
  socket.resume()
  await once(socket, 'end')
  assert.equal(received, bytes)
  assert.ok(passOfFullReads.length > 1)
  assert.equal(new Set(passOfFullReads).size, passOfFullReads.length)
})
