import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { TestContext } from 'node:test'
import type { ApiParts, OperationSettings } from '@silla/api'
import type { FastifyRequest } from 'fastify'
import { withKeyInUrl } from '../../../services/api/src/auth/key-in-url.ts'
import { httpOptions, requestTimeouts } from '../../../services/api/src/server-options.ts'
import { openApi } from '../../support/api.ts'

/** The API twice: as it is, and with a server that passes every request to the router. */
export interface BothPaths {
  /** Sends the same bytes, one request or several, to both; returns as many responses as requests. */
  send(bytes: string, requests?: number): Promise<{ ready: Received[]; routed: Received[] }>
  /** Sets both clocks. */
  setTime(at: Date): void
  /** The log lines of both, without times and generated ids. */
  log(): Promise<{ ready: string[]; routed: string[] }>
}

export interface Received {
  /** The whole response, without its date and without an id that the server generated. */
  text: string
  status: number
  /** Whether the handler of a route has run. */
  isHandled: boolean
}

export async function openBothPaths(
  t: TestContext,
  settings: Partial<OperationSettings> & Pick<ApiParts, 'requestSlots'> = {},
): Promise<BothPaths> {
  const lines: Record<'ready' | 'routed', string[]> = { ready: [], routed: [] }
  const open = (path: 'ready' | 'routed') =>
    openApi(undefined, { ...settings, logTarget: { write: (line) => void lines[path].push(line) } })
  const ready = await open('ready')
  const routed = await open('routed')
  const route = withKeyInUrl(routed.routing)
  const server = createServer(httpOptions(requestTimeouts), route)
  server.on('checkExpectation', route)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const ports = {
    ready: Number(new URL(ready.url).port),
    routed: (server.address() as AddressInfo).port,
  }

  const handled = new Set<string>()
  const onHandler = (message: unknown) => {
    const { id, socket } = (message as { request: FastifyRequest }).request
    handled.add(`${socket.localPort} ${id}`)
  }
  subscribe('tracing:fastify.request.handler:start', onHandler)
  t.after(async () => {
    unsubscribe('tracing:fastify.request.handler:start', onHandler)
    server.close()
    server.closeAllConnections()
    await Promise.all([ready.close(), routed.close()])
  })

  async function sendTo(port: number, bytes: string, requests: number): Promise<Received[]> {
    handled.clear()
    return (await exchange(port, bytes, requests)).map((text) => ({
      text: withoutChangingParts(text),
      status: statusOf(text),
      isHandled: handled.has(`${port} ${/^x-request-id: (.*)\r$/m.exec(text)?.[1]}`),
    }))
  }

  const send: BothPaths['send'] = async (bytes, requests = 1) => ({
    ready: await sendTo(ports.ready, bytes, requests),
    routed: await sendTo(ports.routed, bytes, requests),
  })

  for (const each of Object.values(lines)) each.length = 0
  return {
    send,
    setTime(at) {
      ready.clock.set(at)
      routed.clock.set(at)
    },
    async log() {
      await send(`GET /healthz HTTP/1.1\r\nHost: a\r\nX-Request-Id: ${lastId}\r\n\r\n`)
      // a request is logged when its response has been sent, which may be after it was received
      while (!lines.ready.at(-1)?.includes(lastId) || !lines.routed.at(-1)?.includes(lastId))
        await new Promise((resolve) => setImmediate(resolve))
      const withoutTimes = (line: string) =>
        line.replaceAll(/"(time|milliseconds)":[\d.]+/g, '"$1":0').replace(generatedId, 'generated')
      return { ready: lines.ready.map(withoutTimes), routed: lines.routed.map(withoutTimes) }
    },
  }
}

/** Sends bytes, and reads as many responses. */
function exchange(port: number, bytes: string, requests: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'))
    let received = ''
    socket.setEncoding('latin1')
    socket.on('data', (data) => {
      received += data
      const responses = split(received, bytes.startsWith('HEAD '))
      if (responses.length < requests) return
      socket.destroy()
      resolve(responses)
    })
    socket.on('end', () => reject(new Error(`the connection ended after: ${received}`)))
    socket.on('error', reject)
  })
}

/** The complete responses in a text. */
function split(text: string, withoutBodies: boolean): string[] {
  const responses: string[] = []
  let rest = text
  while (true) {
    const headEnd = rest.indexOf('\r\n\r\n') + 4
    if (headEnd < 4) return responses
    const length = Number(/^content-length: (\d+)\r$/m.exec(rest.slice(0, headEnd))?.[1] ?? 0)
    const end = headEnd + (withoutBodies ? 0 : length)
    if (rest.length < end) return responses
    if (statusOf(rest) !== 100) responses.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
}

const statusOf = (text: string): number => Number(text.slice(9, 12))

const withoutChangingParts = (text: string): string =>
  text
    .replace(/^Date: .*\r$/m, 'Date: -\r')
    .replace(/^x-request-id: .*\r$/m, (line) => line.replace(generatedId, 'generated'))

const lastId = 'the-last-request'

const generatedId = /[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/
