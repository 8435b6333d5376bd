import type { HoldClient } from '@silla/core'
import type { FastifyRequest } from 'fastify'

/**
 * Whose holds are counted together (D36): those of the visitor's address. A salon's server that does
 * not send it has those of its key.
 */
export function holdClientOf(request: FastifyRequest): HoldClient {
  const address = request.clientAddress()
  if (address !== null) return { address }
  const { kind, keyId } = request.principal
  return kind === 'secret' ? { keyId } : null
}
