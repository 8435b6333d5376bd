import { once } from 'node:events'
import { createServer } from 'node:net'

const firstPort = 10_240
/** The system takes those of connections and of listeners on any port from 32768 on. */
const portCount = 22_000

let next = (process.pid * 97) % portCount

/**
 * A port on which nothing listens now. The system gives none of these to anything that takes any free
 * port, and each process of a run starts elsewhere, so that it is free until it is used.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = firstPort + next
    next = (next + 1) % portCount
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
    throw error
  }
  server.close()
  await once(server, 'close')
  return true
}
