import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

/** A source of metrics in the text format of Prometheus. */
export interface MetricsSource {
  text(): Promise<string>
  contentType: string
}

/**
 * Serves `/metrics` on a separate port, which only the operator should be able to reach.
 *
 * @param sources all metrics of this process; no metric may occur in two of them
 */
export async function serveMetrics(
  sources: readonly [MetricsSource, ...MetricsSource[]],
  { port, host }: { port: number; host: string },
): Promise<{ url: string; close(): Promise<void> }> {
  // an import at the top would load 15 MB of fetch and WebSocket in processes without metrics
  const { createServer } = process.getBuiltinModule('node:http')
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') return response.writeHead(404).end()
    const texts = await Promise.all(sources.map((source) => source.text()))
    response.writeHead(200, { 'content-type': sources[0].contentType }).end(texts.join(''))
  })
  server.listen(port, host)
  await once(server, 'listening')
  const { port: actualPort } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}/metrics`,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
