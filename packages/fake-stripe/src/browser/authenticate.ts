import type { ServerResponse } from 'node:http'
import { type Params, textOf } from '../http/params.ts'
import { respondWith, sendResponse } from '../http/response.ts'
import { type PageRequest, sendPage } from '../pages/page.ts'
import type { PaymentIntent } from '../shapes.ts'
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
  const intent = state.collections.paymentIntents
    .all()
    .find((one) => one.client_secret === clientSecret)
  if (intent === undefined) throw missing('payment_intent', clientSecret, 'client_secret')
  const returnUrl = returnUrlOf(params)
  const isOpen = intent.status === 'requires_action'
  if (isPost && isOpen) fakeStripe.settle(intent.id, textOf(params, 'bank') === 'yes')
  if (returnUrl === null) {
    if (intent.status !== 'succeeded') throw failure(intent)
    sendResponse(response, respondWith(intent), {})
  } else if (isOpen && !isPost) sendPage(response, 'Your bank', form)
  else redirect(response, returnUrl, intent)
}

const form = `<form method="post"><p>Do you approve this payment?</p>
<button name="bank" value="yes">Approve</button><button name="bank" value="no">Refuse</button></form>`

function returnUrlOf(params: Params): URL | null {
  const text = textOf(params, 'return_url')
  const url = URL.parse(text ?? '')
  if (text === null || (url !== null && /^https?:$/.test(url.protocol))) return url
  throw wrongParameter('return_url', `Not a valid URL: ${text}`, 'url_invalid')
}

function redirect(response: ServerResponse, { href }: URL, intent: PaymentIntent): void {
  const url = new URL(href)
  url.searchParams.set('payment_intent', intent.id)
  url.searchParams.set('payment_intent_client_secret', intent.client_secret)
  url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed')
  response.writeHead(303, { location: url.href, 'referrer-policy': 'no-referrer' }).end()
}

function failure(intent: PaymentIntent): StripeApiError {
  const { code, message } = intent.last_payment_error ?? {}
  return new StripeApiError(402, {
    type: 'card_error',
    code: code ?? 'payment_intent_unexpected_state',
    message: message ?? `The PaymentIntent is ${intent.status}.`,
    payment_intent: structuredClone(intent),
  })
}
