import type { Stripe } from 'stripe'
import type { ApiRequest } from '../http/api-request.ts'
import { objectOf, requiredText, textOf } from '../http/params.ts'
import { wrongParameter } from '../http/stripe-error.ts'
import { allowedAccount } from './accounts.ts'

/** `POST /v2/core/account_links`: the URL of a page that stands in for Stripe's onboarding. */
export function createAccountLink({ state, params }: ApiRequest): Stripe.V2.Core.AccountLink {
  const account = allowedAccount(state, requiredText(params, 'account'))
  const useCase = objectOf(params, 'use_case')
  const type = requiredText(useCase, 'type')
  if (type !== 'account_onboarding' && type !== 'account_update')
    throw wrongParameter('use_case.type', `Unknown use case: ${type}`)
  const details = objectOf(useCase, type)
  const refreshUrl = requiredText(details, 'refresh_url')
  const returnUrl = textOf(details, 'return_url')
  const page = `${state.url()}/onboarding/${account.id}`
  return {
    object: 'v2.core.account_link',
    account: account.id,
    created: new Date(state.now() * 1000).toISOString(),
    expires_at: new Date((state.now() + linkSeconds) * 1000).toISOString(),
    livemode: false,
    url: returnUrl === null ? page : `${page}?return_url=${encodeURIComponent(returnUrl)}`,
    use_case: {
      type,
      [type]: { refresh_url: refreshUrl, ...(returnUrl === null ? {} : { return_url: returnUrl }) },
    },
  }
}

const linkSeconds = 3600
