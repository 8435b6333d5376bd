import { isIP } from 'node:net'
import { fail } from '@silla/errors'
import type { Principal } from '@silla/tenants'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Bucket, BucketState, Buckets } from '../limits/buckets.ts'
import { clientAddress, clientOf, type TrustedProxies } from '../limits/client-address.ts'
import type { LimitedKind } from '../limits/request-buckets.ts'
import {
  accountBuckets,
  failedKeyBucket,
  type RateLimitClient,
  type RequestWork,
  requestBuckets,
  visitorOf,
  workBuckets,
} from '../limits/request-buckets.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The kind of the route's requests, which has a separate rate limit (D27). */
    limit?: LimitedKind
  }
}

/**
 * Rate limits (D27). Each function takes tokens from buckets, sets the `RateLimit` headers and
 * throws RATE_LIMIT_EXCEEDED when a bucket has too few. It returns a promise only when the store is
 * asynchronous.
 */
export interface RateLimits {
  /** A request with a valid key, before anything else is done for it. */
  request(request: FastifyRequest, reply: FastifyReply, principal: Principal): void | Promise<void>
  /** Counts an unverified key as a failed attempt, before it is looked up. */
  takeKeyAttempt(request: FastifyRequest, reply: FastifyReply): void | Promise<void>
  /** Undoes that, once the key turns out to be valid. */
  returnKeyAttempt(request: FastifyRequest): void | Promise<void>
  /** The cost of a parsed request; QUERY_TOO_COMPLEX when no bucket could hold as many tokens. */
  work(request: FastifyRequest, reply: FastifyReply, work: RequestWork): void | Promise<void>
  /** The visitor's address; null when a salon's server does not send it. */
  clientAddress(request: FastifyRequest): string | null
  /** One more request for an account, from this client and from any. */
  account(
    request: FastifyRequest,
    reply: FastifyReply,
    kind: LimitedKind,
    account: string,
  ): void | Promise<void>
}

export function rateLimits(buckets: Buckets, trusted: TrustedProxies): RateLimits {
  return {
    request(request, reply, principal) {
      return take(
        reply,
        requestBuckets(clientOfRequest(request, principal), request.routeOptions.config.limit),
      )
    },
    takeKeyAttempt: (request, reply) => take(reply, [failedKeyBucket(addressOf(request))]),
    returnKeyAttempt: (request) => buckets.giveBack(failedKeyBucket(addressOf(request))),
    work(request, reply, work) {
      if (work.tokens <= 1 && work.kinds.size === 0) return
      return take(reply, workBuckets(clientOfRequest(request, request.principal), work))
    },
    clientAddress: (request) => visitorOf(clientOfRequest(request, request.principal)),
    account: (request, reply, kind, account) =>
      take(reply, accountBuckets(clientOfRequest(request, request.principal), kind, account)),
  }

  function take(reply: FastifyReply, wanted: Bucket[]): void | Promise<void> {
    const state = buckets.take(wanted)
    return state instanceof Promise
      ? state.then((resolved) => applyState(reply, wanted, resolved))
      : applyState(reply, wanted, state)
  }

  function clientOfRequest(request: FastifyRequest, principal: Principal): RateLimitClient {
    return {
      principal,
      client: addressOf(request),
      onBehalfOf: principal.kind === 'secret' ? visitorAddress(request) : null,
    }
  }

  function addressOf({ raw }: FastifyRequest): string {
    const forwardedFor = raw.headers['x-forwarded-for'] as string | undefined
    return clientOf(clientAddress(raw.socket.remoteAddress ?? '', forwardedFor, trusted))
  }
}

/** Rate limits that are disabled. */
export const noRateLimits: RateLimits = {
  request() {},
  takeKeyAttempt() {},
  returnKeyAttempt() {},
  work() {},
  clientAddress: () => null,
  account() {},
}

/** The visitor's address that a salon's server sends; an invalid one is ignored. */
function visitorAddress({ headers }: FastifyRequest): string | null {
  const value = headers['x-client-ip']
  return typeof value === 'string' && isIP(value) !== 0 ? clientOf(value) : null
}

function applyState(
  reply: FastifyReply,
  wanted: Bucket[],
  { bucket, left, fullInMilliseconds, waitMilliseconds }: BucketState,
): void {
  const headers = {
    'ratelimit-policy': wanted
      .map(({ name, perMinute }) => `"${name}";q=${perMinute};w=60`)
      .join(', '),
    ratelimit: `"${bucket.name}";r=${left};t=${Math.ceil(fullInMilliseconds / 1000)}`,
  }
  reply.headers(headers)
  if (waitMilliseconds > 0) {
    fail('RATE_LIMIT_EXCEEDED', {
      headers: { 'retry-after': String(Math.ceil(waitMilliseconds / 1000)) },
    })
  }
}
