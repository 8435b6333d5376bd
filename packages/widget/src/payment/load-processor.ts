import type { Wire } from '@silla/client'
import type { Stripe, StripeConstructor, StripeElementLocale } from '@stripe/stripe-js'

/** The salon's account at the payment processor, as its profile names it. */
export type ProcessorAccount = NonNullable<Wire['Negocio']['pagos']>

/**
 * The processor's script or form could not be loaded: no connection, a blocker of the browser, or a
 * policy of the page.
 */
export class ProcessorBlocked extends Error {}

/** How long the script, and then the form, may take to appear. */
export const loadTimeoutMilliseconds = 20_000

/** Loads the processor's library, once per page, for payments to this account. */
export async function loadProcessor(
  account: ProcessorAccount,
  locale: StripeElementLocale,
): Promise<Stripe> {
  const open = window.Stripe ?? (await loadScript(account.processor_script_url))
  return open(account.processor_publishable_key, {
    stripeAccount: account.processor_account_id,
    locale,
  })
}

let loading: Promise<StripeConstructor> | null = null

/** The processor requires that its script comes from its own server. */
function loadScript(url: string): Promise<StripeConstructor> {
  loading ??= new Promise<StripeConstructor>((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      // the next try loads it again
      loading = null
      script.remove()
      reject(new ProcessorBlocked(url))
    }
    const timer = setTimeout(fail, loadTimeoutMilliseconds)
    script.src = url
    script.onerror = fail
    script.onload = () => {
      clearTimeout(timer)
      if (window.Stripe) resolve(window.Stripe)
      else fail()
    }
    document.head.append(script)
  })
  return loading
}
