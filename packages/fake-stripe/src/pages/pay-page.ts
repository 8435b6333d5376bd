import { textOf } from '../http/params.ts'
import { missing, StripeApiError } from '../http/stripe-error.ts'
import type { PaymentIntent } from '../shapes.ts'
import { escaped, sendPage } from './layout.ts'
import type { Visit } from './page.ts'

/**
 * The customer's checkout: `/double/pay/{client_secret}` takes a test card, and asks back where the
 * card does.
 */
export function payPage(visit: Visit): void {
  const { world: state, id: clientSecret, response } = visit
  const intent = state.shelves.paymentIntents
    .all()
    .find((one) => one.client_secret === clientSecret)
  if (intent === undefined) throw missing('payment_intent', clientSecret, 'client_secret')
  const refusal = visit.isPost ? pressed(visit, intent) : null
  sendPage(response, `Pay ${amountOf(intent)}`, `${note(refusal)}${bodyOf(intent)}`)
}

/** What went wrong, for the customer to read; null when nothing did. */
function pressed({ double, params }: Visit, intent: PaymentIntent): string | null {
  const answer = textOf(params, 'bank')
  try {
    if (answer === null) double.pay(intent.id, textOf(params, 'card') ?? '')
    else double.settle(intent.id, answer === 'yes')
  } catch (problem) {
    if (!(problem instanceof StripeApiError)) throw problem
    return problem.fields.message
  }
  return intent.last_payment_error?.message ?? null
}

const note = (refusal: string | null) =>
  refusal === null ? '' : `<p class="bad" role="alert">${escaped(refusal)}</p>`

function bodyOf(intent: PaymentIntent): string {
  if (intent.status === 'succeeded') return '<p role="status">Paid. You can go back now.</p>'
  if (intent.status === 'canceled')
    return '<p role="status">This payment was cancelled; there is nothing to pay.</p>'
  if (intent.status === 'requires_payment_method') return cardForm
  const question =
    intent.status === 'processing' ? 'The payment is on its way.' : 'Your bank asks: is this you?'
  return `<form method="post"><p>${question}</p>
<button name="bank" value="yes">Yes, go on</button><button name="bank" value="no">No, stop it</button></form>`
}

const cardForm = `<form method="post">
<label>Card number <input name="card" inputmode="numeric" autocomplete="off" value="4242 4242 4242 4242" required></label>
<button>Pay</button></form>
<form method="post"><p>Or a card that does something else:</p>
<button name="card" value="4000000000000002">4000 0000 0000 0002: declined</button>
<button name="card" value="4000000000009995">4000 0000 0000 9995: not enough money</button>
<button name="card" value="4000002500003155">4000 0025 0000 3155: the bank asks first</button>
<button name="card" value="processing">a payment that takes its time</button></form>`

const amountOf = ({ amount, currency }: PaymentIntent) =>
  `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`
