import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that can be away for a while and come back to the same port. */
export async function openListener(host: string, wantedPort: number, listener: RequestListener) {
  let server: Server | null = await listen(host, wantedPort, listener)
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
    /** Refuses connections, and breaks those there are. */
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
