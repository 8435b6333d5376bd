import { readReturn } from './return-address.ts'

/** Takes the result of a payment out of the address. */
export function consumeReturnUrl(): string | null {
  const returned = readReturn(location.href)
  if (!returned) return null
  history.replaceState(history.state, '', returned.pageUrl)
  return returned.paymentIntentId
}
