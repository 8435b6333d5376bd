import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { setHeadText } from '../../services/api/src/ready-responses/node-internals.ts'

const head =
  'HTTP/1.1 304 Not Modified\r\netag: "a: b"\r\nDate: Wed, 25 Nov 2026 12:00:00 GMT\r\n' +
  'Connection: keep-alive\r\nKeep-Alive: timeout=5\r\n\r\n'

test('the head of a response is sent as it is, by a version of Node with and without the private part', async () => {
  assert.equal(await sentBy((response) => response), head)
  assert.equal(await sentBy(withoutHeader), head)
})

/** A response of a version of Node that keeps its head elsewhere. */
const withoutHeader = (response: ServerResponse) =>
  new Proxy(response, { has: (target, name) => name !== '_header' && name in target })

async function sentBy(version: (response: ServerResponse) => ServerResponse): Promise<string> {
  const server = createServer((_, response) => {
    setHeadText(version(response), head)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.end('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  server.close()
  return Buffer.concat(chunks).toString('latin1')
}
