import { ProcessorError, type TimeBudget } from '@silla/core'
import type { Stripe } from 'stripe'
import { toProcessorError } from './to-processor-error.ts'

/**
 * The API version of requests and events, and of the library's types. Changing it is a decision:
 * the webhook endpoint is pinned to it too.
 */
export const apiVersion = '2026-10-28.endive'

/** Sends one request to Stripe, within its time budget. */
export type StripeClient = <T>(
  target: Target,
  request: (stripe: Stripe, options: Options) => Promise<T>,
) => Promise<T>

/** What a request concerns, and how long it may take. */
export interface Target {
  budget: TimeBudget
  /** The connected account; absent: the platform itself. */
  account?: string
  /**
   * The idempotency key, stored before its first use. A key that the library generates would be
   * lost with the process.
   */
  key?: string
}

type Options = Stripe.RequestOptions

/** @param apiBase null: Stripe's own URL */
export function openStripeClient(secretKey: string, apiBase: URL | null): StripeClient {
  let loading: Promise<Stripe> | undefined
  return async ({ budget, account, key }, request) => {
    loading ??= load(secretKey, apiBase)
    const stripe = await loading
    const milliseconds = Math.ceil(budget.remainingMilliseconds())
    const response = request(stripe, {
      timeout: milliseconds,
      ...(account !== undefined && { stripeAccount: account }),
      ...(key !== undefined && { idempotencyKey: key }),
    })
    return withTimeout(milliseconds, response.then(rejectProxyErrors)).catch((error) => {
      throw toProcessorError(error)
    })
  }
}

/** Imported on first use: loading takes a while, and most processes never call Stripe. */
async function load(secretKey: string, apiBase: URL | null): Promise<Stripe> {
  const { Stripe } = await import('stripe')
  return new Stripe(secretKey, {
    apiVersion,
    httpClient: acceptOnlyObjects(Stripe.createNodeHttpClient()),
    telemetry: false,
    // the callers retry, since they store the idempotency keys; the library still retries a closed
    // connection once
    maxNetworkRetries: 0,
    ...(apiBase !== null && {
      protocol: apiBase.protocol === 'http:' ? ('http' as const) : ('https' as const),
      host: apiBase.hostname,
      port: apiBase.port || (apiBase.protocol === 'http:' ? '80' : '443'),
    }),
  })
}

/**
 * Rejects a response whose JSON is no object, as it does one that is no JSON. The library itself
 * would fail on a number or a text outside of the promise that it returned, and the exception would
 * end the process.
 */
const acceptOnlyObjects = (client: HttpClient): HttpClient => ({
  getClientName: () => client.getClientName(),
  async makeRequest(...args) {
    const response = await client.makeRequest(...args)
    const toJSON = response.toJSON.bind(response)
    response.toJSON = async () => {
      const body: unknown = await toJSON()
      if (typeof body === 'object' && body !== null) return body
      throw new Error('the response is no JSON object')
    }
    return response
  },
})

type HttpClient = NonNullable<Stripe.StripeConfig['httpClient']>

/**
 * Limits the whole request. The library's own timeout limits each silence of the connection, and
 * starts again with each of its retries.
 */
async function withTimeout<T>(milliseconds: number, response: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ProcessorError('unavailable', 'no response in time')),
      milliseconds,
    )
  })
  try {
    return await Promise.race([response, timeout])
  } finally {
    clearTimeout(timer)
    response.catch(() => {})
  }
}

/** The library treats an error without Stripe's error object as a success: a proxy's, in JSON. */
function rejectProxyErrors<T>(response: T): T {
  const { lastResponse } = (response ?? {}) as { lastResponse?: { statusCode?: number } }
  const status = lastResponse?.statusCode ?? 200
  if (status < 400) return response
  throw new ProcessorError('unavailable', `unreachable: ${status} from a proxy`)
}
