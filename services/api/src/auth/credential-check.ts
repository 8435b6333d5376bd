import type { StaffSessions, SupportSessions } from '@silla/core'
import { type ApiKeyCache, assertServed, type Principal } from '@silla/tenants'
import type { FastifyRequest } from 'fastify'
import { supportTokenOf } from '../staff/session-credential.ts'

/**
 * Checks again whether the credential of a request is valid, for a response that lasts longer than a
 * credential may. It keeps nothing else of the request, and is not a use of a session.
 *
 * @returns the check, which returns the present rights, or throws as the request would be refused
 */
export type CredentialCheck = (request: FastifyRequest) => () => Promise<Principal>

export function openCredentialCheck({
  apiKeys,
  staffSessions,
  supportSessions,
}: {
  apiKeys: ApiKeyCache
  staffSessions: StaffSessions
  supportSessions: SupportSessions
}): CredentialCheck {
  return (request) => {
    const resolve = resolverOf(request)
    return async () => {
      const principal = await resolve()
      assertServed(principal.status)
      return principal
    }
  }

  function resolverOf(request: FastifyRequest): () => Promise<Principal> {
    const { sessionToken: token } = request
    if (token === null) {
      const key = request.headers['x-api-key'] as string | undefined
      return () => apiKeys.resolve(key)
    }
    return supportTokenOf(request) === null
      ? () => staffSessions.check(token)
      : () => supportSessions.resolve(token)
  }
}
