import type { ServerResponse } from 'node:http'
import { type Params, textOf } from '../http/params.ts'
import { respondWith, sendResponse } from '../http/response.ts'
import { type PageRequest, sendPage } from '../pages/page.ts'
import type { PaymentIntent, SetupIntent } from '../shapes.ts'
import { missing, StripeApiError, wrongParameter } from '../stripe-error.ts'

/**
 * The bank's authentication (3-D Secure). A GET is the page of a bank, whose buttons return to
 * `return_url` with the query parameters of Stripe. A POST without `return_url` is the answer of the
 * dialog on the salon's page.
 *
 * @throws StripeApiError 402 when the dialog fails the authentication
 */
export function authenticate(request: PageRequest): void {
  const { fakeStripe, state, id: clientSecret, params, isPost, response } = request
  const { paymentIntents, setupIntents } = state.collections
  const intent = [...paymentIntents.all(), ...setupIntents.all()].find(
    (one) => one.client_secret === clientSecret,
  )
  if (intent === undefined) throw missing('payment_intent', clientSecret, 'client_secret')
  const returnUrl = returnUrlOf(params)
  const isOpen = intent.status === 'requires_action'
  const isApproved = textOf(params, 'bank') === 'yes'
  if (isPost && isOpen && isSetup(intent)) fakeStripe.settleSetup(intent.id, isApproved)
  else if (isPost && isOpen) fakeStripe.settle(intent.id, isApproved)
  if (returnUrl === null) {
    if (intent.status !== 'succeeded') throw failure(intent)
    sendResponse(response, respondWith(intent), {})
  } else if (isOpen && !isPost) sendPage(response, 'Your bank', form)
  else redirect(response, returnUrl, intent)
}

const isSetup = (intent: PaymentIntent | SetupIntent): intent is SetupIntent =>
  intent.object === 'setup_intent'

const form = `<form method="post"><p>Do you approve this payment?</p>
<button name="bank" value="yes">Approve</button><button name="bank" value="no">Refuse</button></form>`

function returnUrlOf(params: Params): URL | null {
  const text = textOf(params, 'return_url')
  const url = URL.parse(text ?? '')
  if (text === null || (url !== null && /^https?:$/.test(url.protocol))) return url
  throw wrongParameter('return_url', `Not a valid URL: ${text}`, 'url_invalid')
}

function redirect(
  response: ServerResponse,
  { href }: URL,
  intent: PaymentIntent | SetupIntent,
): void {
  const url = new URL(href)
  url.searchParams.set(intent.object, intent.id)
  url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret)
  url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed')
  response.writeHead(303, { location: url.href, 'referrer-policy': 'no-referrer' }).end()
}

function failure(intent: PaymentIntent | SetupIntent): StripeApiError {
  const { code, message } =
    (isSetup(intent) ? intent.last_setup_error : intent.last_payment_error) ?? {}
  return new StripeApiError(402, {
    type: 'card_error',
    code: code ?? `${intent.object}_unexpected_state`,
    message: message ?? `The ${intent.object} is ${intent.status}.`,
    [intent.object]: structuredClone(intent),
  })
}
