import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** What happens to one request: its response is lost, or it is answered without being forwarded. */
export type ProxyFault =
  | 'lose response'
  | { status: number; body: object | string; retryAfterSeconds?: number }

/** A proxy in front of an API, with a fault for each of the next requests. */
export interface FlakyProxy {
  /** `http://127.0.0.1:<port>` */
  url: string
  /** The faults of the next requests, in order; later ones are forwarded. */
  fail(...faults: ProxyFault[]): void
  /** The Idempotency-Key of every request since the last call; null: none. */
  keys(): (string | null)[]
  close(): Promise<void>
}

export async function openFlakyProxy(target: string): Promise<FlakyProxy> {
  const faults: ProxyFault[] = []
  let keys: (string | null)[] = []
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    fail: (...more) => void faults.push(...more),
    keys() {
      const seen = keys
      keys = []
      return seen
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const { 'idempotency-key': key } = request.headers
    keys.push(typeof key === 'string' ? key : null)
    const fault = faults.shift()
    if (typeof fault === 'object') {
      const isJson = typeof fault.body === 'object'
      response.writeHead(fault.status, {
        'content-type': isJson ? 'application/json' : 'text/html',
        ...(fault.retryAfterSeconds ? { 'retry-after': String(fault.retryAfterSeconds) } : {}),
      })
      response.end(isJson ? JSON.stringify(fault.body) : fault.body)
      return
    }
    const { host: _host, connection: _connection, ...headers } = request.headers
    const forwarded = await fetch(new URL(request.url ?? '/', target), {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(request.method !== 'GET' && { body: new Uint8Array(await buffer(request)) }),
    })
    const text = await forwarded.text()
    if (fault === 'lose response') {
      request.socket.destroy()
      return
    }
    response.writeHead(forwarded.status, { 'content-type': 'application/json' })
    response.end(text)
  }
}
