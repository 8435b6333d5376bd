import { defaultRates, type Rates, ratesOf } from '@silla/core'
import { fail } from '@silla/errors'
import type { Principal } from '@silla/tenants'
import type { Bucket } from './buckets.ts'

/** Who asks, as far as counting goes. */
export interface RateLimitClient {
  principal: Principal
  /** The address at the other end, as one client: limits/client-address.ts. */
  client: string
  /** Whose address a salon's own server says it asks for. */
  onBehalfOf: string | null
}

const failedKeysPerMinute = 60

/** Keys that are none, tried from one address; counted before any is looked up. */
export const failedKeyBucket = (client: string): Bucket => ({
  name: 'failed-keys',
  key: `{${client}}failed`,
  perMinute: failedKeysPerMinute,
})

/** All that one request takes from (D27). */
export function requestBuckets(caller: RateLimitClient, kind: LimitedKind | undefined): Bucket[] {
  const { principal, client } = caller
  const own = `{${principal.businessId}}`
  const rates = ratesFor(principal)
  const buckets =
    principal.kind === 'secret'
      ? [{ name: 'key', key: `${own}key:${principal.keyId}`, perMinute: rates.secret }]
      : [
          { name: 'address', key: `${own}all:${client}`, perMinute: rates.publishablePerAddress },
          { name: 'business', key: `${own}all`, perMinute: rates.publishable },
        ]
  if (kind !== undefined) buckets.push(kindBucket(caller, kind, own, rates))
  return buckets
}

/** What a request turned out to be worth, where it can be more than one. */
export interface RequestWork {
  /** How many plain requests it stands for, itself included. */
  tokens: number
  /** How many of each kind it holds. */
  kinds: ReadonlyMap<LimitedKind, number>
}

/**
 * What such a request takes from, beyond the one token that it has taken already.
 *
 * @throws Refusal QUERY_TOO_COMPLEX where waiting would not help: a bucket never holds as much
 */
export function workBuckets(caller: RateLimitClient, { tokens, kinds }: RequestWork): Bucket[] {
  const own = `{${caller.principal.businessId}}`
  const rates = ratesFor(caller.principal)
  const plain = requestBuckets(caller, undefined)
  const counted = [...kinds].map(([kind, times]) => ({
    ...kindBucket(caller, kind, own, rates),
    tokens: times,
  }))
  const tightest = Math.min(...plain.map(({ perMinute }) => perMinute))
  if (tokens > tightest || counted.some((bucket) => bucket.tokens > bucket.perMinute))
    fail('QUERY_TOO_COMPLEX')
  return [...plain.map((bucket) => ({ ...bucket, tokens: Math.max(tokens, 1) - 1 })), ...counted]
}

/**
 * A salon's server carries all its visitors: where it does not tell them apart, it is one caller
 * with more room.
 */
function kindBucket(
  { principal, client, onBehalfOf }: RateLimitClient,
  kind: LimitedKind,
  own: string,
  rates: Rates,
): Bucket {
  const name = nameOf[kind]
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
 * What one account takes from, whoever asks; the account is whatever tells it apart, such as an
 * e-mail.
 */
export const accountBucket = (
  principal: Principal,
  kind: LimitedKind,
  account: string,
): Bucket => ({
  name: 'account',
  key: `{${principal.businessId}}${kind}:account:${account}`,
  perMinute: ratesFor(principal)[kind],
})

const nameOf: Record<LimitedKind, string> = {
  create: 'create',
  lookUp: 'look-up',
  intent: 'intent',
  auth: 'auth',
}

// The key ring hands out the same principal for a while.
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

/** What is counted by itself, beside the count of all requests: see the rates of the same names. */
export type LimitedKind = 'create' | 'lookUp' | 'intent' | 'auth'
