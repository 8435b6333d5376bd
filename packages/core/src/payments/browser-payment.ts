import type { Catalog } from '../catalog/catalog.ts'
import type { Processors } from '../ports/processor.ts'

/** What a browser needs to show the processor's payment form, before there is anything to pay. */
export interface BrowserPayment {
  publishableKey: string
  account: string
  scriptUrl: string
}

/**
 * How a salon's customers pay in the browser; null when nothing can be paid online: the salon does
 * not accept it, has no account that can charge (D14), or the platform has no credentials for the
 * account.
 */
export function browserPayment(
  { paymentAccount }: Pick<Catalog, 'paymentAccount'>,
  processors: Processors,
): BrowserPayment | null {
  if (paymentAccount === null) return null
  const processor = processors(paymentAccount.livemode ? 'live' : 'test')
  if (processor === null) return null
  const { publishableKey, scriptUrl } = processor
  return { publishableKey, account: paymentAccount.accountRef, scriptUrl }
}
