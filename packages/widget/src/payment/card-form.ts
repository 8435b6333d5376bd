import type {
  Stripe,
  StripeElementLocale,
  StripeElements,
  StripeElementsOptionsMode,
  StripeError,
} from '@stripe/stripe-js'
import { appearanceOf } from './appearance.ts'
import { offerWallets } from './express-checkout.ts'
import {
  loadProcessor,
  loadTimeoutMilliseconds,
  type ProcessorAccount,
  ProcessorBlocked,
} from './load-processor.ts'

/**
 * The processor's form for a card or a wallet. The processor refuses to work inside a shadow tree:
 * the form is a child of the element itself, in its slot `payment`.
 */
export class CardForm {
  readonly #owner: HTMLElement
  readonly #place = document.createElement('div')
  #stripe: Stripe | null = null
  #elements: StripeElements | null = null

  constructor(owner: HTMLElement) {
    this.#owner = owner
    this.#place.slot = 'payment'
  }

  /**
   * Resolves when the form can be filled in.
   *
   * @param payWithWallet pays with the wallet that was chosen; whether that succeeded
   * @throws ProcessorBlocked
   */
  async open(
    account: ProcessorAccount,
    options: StripeElementsOptionsMode,
    locale: StripeElementLocale,
    payWithWallet: () => Promise<boolean>,
  ): Promise<void> {
    this.#stripe = await loadProcessor(account, locale)
    this.#elements = this.#stripe.elements({ ...options, appearance: appearanceOf(this.#owner) })
    const form = this.#elements.create('payment', {
      layout: 'tabs',
      wallets: { applePay: 'never', googlePay: 'never' },
    })
    const place = document.createElement('div')
    this.#place.replaceChildren(place)
    this.#owner.append(this.#place)
    if (options.mode === 'payment') offerWallets(this.#elements, this.#place, payWithWallet)
    await new Promise<void>((resolve, reject) => {
      const fail = () => reject(new ProcessorBlocked('form'))
      const timer = setTimeout(fail, loadTimeoutMilliseconds)
      form.on('ready', () => {
        clearTimeout(timer)
        resolve()
      })
      form.on('loaderror', fail)
      form.mount(place)
    })
  }

  /** Checks what was filled in; the form itself shows what is wrong. */
  async validate(): Promise<StripeError | null> {
    return (await this.#elements?.submit())?.error ?? null
  }

  /**
   * Pays an intent, or saves the card of one, with the bank's authentication where it requires one.
   *
   * @returns why that was not done; null when it was, or is being processed
   */
  async confirm(
    method: 'confirmPayment' | 'confirmSetup',
    clientSecret: string,
    returnUrl: string,
  ): Promise<StripeError | null> {
    if (!this.#stripe || !this.#elements) throw new ProcessorBlocked('form')
    const { error } = await this.#stripe[method]({
      elements: this.#elements,
      clientSecret,
      confirmParams: { return_url: returnUrl },
      redirect: 'if_required',
    })
    return error && !hasSucceeded(error) ? error : null
  }

  close(): void {
    this.#elements?.getElement('payment')?.destroy()
    this.#elements?.getElement('expressCheckout')?.destroy()
    this.#elements = null
    this.#place.remove()
  }
}

/** Whether the processor's script or form could not be loaded. */
export const isBlocked = (error: unknown): boolean => error instanceof ProcessorBlocked

/** Confirming an intent again that was confirmed in another tab is an error of the processor. */
const hasSucceeded = ({ payment_intent, setup_intent }: StripeError): boolean =>
  /^(succeeded|processing)$/.test((payment_intent ?? setup_intent)?.status ?? '')
