import { defaultRates, type Rates, ratesOf } from '@silla/core'
import { fail } from '@silla/errors'
import type { Principal } from '@silla/tenants'
import type { Bucket } from './buckets.ts'
import type { LimitedKind } from './kinds.ts'

/** Who asks, as far as counting goes. */
export interface RateLimitClient {
  holder: Principal
  /** The address at the other end, as one client: limits/client-address.ts. */
  client: string
  /** Whose address a salon's own server says it asks for. */
  behalf: string | null
}

const failedKeysPerMinute = 60

/** Keys that are none, tried from one address; counted before any is looked up. */
export const failedKeyBucket = (client: string): Bucket => ({
  name: 'failed-keys',
  key: `{${client}}failed`,
  perMinute: failedKeysPerMinute,
})

/** All that one request takes from (D27). */
export function requestBuckets(asker: RateLimitClient, kind: LimitedKind | undefined): Bucket[] {
  const { holder, client } = asker
  const own = `{${holder.businessId}}`
  const rates = ratesFor(holder)
  const buckets =
    holder.kind === 'secret'
      ? [{ name: 'key', key: `${own}key:${holder.keyId}`, perMinute: rates.secret }]
      : [
          { name: 'address', key: `${own}all:${client}`, perMinute: rates.publishablePerAddress },
          { name: 'business', key: `${own}all`, perMinute: rates.publishable },
        ]
  if (kind !== undefined) buckets.push(kindBucket(asker, kind, own, rates))
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
export function workBuckets(asker: RateLimitClient, { tokens, kinds }: RequestWork): Bucket[] {
  const own = `{${asker.holder.businessId}}`
  const rates = ratesFor(asker.holder)
  const plain = requestBuckets(asker, undefined)
  const counted = [...kinds].map(([kind, times]) => ({
    ...kindBucket(asker, kind, own, rates),
    tokens: times,
  }))
  const tightest = Math.min(...plain.map(({ perMinute }) => perMinute))
  if (tokens > tightest || counted.some((bucket) => bucket.tokens > bucket.perMinute))
    fail('QUERY_TOO_COMPLEX')
  return [...plain.map((bucket) => ({ ...bucket, tokens: Math.max(tokens, 1) - 1 })), ...counted]
}

/**
 * A salon's server carries all its visitors: where it does not tell them apart, it is one asker
 * with more room.
 */
function kindBucket(
  { holder, client, behalf }: RateLimitClient,
  kind: LimitedKind,
  own: string,
  rates: Rates,
): Bucket {
  const name = nameOf[kind]
  if (holder.kind === 'publishable')
    return { name, key: `${own}${kind}:${client}`, perMinute: rates[kind] }
  if (behalf !== null) return { name, key: `${own}${kind}:${behalf}`, perMinute: rates[kind] }
  return {
    name,
    key: `${own}${kind}:key:${holder.keyId}`,
    perMinute: Math.max(rates.secretPerKind, rates[kind]),
  }
}

/**
 * What one account takes from, whoever asks; the account is whatever tells it apart, such as an
 * e-mail.
 */
export const accountBucket = (holder: Principal, kind: LimitedKind, account: string): Bucket => ({
  name: 'account',
  key: `{${holder.businessId}}${kind}:account:${account}`,
  perMinute: ratesFor(holder)[kind],
})

const nameOf: Record<LimitedKind, string> = {
  create: 'create',
  lookUp: 'look-up',
  intent: 'intent',
  auth: 'auth',
}

// The key ring hands out the same holder for a while.
const ratesOfHolder = new WeakMap<Principal, Rates>()

function ratesFor(holder: Principal): Rates {
  let rates = ratesOfHolder.get(holder)
  if (rates === undefined) {
    rates = isEmpty(holder.rates) ? defaultRates : ratesOf(holder.rates)
    ratesOfHolder.set(holder, rates)
  }
  return rates
}

const isEmpty = (rates: object): boolean => Object.keys(rates).length === 0
