import { isIP } from 'node:net'
import { fail } from '@silla/errors'
import type { Principal } from '@silla/tenants'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Bucket, BucketState, Buckets } from '../limits/buckets.ts'
import { clientAddress, clientOf, type TrustedProxies } from '../limits/client-address.ts'
import type { LimitedKind } from '../limits/request-buckets.ts'
import {
  accountBucket,
  failedKeyBucket,
  type RateLimitClient,
  type RequestWork,
  requestBuckets,
  workBuckets,
} from '../limits/request-buckets.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Counts requests to this route by themselves too (D27). */
    limit?: LimitedKind
  }
}

/**
 * How often one may ask (D27). Each of these takes from buckets, tells in headers how much is left,
 * and throws RATE_LIMIT_EXCEEDED when nothing is; without a promise where the answer is known at
 * once.
 */
export interface RateLimits {
  /** A key that is remembered, and its request: before anything is read for it. */
  request(request: FastifyRequest, reply: FastifyReply, principal: Principal): void | Promise<void>
  /** A key that is wrong, or may be: before it is looked up. */
  unverifiedKey(request: FastifyRequest, reply: FastifyReply): void | Promise<void>
  /** It was right after all. */
  verifiedKey(request: FastifyRequest): void | Promise<void>
  /**
   * All that a request turned out to hold, once it was read; QUERY_TOO_COMPLEX where a bucket could
   * never hold as much.
   */
  work(request: FastifyRequest, reply: FastifyReply, work: RequestWork): void | Promise<void>
  /** Where a visitor asks from, as one client; null for a salon's server that does not say. */
  clientAddress(request: FastifyRequest): string | null
  /** One more for an account, whoever asks for it from wherever. */
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
        requestBuckets(rateLimitClient(request, principal), request.routeOptions.config.limit),
      )
    },
    unverifiedKey: (request, reply) => take(reply, [failedKeyBucket(connectionClient(request))]),
    verifiedKey: (request) => buckets.giveBack(failedKeyBucket(connectionClient(request))),
    work(request, reply, work) {
      if (work.tokens <= 1 && work.kinds.size === 0) return
      return take(reply, workBuckets(rateLimitClient(request, request.principal), work))
    },
    clientAddress: (request) =>
      request.principal.kind === 'secret' ? clientIp(request) : connectionClient(request),
    account: (request, reply, kind, account) =>
      take(reply, [accountBucket(request.principal, kind, account)]),
  }

  function take(reply: FastifyReply, wanted: Bucket[]): void | Promise<void> {
    const status = buckets.take(wanted)
    return status instanceof Promise
      ? status.then((known) => setHeaders(reply, wanted, known))
      : setHeaders(reply, wanted, status)
  }

  function rateLimitClient(request: FastifyRequest, principal: Principal): RateLimitClient {
    return {
      principal,
      client: connectionClient(request),
      onBehalfOf: principal.kind === 'secret' ? clientIp(request) : null,
    }
  }

  function connectionClient({ raw }: FastifyRequest): string {
    const forwardedFor = raw.headers['x-forwarded-for'] as string | undefined
    return clientOf(clientAddress(raw.socket.remoteAddress ?? '', forwardedFor, trusted))
  }
}

/** Nobody counts. */
export const noRateLimits: RateLimits = {
  request() {},
  unverifiedKey() {},
  verifiedKey() {},
  work() {},
  clientAddress: () => null,
  account() {},
}

/** What a salon's own server says of its visitor; nonsense is as good as nothing. */
function clientIp({ headers }: FastifyRequest): string | null {
  const given = headers['x-client-ip']
  return typeof given === 'string' && isIP(given) !== 0 ? clientOf(given) : null
}

function setHeaders(
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
