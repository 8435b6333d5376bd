import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { atEnd } from '../support/at-end.ts'

/** What stands in front of the API processes of a deployment, at one address. */
export interface LoadBalancer {
  url: string
  /** Sends requests to an API too. @throws Error if it is not ready */
  add(api: string): Promise<void>
  /** Sends it no further requests. */
  remove(api: string): void
  /** Requests without an answer, answers with status 500 and above, and APIs that were not ready. */
  failures: string[]
  /** How many requests each API has answered. */
  answered: Map<string, number>
}

/** So many requests after a check of `/readyz` comes the next one. */
const requestsPerCheck = 25

/** Forwards requests to its APIs in turn. `endFile` stops it. */
export async function openLoadBalancer(): Promise<LoadBalancer> {
  const apis: string[] = []
  const failures: string[] = []
  const answered = new Map<string, number>()
  let requests = 0
  const server = createServer((incoming, outgoing) => {
    const api = apis[requests++ % apis.length] ?? ''
    if (requests % requestsPerCheck === 0)
      void check(apis[(requests / requestsPerCheck) % apis.length])
    const line = `${incoming.method} ${incoming.url?.replace(/\?.*/, '')}`
    forward(incoming, outgoing, api)
      .then(({ status, body }) => {
        answered.set(api, (answered.get(api) ?? 0) + 1)
        if (status >= 500) failures.push(`${line}: ${status} ${body}`)
      })
      .catch((error: Error) => {
        failures.push(`${line}: ${error.message}`)
        outgoing.writeHead(502).end()
      })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => {
    server.closeAllConnections()
    server.close()
  })

  /** An API that is not ready would get no more requests, in the middle of the upgrade. */
  async function check(api = '') {
    const problem = await notReady(api)
    if (problem !== null && apis.includes(api)) failures.push(problem)
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failures,
    answered,
    async add(api) {
      const problem = await notReady(api)
      if (problem !== null) throw new Error(problem)
      apis.push(api)
    },
    remove: (api) => void apis.splice(apis.indexOf(api), 1),
  }
}

async function notReady(api: string): Promise<string | null> {
  try {
    const response = await fetch(`${api}/readyz`)
    return response.ok ? null : `${api} is not ready: ${await response.text()}`
  } catch (error) {
    return `${api} is not ready: ${error}`
  }
}

async function forward(incoming: IncomingMessage, outgoing: ServerResponse, api: string) {
  const { method, headers, url } = incoming
  const forwarded = request(`${api}${url}`, { method, headers })
  incoming.pipe(forwarded)
  const [answer] = (await once(forwarded, 'response')) as [IncomingMessage]
  const status = answer.statusCode ?? 0
  const body = await buffer(answer)
  outgoing.writeHead(status, answer.headers).end(body)
  return { status, body }
}
