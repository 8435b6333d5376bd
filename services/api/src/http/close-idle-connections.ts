import type { FastifyInstance } from 'fastify'

const everyMilliseconds = 20

/**
 * While the server closes, closes each connection as soon as it has no request. Node looks only once,
 * when closing begins: a connection whose response is still being written would stay open for as long
 * as the client keeps it, and the server with it.
 */
export function addIdleConnectionClosing(app: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    timer = setInterval(() => app.server.closeIdleConnections(), everyMilliseconds)
  })
  // called when all connections are closed
  app.addHook('onClose', async () => clearInterval(timer))
}
