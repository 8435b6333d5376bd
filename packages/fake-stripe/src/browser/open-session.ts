import type { ServerResponse } from 'node:http'
import { callerOf } from '../http/credentials.ts'
import { type Params, textOf } from '../http/params.ts'
import { respondWith, sendResponse } from '../http/response.ts'
import { allowedAccount } from '../resources/accounts.ts'
import type { State } from '../state.ts'
import { StripeApiError } from '../stripe-error.ts'
import type { FakeStripe } from '../test-controls.ts'

/**
 * The request with which elements begin: it checks the publishable key and the account.
 *
 * @throws StripeApiError 401 for another key, 403 for an account without access
 */
export function openSession(
  fakeStripe: FakeStripe,
  state: State,
  params: Params,
  response: ServerResponse,
): void {
  if (callerOf({}, params, fakeStripe) !== 'browser')
    throw new StripeApiError(401, { message: 'Elements need the publishable key.' }, true)
  const account = textOf(params, '_stripe_account')
  if (account !== null) allowedAccount(state, account)
  sendResponse(response, respondWith({ object: 'elements_session' }), {})
}
