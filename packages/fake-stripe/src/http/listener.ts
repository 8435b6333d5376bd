import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An HTTP server that can stop for a while and start again on the same port. */
export async function openListener(host: string, requestedPort: number, listener: RequestListener) {
  let server: Server | null = await listen(host, requestedPort, listener)
  const { port } = server.address() as AddressInfo

  async function down(): Promise<void> {
    const closing = server
    server = null
    if (closing === null) return
    const closed = once(closing, 'close')
    closing.close()
    closing.closeAllConnections()
    await closed
  }

  return {
    port,
    /** Refuses new connections and closes the open ones. */
    down,
    async up(): Promise<void> {
      server ??= await listen(host, port, listener)
    },
  }
}

async function listen(host: string, port: number, listener: RequestListener): Promise<Server> {
  const server = createServer(listener).listen(port, host)
  await once(server, 'listening')
  return server
}
