import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What Prometheus is told, whoever counted it. */
export interface MetricsSource {
  text(): Promise<string>
  contentType: string
}

/**
 * Serves `/metrics` on a port of its own, which is nobody's business but the operator's.
 *
 * @param figures all that is counted in this process, no figure of it twice
 */
export async function serveMetrics(
  figures: readonly [MetricsSource, ...MetricsSource[]],
  { port, host }: { port: number; host: string },
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') return response.writeHead(404).end()
    const texts = await Promise.all(figures.map((one) => one.text()))
    response.writeHead(200, { 'content-type': figures[0].contentType }).end(texts.join(''))
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}/metrics`,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
