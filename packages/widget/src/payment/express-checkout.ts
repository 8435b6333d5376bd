import type { StripeElements } from '@stripe/stripe-js'

/**
 * Shows the buttons of Apple Pay and Google Pay above the processor's form, where the browser has one of them
 * and the domain of the page is registered (D52); otherwise nothing. The form below offers no wallets.
 *
 * @param pay pays what is due; whether that succeeded
 */
export function offerWallets(
  elements: StripeElements,
  form: HTMLElement,
  pay: () => Promise<boolean>,
): void {
  const buttons = document.createElement('div')
  form.prepend(buttons)
  const wallets = elements.create('expressCheckout', {
    buttonHeight: 48,
    paymentMethods: { amazonPay: 'never', klarna: 'never', link: 'never', paypal: 'never' },
  })
  wallets.on('ready', ({ availablePaymentMethods }) => {
    if (availablePaymentMethods) buttons.style.marginBlockEnd = '16px'
  })
  wallets.on('confirm', async ({ paymentFailed }) => {
    if (!(await pay())) paymentFailed({ reason: 'fail' })
  })
  wallets.mount(buttons)
}
