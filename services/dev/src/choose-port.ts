import { once } from 'node:events'
import { createServer } from 'node:net'
import { SetupError } from '@silla/db'

/** The demo keys are public, so nothing listens on an address that other machines reach. */
export const host = '127.0.0.1'

/**
 * Checks that the port is free before anything else starts, and finds a free one for 0.
 *
 * @throws SetupError when another program listens on it
 */
export async function choosePort(requested: number): Promise<number> {
  const server = createServer().listen(requested, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw portError(requested, error)
  }
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** The error for a port that cannot be used. */
export function portError(port: number, cause: unknown): SetupError {
  const { code, message } = cause as NodeJS.ErrnoException
  const why =
    code === 'EADDRINUSE'
      ? `Port ${port} is in use by another program.`
      : `Port ${port} cannot be used here (${code ?? message}).`
  return new SetupError(`${why} Choose another: PORT=${port + 1} npm start`, { cause })
}
