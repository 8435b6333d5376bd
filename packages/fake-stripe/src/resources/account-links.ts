import type { Stripe } from 'stripe'
import { newId } from '../ids.ts'
import type { ApiRequest } from '../protocol/api-request.ts'
import { missingParameter, wrongParameter } from '../stripe-error.ts'
import { allowedAccount } from './accounts.ts'

/** `POST /v2/core/account_links`: the URL of a page that stands in for Stripe's onboarding. */
export function createAccountLink({
  state,
  params,
}: ApiRequest<Stripe.V2.Core.AccountLinkCreateParams>): Stripe.V2.Core.AccountLink {
  const account = allowedAccount(state, params.account)
  const { use_case: useCase } = params
  const details =
    useCase.type === 'account_update' ? useCase.account_update : useCase.account_onboarding
  if (details === undefined) throw missingParameter(`use_case.${useCase.type}`)
  const { return_url: returnUrl, refresh_url: refreshUrl } = details
  assertWebUrl(refreshUrl, `use_case.${useCase.type}.refresh_url`)
  if (returnUrl !== undefined) assertWebUrl(returnUrl, `use_case.${useCase.type}.return_url`)
  const link = state.collections.accountLinks.put(account.id, {
    id: newId('alink'),
    account: account.id,
    returnUrl: returnUrl ?? null,
    refreshUrl,
    expiresAt: state.now() + linkSeconds,
    isVisited: false,
  })
  return {
    object: 'v2.core.account_link',
    account: account.id,
    created: new Date(state.now() * 1000).toISOString(),
    expires_at: new Date(link.expiresAt * 1000).toISOString(),
    livemode: false,
    url: `${state.url()}/onboarding/${account.id}?link=${link.id}`,
    use_case: useCase,
  }
}

const linkSeconds = 300

/** HTTPS, or HTTP to the same machine, as a browser has to open it. */
function assertWebUrl(url: string, param: string): void {
  const { protocol, hostname } = URL.parse(url) ?? { protocol: '', hostname: '' }
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (protocol === 'https:' || (protocol === 'http:' && isLocal)) return
  throw wrongParameter(param, `Invalid URL: ${url}. Use https://.`, 'url_invalid')
}
