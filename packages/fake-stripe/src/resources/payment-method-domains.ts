import type { Stripe } from 'stripe'
import { newId } from '../ids.ts'
import type { ApiRequest } from '../protocol/api-request.ts'
import { listPage } from '../protocol/list-page.ts'
import type { PaymentMethodDomain } from '../shapes.ts'
import type { State } from '../state.ts'
import { wrongParameter } from '../stripe-error.ts'

/** A domain that is registered already is returned as it is. */
export function createDomain({
  state,
  owner,
  params,
}: ApiRequest<Stripe.PaymentMethodDomainCreateParams>): PaymentMethodDomain {
  const name = params.domain_name.toLowerCase()
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name))
    throw wrongParameter('domain_name', `Invalid domain name: ${params.domain_name}`)
  const { domains } = state.collections
  const existing = domains.all(owner).find(({ domain_name }) => domain_name === name)
  const status = { status: statusOf(state, name) }
  return (
    existing ??
    domains.put(owner, {
      id: newId('pmd'),
      object: 'payment_method_domain',
      amazon_pay: { ...status },
      apple_pay: { ...status },
      created: state.now(),
      domain_name: name,
      enabled: params.enabled ?? true,
      google_pay: { ...status },
      klarna: { ...status },
      link: { ...status },
      livemode: false,
      paypal: { ...status },
    })
  )
}

/** A wallet is not active at a domain that Stripe cannot reach. */
const statusOf = ({ unreachableDomains }: State, domain: string) =>
  unreachableDomains.has(domain) ? 'inactive' : 'active'

/** Verifies a domain again. */
export function validateDomain({
  state,
  owner,
  id,
}: ApiRequest<Stripe.PaymentMethodDomainValidateParams>): PaymentMethodDomain {
  const domain = state.collections.domains.get(owner, id)
  const status = statusOf(state, domain.domain_name)
  for (const wallet of [domain.apple_pay, domain.google_pay, domain.link]) wallet.status = status
  return domain
}

export const readDomain = ({
  state,
  owner,
  id,
}: ApiRequest<Stripe.PaymentMethodDomainRetrieveParams>): PaymentMethodDomain =>
  state.collections.domains.get(owner, id)

export function updateDomain({
  state,
  owner,
  id,
  params,
}: ApiRequest<Stripe.PaymentMethodDomainUpdateParams>): PaymentMethodDomain {
  const domain = state.collections.domains.get(owner, id)
  if (params.enabled !== undefined) domain.enabled = params.enabled
  return domain
}

export function listDomains(
  request: ApiRequest<Stripe.PaymentMethodDomainListParams>,
): Stripe.ApiList<PaymentMethodDomain> {
  const { domain_name: name, enabled } = request.params
  const matching = request.state.collections.domains
    .all(request.owner)
    .filter(
      (one) =>
        (name === undefined || one.domain_name === name) &&
        (enabled === undefined || one.enabled === enabled),
    )
  return listPage(request, '/v1/payment_method_domains', matching)
}
