import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Owner } from '../collection.ts'
import { callerOf } from '../http/credentials.ts'
import { type Params, textOf } from '../http/params.ts'
import { respondWith, sendResponse } from '../http/response.ts'
import { allowedAccount } from '../resources/accounts.ts'
import type { State } from '../state.ts'
import { StripeApiError } from '../stripe-error.ts'
import type { FakeStripe } from '../test-controls.ts'

/**
 * The request with which elements begin: it checks the publishable key and the account, and names the
 * wallets that the page may offer.
 *
 * @throws StripeApiError 401 for another key, 403 for an account without access
 */
export function openSession(
  fakeStripe: FakeStripe,
  state: State,
  params: Params,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (callerOf({}, params, fakeStripe) !== 'browser')
    throw new StripeApiError(401, { message: 'Elements need the publishable key.' }, true)
  const account = textOf(params, '_stripe_account')
  if (account !== null) allowedAccount(state, account)
  const wallets = hasWallets(state, account, request.headers.origin)
    ? ['apple_pay', 'google_pay']
    : []
  sendResponse(response, respondWith({ object: 'elements_session', wallets }), {})
}

/** Wallets are offered at the domains that are registered for the account, and on this machine. */
function hasWallets(state: State, account: Owner, origin = ''): boolean {
  const { hostname = '' } = URL.parse(origin) ?? {}
  if (['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return true
  return state.collections.domains
    .all(account)
    .some(
      ({ domain_name: name, enabled, apple_pay: wallet }) =>
        name === hostname && enabled && wallet.status === 'active',
    )
}
