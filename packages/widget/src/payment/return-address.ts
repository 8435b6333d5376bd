/**
 * The processor returns from a bank's page with its result in the query. Its secret does not belong
 * into the history of the browser: `pageUrl` is the address without it.
 */
export interface Return {
  paymentIntentId: string
  pageUrl: string
}

/** What the address says about a payment; null when it says nothing. */
export function readReturn(address: string): Return | null {
  const paymentIntentId = new URL(address).searchParams.get('payment_intent')
  return paymentIntentId ? { paymentIntentId, pageUrl: withoutReturn(address) } : null
}

/** Where the processor returns to: the page, as it is. */
export function withoutReturn(address: string): string {
  const url = new URL(address)
  for (const name of parameters) url.searchParams.delete(name)
  return url.href
}

const parameters = [
  'payment_intent',
  'payment_intent_client_secret',
  'redirect_status',
  'source_redirect_slug',
]
