import assert from 'node:assert/strict'
import http, { type RequestListener } from 'node:http'
import https from 'node:https'
import net, { type AddressInfo, type Server, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import type { OutgoingMessage, ResolveEndpoint } from '@silla/core'
import {
  type MessageSenderOptions,
  openMessageSender,
  resolveEndpoint,
} from '@silla/webhook-sender'
import { Webhook } from 'standardwebhooks'
import { ownCertificate } from '../../support/certificate.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const message: Omit<OutgoingMessage, 'url'> = {
  ref: 'evt_1',
  at: new Date(),
  body: '{"tipo":"reserva.creada","datos":{"nombre":"Lucía"}}',
  secrets: [secret],
}
const onLoopback: ResolveEndpoint = (url) => resolveEndpoint(url, { allowLoopback: true })
const never = new AbortController().signal

function openSender(t: TestContext, options: Partial<MessageSenderOptions> = {}) {
  const sender = openMessageSender({ resolve: onLoopback, ...options })
  t.after(sender.close)
  return {
    send: (url: string, signal = never) => sender.send({ ...message, url }, signal),
  }
}

async function listen(t: TestContext, server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return (server.address() as AddressInfo).port
}

const listenHttp = async (t: TestContext, handle: RequestListener) =>
  `http://127.0.0.1:${await listen(t, http.createServer(handle))}/hook`

/** A server that speaks no HTTP. */
const listenRaw = async (t: TestContext, handle: (socket: Socket) => void) =>
  `http://127.0.0.1:${await listen(t, net.createServer(handle))}/hook`

test('D42: a message is sent as JSON with the headers of Standard Webhooks', async (t) => {
  const received = Promise.withResolvers<{ headers: Record<string, string>; body: string }>()
  const url = await listenHttp(t, async (request, response) => {
    const body = (await buffer(request)).toString()
    received.resolve({ headers: request.headers as Record<string, string>, body })
    response.end('thanks')
  })
  const result = await openSender(t).send(url)
  assert.deepEqual(
    { ...result, durationMilliseconds: 0 },
    {
      status: 200,
      error: null,
      response: 'thanks',
      durationMilliseconds: 0,
    },
  )
  const { headers, body } = await received.promise
  assert.equal(body, message.body)
  assert.equal(headers['content-type'], 'application/json')
  assert.equal(headers['webhook-id'], 'evt_1')
  new Webhook(secret).verify(body, headers)
})

test('D42: a redirect is a response like any other and is not followed', async (t) => {
  let followed = 0
  const internal = await listenHttp(t, (_request, response) => {
    followed++
    response.end()
  })
  const url = await listenHttp(t, (_request, response) => {
    response.writeHead(307, { location: internal }).end()
  })
  const { status, error } = await openSender(t).send(url)
  assert.deepEqual({ status, error }, { status: 307, error: null })
  assert.equal(followed, 0)
})

test('D42: of an endless response the first kilobyte is read, then the connection is closed', async (t) => {
  const closed = Promise.withResolvers<number>()
  const url = await listenHttp(t, (_request, response) => {
    response.writeHead(200)
    const write = () => {
      while (!response.destroyed && response.write('\0'.repeat(65_536)));
    }
    response.on('drain', write)
    response.on('close', () => closed.resolve(response.socket?.bytesWritten ?? 0))
    write()
  })
  const { status, error, response } = await openSender(t).send(url)
  assert.deepEqual({ status, error }, { status: 200, error: null })
  assert.equal(response, '\ufffd'.repeat(1024))
  assert.ok((await closed.promise) < 16_000_000, 'only what fits into buffers was sent')
})

for (const [what, handle] of Object.entries({
  'accepts and never answers': () => {},
  'sends one header after the other': (socket: Socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    const timer = setInterval(() => socket.write('x-more: 1\r\n'), 5)
    socket.on('close', () => clearInterval(timer))
  },
  'starts a response and does not end it': (socket: Socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n12345')
  },
}))
  test(`D42: an endpoint that ${what} is given up`, async (t) => {
    const url = await listenRaw(t, handle)
    const result = await openSender(t, { timeoutMilliseconds: 60 }).send(url)
    assert.equal(result.error, 'timeout')
  })

for (const [answer, error, text = ''] of [
  ['', 'connection_closed'],
  ['SSH-2.0-OpenSSH_9.2\r\n', 'invalid_response'],
  [`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 'invalid_response'],
  ['HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n12345', 'connection_closed', '12345'],
  [
    'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
    'connection_closed',
  ],
] as const)
  test(`D42: ${JSON.stringify(answer.slice(0, 40))} and the end of the connection is ${error}`, async (t) => {
    const url = await listenRaw(t, (socket) => {
      socket.once('data', () => socket.end(answer))
    })
    const result = await openSender(t).send(url)
    assert.deepEqual([result.error, result.response], [error, text])
  })

test('D42: a connection that is reset or refused is an error', async (t) => {
  const url = await listenRaw(
    t,
    (socket) => void socket.once('data', () => socket.resetAndDestroy()),
  )
  assert.equal((await openSender(t).send(url)).error, 'connection_closed')
  assert.equal((await openSender(t).send('http://127.0.0.1:1/')).error, 'connection_failed')
})

test('D42: connections are kept, and one that the endpoint has closed meanwhile is replaced', async (t) => {
  const sockets: Socket[] = []
  const url = await listenHttp(t, (request, response) => {
    sockets.push(request.socket)
    response.end()
  })
  const { send } = openSender(t)
  await send(url)
  await send(url)
  assert.equal(sockets[0], sockets[1])
  const raw = await listenRaw(t, (socket) => {
    let requests = 0
    socket.on('data', () => {
      if (++requests === 1) socket.write('HTTP/1.1 204 No Content\r\n\r\n')
      else socket.resetAndDestroy()
    })
  })
  assert.equal((await send(raw)).status, 204)
  const { status, error } = await send(raw)
  assert.deepEqual({ status, error }, { status: 204, error: null })
})

test('D42: each attempt resolves the host again and connects to the addresses that were checked', async (t) => {
  let requests = 0
  const url = await listenHttp(t, (_request, response) => {
    requests++
    response.end()
  })
  const { port } = new URL(url)
  const named = new URL(`http://salon.example:${port}/`)
  const answers: Awaited<ReturnType<ResolveEndpoint>>[] = [
    { problem: null, url: named, addresses: [{ address: '127.0.0.1', family: 4 }] },
    { problem: 'not_public' },
    { problem: 'lookup_failed' },
  ]
  const resolve: ResolveEndpoint = async () => answers.shift() ?? { problem: 'malformed' }
  const { send } = openSender(t, { resolve })
  const results = [await send(url), await send(url), await send(url)]
  assert.deepEqual(
    results.map(({ status, error }) => [status, error]),
    [
      [200, null],
      [null, 'address_not_allowed'],
      [null, 'lookup_failed'],
    ],
  )
  assert.equal(requests, 1)
})

test('D42: a host that resolves to an address that is not public gets nothing', async (t) => {
  const resolve: ResolveEndpoint = (url) =>
    resolveEndpoint(url, {
      allowLoopback: false,
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    })
  const result = await openSender(t, { resolve }).send('https://salon.example/hook')
  assert.equal(result.error, 'address_not_allowed')
})

test('D42: a certificate has to be trusted and to be that of the host', async (t) => {
  const certificate = ownCertificate()
  const server = https.createServer(certificate, (_request, response) => response.end('secret'))
  const port = await listen(t, server)
  const trusting = openSender(t, { certificateAuthority: certificate.cert })
  assert.equal((await trusting.send(`https://localhost:${port}/`)).response, 'secret')
  assert.equal((await openSender(t).send(`https://localhost:${port}/`)).error, 'tls_failed')
  assert.equal((await trusting.send(`https://127.0.0.1:${port}/`)).error, 'tls_failed')
  const plain = await listenRaw(t, (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
  assert.equal((await trusting.send(plain.replace('http:', 'https:'))).error, 'tls_failed')
})

test('an attempt that is aborted ends at once, and the next one is not made', async (t) => {
  const arrived = Promise.withResolvers<void>()
  const url = await listenHttp(t, () => arrived.resolve())
  const controller = new AbortController()
  const { send } = openSender(t)
  const attempt = send(url, controller.signal)
  await arrived.promise
  controller.abort(new Error('stopped'))
  await assert.rejects(attempt, /stopped/)
  await assert.rejects(send(url, controller.signal), /stopped/)
})
