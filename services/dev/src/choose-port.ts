import { once } from 'node:events'
import { createServer } from 'node:net'
import { SetupError } from '@silla/db'

/**
 * Where we listen: what runs here has keys that everybody knows, so nobody outside this machine may
 * reach it.
 */
export const host = '127.0.0.1'

/**
 * Makes sure of the port before anything else is started, and finds a free one for 0.
 *
 * @throws SetupError when somebody else listens there
 */
export async function choosePort(wanted: number): Promise<number> {
  const server = createServer().listen(wanted, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw portError(wanted, error)
  }
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** The sentence for a port that could not be had. */
export function portError(port: number, cause: unknown): SetupError {
  const { code, message } = cause as NodeJS.ErrnoException
  const why =
    code === 'EADDRINUSE'
      ? `Port ${port} is taken by another program.`
      : `Port ${port} cannot be used here (${code ?? message}).`
  return new SetupError(`${why} Choose another: PORT=${port + 1} npm start`, { cause })
}
