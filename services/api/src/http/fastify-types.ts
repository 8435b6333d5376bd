import type { RequestContext } from '@silla/core'
import type { Language } from '@silla/locale'
import type { Principal } from '@silla/tenants'

/** The languages of a request. */
export interface RequestLanguages {
  /** Of catalogue texts (D7). */
  text: Language
  /** Of messages and day names (D2). */
  message: Language
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The owner of the API key. Set on every route under /api/v1 (auth/tenant.ts). */
    principal: Principal
    /** The tenant and the identity of the caller; handlers pass it to use cases. */
    context: RequestContext
    languages: RequestLanguages
    /** Whether a write of this request has committed (http/commit-tracking.ts). */
    hasCommitted: boolean
    /** The visitor's address, as rate limits count it (D27); null when unknown or not counted. */
    clientAddress(): string | null
  }
}
