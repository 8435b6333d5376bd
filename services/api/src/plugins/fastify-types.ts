import type { Catalog, RequestContext } from '@silla/core'
import type { Language } from '@silla/errors'
import type { Principal } from '@silla/tenants'
import type { LimitedKind, RequestWork } from '../limits/request-buckets.ts'

/** The languages of a request. */
export interface RequestLanguages {
  /** Of catalogue texts (D7). */
  text: Language
  /** Of messages and day names (D2). */
  message: Language
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The owner of the API key. Set on every route under /api/v1 (plugins/tenant.ts). */
    principal: Principal
    /** The tenant and the identity of the caller; handlers pass it to use cases. */
    context: RequestContext
    languages: RequestLanguages
    /** Whether a write of this request has committed (plugins/commit-tracking.ts). */
    hasCommitted: boolean
    /** The visitor's address, as rate limits count it (D27); null when unknown or not counted. */
    clientAddress(): string | null
  }

  interface FastifyReply {
    /**
     * Counts a request for an account (D27), from this client and from any, before it is processed.
     * `account` identifies the account, such as an e-mail. Throws RATE_LIMIT_EXCEEDED.
     */
    limitAccount(kind: LimitedKind, account: string): void | Promise<void>
    /**
     * Counts the cost of a parsed request (D29), before it is processed. Throws QUERY_TOO_COMPLEX
     * and RATE_LIMIT_EXCEEDED.
     */
    limitWork(work: RequestWork): void | Promise<void>
    /**
     * Sends a cached response with an ETag. `build` returns its data, without the envelope; it runs
     * once for each key and version of the catalogue. The key names what the response depends on
     * besides the catalogue and the languages: the path, filters, the day. With `perAudience` the
     * response to the business itself differs from the one to everybody else (D34).
     */
    sendCached(
      key: readonly unknown[],
      build: (catalog: Catalog) => unknown,
      options?: { perAudience: boolean },
    ): Promise<FastifyReply>
  }
}
