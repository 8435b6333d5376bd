import type { Catalog, RequestContext } from '@silla/core'
import type { Language } from '@silla/errors'
import type { Principal } from '@silla/tenants'
import type { LimitedKind, RequestWork } from '../limits/request-buckets.ts'

/**
 * The two languages of a request: of the catalogue's texts (D7) and of sentences and day names
 * (D2).
 */
export interface RequestLanguages {
  text: Language
  message: Language
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose key came along. Set on every route under /api/v1 (plugins/tenant.ts). */
    principal: Principal
    /** On whose behalf the use cases run; the only thing a handler hands to the core. */
    context: RequestContext
    languages: RequestLanguages
    /**
     * The address a visitor asks from, as limits count it (D27); null where nobody knows or counts.
     */
    clientAddress(): string | null
  }

  interface FastifyReply {
    /**
     * Counts one more request of a kind for an account (D27), whoever asks from wherever; before
     * anything is done for it. `account` is whatever tells accounts apart, such as an e-mail.
     * Throws RATE_LIMIT_EXCEEDED.
     */
    limitAccount(kind: LimitedKind, account: string): void | Promise<void>
    /**
     * Counts what the request turned out to hold (D29), before anything is done. Throws
     * QUERY_TOO_COMPLEX, RATE_LIMIT_EXCEEDED.
     */
    limitWork(work: RequestWork): void | Promise<void>
    /**
     * Answers a catalogue read from ready bytes, under an ETag: `build` runs once for each key and
     * catalogue version. It gets the catalogue the answer will be kept under, and returns the data
     * without the envelope. The key names everything else the answer depends on: path, filters,
     * language, day.
     */
    sendCached(key: readonly unknown[], build: (catalog: Catalog) => unknown): Promise<FastifyReply>
  }
}
