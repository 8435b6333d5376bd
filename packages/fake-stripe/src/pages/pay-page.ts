import { textOf } from '../http/params.ts'
import type { PaymentIntent } from '../shapes.ts'
import { missing, StripeApiError } from '../stripe-error.ts'
import type { PageRequest } from './page.ts'
import { escaped, sendPage } from './page.ts'

/**
 * The checkout page: `/pay/{client_secret}` takes a test card, and plays the bank's authentication
 * for cards that require it.
 */
export function payPage(request: PageRequest): void {
  const { state, id: clientSecret, response } = request
  const intent = state.collections.paymentIntents
    .all()
    .find((one) => one.client_secret === clientSecret)
  if (intent === undefined) throw missing('payment_intent', clientSecret, 'client_secret')
  const message = request.isPost ? submit(request, intent) : null
  sendPage(response, `Pay ${amountOf(intent)}`, `${alert(message)}${bodyOf(intent)}`)
}

/** @returns the error message for the customer; null when the payment goes on */
function submit({ fakeStripe, params }: PageRequest, intent: PaymentIntent): string | null {
  const bank = textOf(params, 'bank')
  try {
    if (bank === null) fakeStripe.pay(intent.id, textOf(params, 'card') ?? '')
    else fakeStripe.settle(intent.id, bank === 'yes')
  } catch (error) {
    if (!(error instanceof StripeApiError)) throw error
    return error.fields.message
  }
  return intent.last_payment_error?.message ?? null
}

const alert = (message: string | null) =>
  message === null ? '' : `<p class="bad" role="alert">${escaped(message)}</p>`

function bodyOf(intent: PaymentIntent): string {
  if (intent.status === 'succeeded') return '<p role="status">Paid. You can go back now.</p>'
  if (intent.status === 'canceled')
    return '<p role="status">This payment was cancelled; there is nothing to pay.</p>'
  if (intent.status === 'requires_payment_method') return cardForm
  const question =
    intent.status === 'processing'
      ? 'The payment is processing. Does it succeed?'
      : 'Your bank requires authentication. Approve this payment?'
  return `<form method="post"><p>${question}</p>
<button name="bank" value="yes">Yes</button><button name="bank" value="no">No</button></form>`
}

const cardForm = `<form method="post">
<label>Card number <input name="card" inputmode="numeric" autocomplete="off" value="4242 4242 4242 4242" required></label>
<button>Pay</button></form>
<form method="post"><p>Or another test card:</p>
<button name="card" value="4000000000000002">4000 0000 0000 0002: declined</button>
<button name="card" value="4000000000009995">4000 0000 0000 9995: insufficient funds</button>
<button name="card" value="4000002500003155">4000 0025 0000 3155: the bank requires authentication</button>
<button name="card" value="processing">a payment that stays in processing</button></form>`

const amountOf = ({ amount, currency }: PaymentIntent) =>
  `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`
