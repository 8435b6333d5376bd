import assert from 'node:assert/strict'
import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { scheduleArrivals } from '../../../services/api/src/scheduling/arrivals.ts'
import { createTurns } from '../../../services/api/src/scheduling/turns.ts'

/** A clock that each task moves on by its duration. */
function busyClock() {
  let milliseconds = 0
  return {
    now: () => milliseconds,
    pass: (more: number) => {
      milliseconds += more
    },
  }
}

test('tasks run at once while a turn is young, then in turn between businesses', async () => {
  const clock = busyClock()
  const turns = createTurns(clock.now)
  const served: string[] = []
  const run = (businessId: string) =>
    turns.run(businessId, () => {
      clock.pass(0.3)
      served.push(businessId)
    })

  for (let i = 0; i < 6; i++) run('busy')
  run('other')
  run('third')
  assert.deepEqual(served, ['busy', 'busy'])
  await turns.next('last')
  assert.deepEqual(served, ['busy', 'busy', 'busy', 'other', 'third'])
  await turns.next('last')
  await turns.next('last')
  await turns.next('last')
  assert.deepEqual(served.slice(5), ['busy', 'busy', 'busy'])
})

test('what a task continues in microtasks counts for its turn', async () => {
  const clock = busyClock()
  const turns = createTurns(clock.now)
  const events: string[] = []
  const run = (name: string) =>
    turns.run('busy', async () => {
      await null
      clock.pass(1)
      events.push(name)
    })
  turns.run('busy', () => clock.pass(1))
  run('first')
  run('second')
  await new Promise<void>((resolve) => setImmediate(resolve))
  assert.deepEqual(events, ['first'])
  await turns.next('busy')
  assert.deepEqual(events, ['first', 'second'])
})

/** A server that is always late, so that every request waits for its turn. */
async function lateServer(t: TestContext, handled: (request: IncomingMessage) => void = () => {}) {
  let now = 0
  const turns = createTurns(() => {
    now += 10
    return now
  })
  const handle: RequestListener = (request, response) => {
    handled(request)
    response.end('done')
  }
  const businessOf = (key: string) => (key.startsWith('known-') ? key : undefined)
  const server = createServer(scheduleArrivals(handle, turns, businessOf))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const requestWith = (key: string) => `GET / HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\n\r\n`

test('requests are handled in turn between known keys; unknown keys share one turn', async (t) => {
  const order: string[] = []
  const port = await lateServer(t, ({ headers }) => {
    order.push(String(headers['x-api-key']))
  })
  const socket = connect(port, '127.0.0.1')
  const keys = ['known-a', 'known-a', 'known-a', 'x', 'y', 'known-b']
  socket.write(keys.map(requestWith).join(''))
  socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  await text(socket)
  const turns = ['known-a', 'x', 'known-b', 'known-a', 'y', 'known-a', 'undefined']
  assert.deepEqual(order, turns)
})

test('requests are still answered after a client left while its requests waited', async (t) => {
  const port = await lateServer(t)
  const socket = connect(port, '127.0.0.1')
  socket.write(requestWith('known-a').repeat(20))
  socket.destroy()
  const response = await new Promise<IncomingMessage>((resolve) => get({ port }, resolve))
  assert.equal(await text(response), 'done')
})

test('a connection with hundreds of pipelined requests is read on; one with thousands gets 503', async (t) => {
  const port = await lateServer(t)
  const answersTo = async (count: number) => {
    const socket = connect(port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(count))
    socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    return await text(socket)
  }
  assert.equal((await answersTo(500)).match(/HTTP\/1.1 200/g)?.length, 501)
  const refused = await answersTo(2000)
  assert.equal(refused.match(/HTTP\/1.1 200/g)?.length, 1000)
  assert.match(
    refused,
    /HTTP\/1.1 503 [^{]*retry-after: 1\r\n[^{]*\{[^{]*"error":\{"code":"SERVICE_UNAVAILABLE"/,
  )
})
