import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { fail } from '@silla/errors'
import type { Principal } from '@silla/tenants'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Bucket, BucketState, Buckets } from './buckets.ts'
import { clientAddress, clientOf, type TrustedProxies } from './client-address.ts'
import type { RefusalPace } from './refusal-pace.ts'
import type { LimitedKind } from './request-buckets.ts'
import {
  accountBuckets,
  type BucketSet,
  bucketSet,
  calendarBucket,
  deskBucket,
  failedKeyBucket,
  pageBucket,
  pinBuckets,
  type RateLimitClient,
  type RequestWork,
  requestBuckets,
  staffSignInBucket,
  type TriedPin,
  visitorOf,
  workBuckets,
} from './request-buckets.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The kind of the route's requests, which has a separate rate limit (D27). */
    limit?: LimitedKind
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
  }
}

/** The outcome of taking tokens from buckets. */
export interface Admission {
  /** The values of the `RateLimit` headers. */
  policy: string
  state: string
  /** Time until the buckets have enough tokens; 0: they had, and the tokens are taken. */
  waitMilliseconds: number
}

/**
 * Rate limits (D27). Each function that has a reply takes tokens from buckets, sets the `RateLimit`
 * headers and throws RATE_LIMIT_EXCEEDED when a bucket has too few, after a while when many requests
 * are refused (limits/refusal-pace.ts). It returns a promise then, and when the store is asynchronous.
 */
export interface RateLimits {
  /** Takes the tokens of a request with a valid key; null: rate limits are disabled. */
  admit(
    request: IncomingMessage,
    principal: Principal,
    kind: LimitedKind | undefined,
  ): Admission | Promise<Admission> | null
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
  /** A request for a page, before it is known whose page it is. */
  page(request: FastifyRequest, reply: FastifyReply): void | Promise<void>
  /** A request for a calendar, before its token is looked up. */
  calendar(request: FastifyRequest, reply: FastifyReply): void | Promise<void>
  /** A request that signs a member of staff in, by its address. */
  staffSignIn(request: FastifyRequest, reply: FastifyReply): void | Promise<void>
  /** A request of a device that a salon shares, by its address, before its token is looked up. */
  desk(request: FastifyRequest, reply: FastifyReply): void | Promise<void>
  /** A PIN that is tried there (D64), before it is hashed. */
  pin(reply: FastifyReply, tried: TriedPin): void | Promise<void>
  /** The address of a client that has no key; null: addresses are not counted. */
  address(request: FastifyRequest): string | null
  /** One more request for an account, from this client and from any. */
  account(
    request: FastifyRequest,
    reply: FastifyReply,
    kind: LimitedKind,
    account: string,
  ): void | Promise<void>
}

export function rateLimits(
  buckets: Buckets,
  trusted: TrustedProxies,
  pace: RefusalPace,
): RateLimits {
  const admit: RateLimits['admit'] = (request, principal, kind) =>
    admission(requestBuckets(clientOfRequest(request, principal), kind))

  return {
    admit,
    request: (request, reply, principal) =>
      apply(reply, admit(request.raw, principal, request.routeOptions.config.limit)),
    takeKeyAttempt: (request, reply) => take(reply, [failedKeyBucket(addressOf(request.raw))]),
    returnKeyAttempt: (request) => buckets.giveBack(failedKeyBucket(addressOf(request.raw))),
    page: (request, reply) => take(reply, [pageBucket(addressOf(request.raw))]),
    calendar: (request, reply) => take(reply, [calendarBucket(addressOf(request.raw))]),
    staffSignIn: (request, reply) => take(reply, [staffSignInBucket(addressOf(request.raw))]),
    desk: (request, reply) => take(reply, [deskBucket(addressOf(request.raw))]),
    pin: (reply, tried) => take(reply, pinBuckets(tried)),
    address: (request) => addressOf(request.raw),
    work(request, reply, work) {
      if (work.tokens <= 1 && work.kinds.size === 0) return
      return take(reply, workBuckets(clientOfRequest(request.raw, request.principal), work))
    },
    clientAddress: (request) => visitorOf(clientOfRequest(request.raw, request.principal)),
    account: (request, reply, kind, account) =>
      take(reply, accountBuckets(clientOfRequest(request.raw, request.principal), kind, account)),
  }

  function take(reply: FastifyReply, wanted: readonly Bucket[]): void | Promise<void> {
    return apply(reply, admission(bucketSet(wanted)))
  }

  function apply(
    reply: FastifyReply,
    admission: Admission | Promise<Admission> | null,
  ): void | Promise<void> {
    if (admission === null) return
    return admission instanceof Promise
      ? admission.then((resolved) => applyNow(reply, resolved))
      : applyNow(reply, admission)
  }

  function applyNow(
    reply: FastifyReply,
    { policy, state, waitMilliseconds }: Admission,
  ): void | Promise<void> {
    reply.header('ratelimit-policy', policy).header('ratelimit', state)
    if (waitMilliseconds === 0) return
    const refuse = () =>
      fail('RATE_LIMIT_EXCEEDED', {
        headers: { 'retry-after': String(Math.ceil(waitMilliseconds / 1000)) },
      })
    const pending = pace.wait(reply.request.principal?.businessId ?? '')
    return pending === undefined ? refuse() : pending.then(refuse)
  }

  function admission(wanted: BucketSet): Admission | Promise<Admission> {
    const state = buckets.take(wanted.buckets)
    return state instanceof Promise
      ? state.then((resolved) => toAdmission(wanted, resolved))
      : toAdmission(wanted, state)
  }

  function clientOfRequest(request: IncomingMessage, principal: Principal): RateLimitClient {
    return {
      principal,
      client: addressOf(request),
      onBehalfOf: principal.kind === 'secret' ? visitorAddress(request) : null,
    }
  }

  function addressOf({ headers, socket }: IncomingMessage): string {
    const forwardedFor = headers['x-forwarded-for'] as string | undefined
    return clientOf(clientAddress(socket.remoteAddress ?? '', forwardedFor, trusted))
  }
}

/** Rate limits that are disabled. */
export const noRateLimits: RateLimits = {
  admit: () => null,
  request() {},
  takeKeyAttempt() {},
  returnKeyAttempt() {},
  page() {},
  calendar() {},
  staffSignIn() {},
  desk() {},
  pin() {},
  address: () => null,
  work() {},
  clientAddress: () => null,
  account() {},
}

/** The visitor's address that a salon's server sends; an invalid one is ignored. */
function visitorAddress({ headers }: IncomingMessage): string | null {
  const value = headers['x-client-ip']
  return typeof value === 'string' && isIP(value) !== 0 ? clientOf(value) : null
}

function toAdmission(
  { policy }: BucketSet,
  { bucket, left, fullInMilliseconds, waitMilliseconds }: BucketState,
): Admission {
  return {
    policy,
    state: `"${bucket.name}";r=${left};t=${Math.ceil(fullInMilliseconds / 1000)}`,
    waitMilliseconds,
  }
}
