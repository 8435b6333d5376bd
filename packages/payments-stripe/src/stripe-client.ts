import { ProcessorError, type TimeBudget } from '@silla/core'
import type { Stripe } from 'stripe'
import { toProcessorError } from './to-processor-error.ts'

/**
 * What the processor understands and what its events are written in; the library brings the types
 * of exactly this one. A new version is a decision: the webhook endpoint is pinned to it too.
 */
export const apiVersion = '2026-10-28.endive'

/** Asks the processor one question, within its budget. */
export type StripeClient = <T>(
  how: How,
  question: (stripe: Stripe, options: Options) => Promise<T>,
) => Promise<T>

interface How {
  budget: TimeBudget
  /** Of whoever the question is about; the platform itself when left out. */
  account?: string
  /**
   * Under which asking again is harmless; ours, stored before it is used, because one of the
   * library's own is gone with the process.
   */
  key?: string
}

type Options = Stripe.RequestOptions

/** @param apiBase null: the processor's own address */
export function openStripeClient(secretKey: string, apiBase: URL | null): StripeClient {
  let loading: Promise<Stripe> | undefined
  return async ({ budget, account, key }, question) => {
    loading ??= load(secretKey, apiBase)
    const stripe = await loading
    const milliseconds = Math.ceil(budget.remainingMilliseconds())
    const requested = question(stripe, {
      timeout: milliseconds,
      ...(account !== undefined && { stripeAccount: account }),
      ...(key !== undefined && { idempotencyKey: key }),
    })
    return within(milliseconds, requested.then(refuseStrangers)).catch((error) => {
      throw toProcessorError(error)
    })
  }
}

/** It takes a while to load and most processes never ask. */
async function load(secretKey: string, apiBase: URL | null): Promise<Stripe> {
  const { Stripe } = await import('stripe')
  return new Stripe(secretKey, {
    apiVersion,
    telemetry: false,
    // who asks again is decided where the keys are stored; a closed connection is tried once more
    // all the same
    maxNetworkRetries: 0,
    ...(apiBase !== null && {
      protocol: apiBase.protocol === 'http:' ? ('http' as const) : ('https' as const),
      host: apiBase.hostname,
      port: apiBase.port || (apiBase.protocol === 'http:' ? '80' : '443'),
    }),
  })
}

/**
 * The library's own limit is one of silence, and begins anew when it tries again; this one is of
 * the whole question.
 */
async function within<T>(milliseconds: number, asked: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ProcessorError('unavailable', 'no answer in time')),
      milliseconds,
    )
  })
  try {
    return await Promise.race([asked, overdue])
  } finally {
    clearTimeout(timer)
    asked.catch(() => {})
  }
}

/** The library takes a failure that says no word of its own for an answer: a proxy's, in JSON. */
function refuseStrangers<T>(answer: T): T {
  const { lastResponse } = (answer ?? {}) as { lastResponse?: { statusCode?: number } }
  const status = lastResponse?.statusCode ?? 200
  if (status < 400) return answer
  throw new ProcessorError('unavailable', `not reached: ${status} from somebody else`)
}
