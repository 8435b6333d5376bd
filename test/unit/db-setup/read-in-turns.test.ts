import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { openSocket } from '../../../db/src/driver-host.ts'

test('of a long answer of the database, one pass of the event loop takes what a millisecond allows', async (t) => {
  const socket = await openAnswer(t, Buffer.alloc(400_000))
  let pass = 0
  const count = () => {
    pass++
    if (!socket.destroyed) setImmediate(count)
  }
  setImmediate(count)
  const passes: number[] = []
  const bytes = await receive(socket, ({ length }) => {
    if (length === 16 * 1024) passes.push(pass)
    const end = performance.now() + 0.75
    while (performance.now() < end);
  })
  assert.equal(bytes.length, 400_000)
  const reads = passes.map((each) => passes.filter((other) => other === each).length)
  assert.ok(passes.length > 10)
  assert.equal(Math.max(...reads), 2)
})

test('a long answer arrives unchanged, also at a reader that pauses', async (t) => {
  const answer = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251))
  const socket = await openAnswer(t, answer)
  const bytes = await receive(socket, () => {
    socket.pause()
    setTimeout(() => socket.resume(), 1)
  })
  assert.deepEqual(bytes, answer)
})

/** A socket whose server has sent an answer, as much of it as the system takes before it is read. */
async function openAnswer(t: TestContext, answer: Buffer): Promise<Socket> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const socket = openSocket({ host: '127.0.0.1', port })
  t.after(() => socket.destroy())
  socket.pause()
  const [connection] = (await once(server, 'connection')) as [Socket]
  connection.end(answer)
  return socket
}

async function receive(socket: Socket, onRead: (read: Buffer) => void): Promise<Buffer> {
  const reads: Buffer[] = []
  socket.on('data', (read: Buffer) => {
    reads.push(read)
    onRead(read)
  })
  socket.resume()
  await once(socket, 'end')
  return Buffer.concat(reads)
}
