import { defaultRates, type Rates, ratesOf } from '@silla/core'
import { fail } from '@silla/errors'
import type { Principal } from '@silla/tenants'
import type { Bucket } from './buckets.ts'

/** The client of a request, as rate limits count it. */
export interface RateLimitClient {
  principal: Principal
  /** Its address (limits/client-address.ts). */
  client: string
  /** The address of the visitor that a salon's own server acts for. */
  onBehalfOf: string | null
}

const failedKeysPerMinute = 60
const pagesPerMinute = 120
const calendarsPerMinute = 60
const signInsPerMinute = 30
const desksPerMinute = 120
const pinsPerMinute = { person: 20, device: 30, business: 120 }

/** The buckets that one request takes from. */
export interface BucketSet {
  buckets: readonly Bucket[]
  /** The value of its `RateLimit-Policy` header. */
  policy: string
}

export const bucketSet = (buckets: readonly Bucket[]): BucketSet => ({
  buckets,
  policy: buckets.map(({ name, perMinute }) => `"${name}";q=${perMinute};w=60`).join(', '),
})

/** Unverified keys from one address, counted before a key is looked up. */
export const failedKeyBucket = (client: string): Bucket => ({
  name: 'failed-keys',
  key: `{${client}}failed`,
  perMinute: failedKeysPerMinute,
})

/** Pages of all salons opened from one address. */
export const pageBucket = (client: string): Bucket => ({
  name: 'pages',
  key: `{${client}}pages`,
  perMinute: pagesPerMinute,
})

/** Calendars read from one address, with whatever tokens (D43). */
export const calendarBucket = (client: string): Bucket => ({
  name: 'calendars',
  key: `{${client}}calendars`,
  perMinute: calendarsPerMinute,
})

/** Requests of staff who are not signed in yet, from one address (D61). */
export const staffSignInBucket = (client: string): Bucket => ({
  name: 'sign-in',
  key: `{${client}}staff`,
  perMinute: signInsPerMinute,
})

/** Requests of shared devices at one address, with whatever tokens (D64). */
export const deskBucket = (client: string): Bucket => ({
  name: 'desk',
  key: `{${client}}desk`,
  perMinute: desksPerMinute,
})

/** Whose PIN is tried, and where. */
export interface TriedPin {
  businessId: string
  deviceId: number
  staffId: number
}

/**
 * PINs that are tried (D64). Each costs a hash, which customers of other salons wait for too: a salon gets
 * two a second.
 */
export const pinBuckets = ({ businessId, deviceId, staffId }: TriedPin): Bucket[] => [
  {
    name: 'pin-person',
    key: `{${businessId}}pin:person:${staffId}`,
    perMinute: pinsPerMinute.person,
  },
  {
    name: 'pin-device',
    key: `{${businessId}}pin:device:${deviceId}`,
    perMinute: pinsPerMinute.device,
  },
  { name: 'pin-business', key: `{${businessId}}pin`, perMinute: pinsPerMinute.business },
]

/** The buckets that a request takes a token from (D27). */
export function requestBuckets(caller: RateLimitClient, kind: LimitedKind | undefined): BucketSet {
  const { principal } = caller
  const common = commonBuckets(caller)
  if (kind === undefined) return common
  const own = kindBucket(caller, kind, `{${principal.businessId}}`, ratesFor(principal))
  return bucketSet([...common.buckets, own])
}

// The API key cache returns the same principal object for a while: one second.
const bucketsByClient = new WeakMap<Principal, Map<string, BucketSet>>()

/** The buckets of every request of a client: created once, while its key is cached. */
function commonBuckets({ principal, client }: RateLimitClient): BucketSet {
  let clients = bucketsByClient.get(principal)
  if (clients === undefined) {
    clients = new Map()
    bucketsByClient.set(principal, clients)
  }
  let buckets = clients.get(client)
  if (buckets === undefined) {
    buckets = bucketSet(createCommonBuckets(principal, client))
    clients.set(client, buckets)
  }
  return buckets
}

function createCommonBuckets(principal: Principal, client: string): Bucket[] {
  const own = `{${principal.businessId}}`
  const rates = ratesFor(principal)
  switch (principal.kind) {
    case 'secret':
      return [{ name: 'key', key: `${own}key:${principal.keyId}`, perMinute: rates.secret }]
    case 'staff':
      return [
        { name: 'person', key: `${own}${principal.keyId}`, perMinute: rates.secret },
        { name: 'business', key: `${own}staff`, perMinute: rates.publishable },
      ]
    case 'support':
      return [{ name: 'person', key: `${own}${principal.keyId}`, perMinute: rates.secret }]
    case 'publishable':
      return [
        {
          name: 'address',
          key: `${own}all:${client}`,
          perMinute: rates.publishablePerAddress,
        },
        { name: 'business', key: `${own}all`, perMinute: rates.publishable },
      ]
  }
}

/** The cost of a request that can stand for several. */
export interface RequestWork {
  /** How many simple requests it stands for, itself included. */
  tokens: number
  /** How many requests of each kind it contains. */
  kinds: ReadonlyMap<LimitedKind, number>
}

/**
 * The buckets that such a request takes from, in addition to the token it has already taken.
 *
 * @throws Refusal QUERY_TOO_COMPLEX when a bucket could never hold that many tokens
 */
export function workBuckets(caller: RateLimitClient, { tokens, kinds }: RequestWork): Bucket[] {
  const own = `{${caller.principal.businessId}}`
  const rates = ratesFor(caller.principal)
  const base = commonBuckets(caller).buckets
  const counted = [...kinds].map(([kind, times]) => ({
    ...kindBucket(caller, kind, own, rates),
    tokens: times,
  }))
  const smallest = Math.min(...base.map(({ perMinute }) => perMinute))
  if (tokens > smallest || counted.some((bucket) => bucket.tokens > bucket.perMinute))
    fail('QUERY_TOO_COMPLEX')
  return [...base.map((bucket) => ({ ...bucket, tokens: Math.max(tokens, 1) - 1 })), ...counted]
}

/**
 * A salon's server sends the requests of all its visitors. When it does not identify them, it
 * counts as one client with a higher limit.
 */
function kindBucket(
  { principal, client, onBehalfOf }: RateLimitClient,
  kind: LimitedKind,
  own: string,
  rates: Rates,
): Bucket {
  const name = nameOf[kind]
  // only the salon itself does this, and its receiver gets all of it
  if (kind === 'webhookTest') return { name, key: `${own}${kind}`, perMinute: rates[kind] }
  if (principal.kind === 'publishable')
    return { name, key: `${own}${kind}:${client}`, perMinute: rates[kind] }
  if (onBehalfOf !== null)
    return { name, key: `${own}${kind}:${onBehalfOf}`, perMinute: rates[kind] }
  return {
    name,
    key: `${own}${kind}:key:${principal.keyId}`,
    perMinute: Math.max(rates.secretPerKind, rates[kind]),
  }
}

/**
 * The buckets of one account, such as an e-mail: one for all clients, and one of half its size for
 * this client's address, so that a single client cannot use up the first.
 */
export function accountBuckets(
  caller: RateLimitClient,
  kind: LimitedKind,
  account: string,
): Bucket[] {
  const { principal } = caller
  const perMinute = ratesFor(principal)[kind]
  const key = `{${principal.businessId}}${kind}:account:${account}`
  const all = { name: 'account', key, perMinute }
  const address = visitorOf(caller)
  if (address === null) return [all]
  const half = Math.ceil(perMinute / 2)
  return [all, { name: 'account-address', key: `${key}:${address}`, perMinute: half }]
}

/** The visitor's address; null for a salon's server that does not send it, and for its staff. */
export const visitorOf = ({ principal, client, onBehalfOf }: RateLimitClient): string | null =>
  principal.kind === 'publishable' ? client : onBehalfOf

const nameOf: Record<LimitedKind, string> = {
  create: 'create',
  lookUp: 'look-up',
  intent: 'intent',
  auth: 'auth',
  webhookTest: 'webhook-test',
}

// The API key cache returns the same principal object for a while.
const ratesByPrincipal = new WeakMap<Principal, Rates>()

function ratesFor(principal: Principal): Rates {
  let rates = ratesByPrincipal.get(principal)
  if (rates === undefined) {
    rates = isEmpty(principal.rates) ? defaultRates : ratesOf(principal.rates)
    ratesByPrincipal.set(principal, rates)
  }
  return rates
}

const isEmpty = (rates: object): boolean => Object.keys(rates).length === 0

/** Kinds of requests with a separate rate limit; the rates have the same names. */
export type LimitedKind = 'create' | 'lookUp' | 'intent' | 'auth' | 'webhookTest'
