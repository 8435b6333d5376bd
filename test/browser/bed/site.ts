import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

/** A page of a site: its HTML and the content security policy that it is sent with. */
export interface SitePage {
  html: string
  policy: string
}

/** A site of another origin than the API, until the test ends. @returns its URL, without a path */
export async function openSite(
  t: Pick<TestContext, 'after'>,
  pageOf: (request: IncomingMessage) => SitePage,
): Promise<string> {
  const server = createServer((request, response) => {
    const { html, policy } = pageOf(request)
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
    })
    response.end(html)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://localhost:${(server.address() as AddressInfo).port}`
}
