import type { Stripe } from 'stripe'
import { newId } from '../ids.ts'
import type { ApiRequest } from '../protocol/api-request.ts'
import { listPage } from '../protocol/list-page.ts'
import type { Customer } from '../shapes.ts'
import { assertEmail } from './emails.ts'
import { metadataOf } from './metadata.ts'

export function createCustomer({
  state,
  owner,
  params,
}: ApiRequest<Stripe.CustomerCreateParams>): Customer {
  if (params.email !== undefined) assertEmail(params.email, 'email')
  const customer = state.collections.customers.put(owner, {
    id: newId('cus'),
    object: 'customer',
    created: state.now(),
    livemode: false,
    metadata: metadataOf(params.metadata),
    email: params.email ?? null,
    name: params.name ?? null,
    phone: params.phone ?? null,
    description: params.description ?? null,
    address: null,
    balance: 0,
    currency: null,
    default_source: null,
    delinquent: false,
    discount: null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  })
  state.emit(owner, 'customer.created', customer)
  return customer
}

export const readCustomer = ({ state, owner, id }: ApiRequest): Customer =>
  state.collections.customers.get(owner, id)

export function listCustomers(
  request: ApiRequest<Stripe.CustomerListParams>,
): Stripe.ApiList<Customer> {
  const { email } = request.params
  const all = request.state.collections.customers.all(request.owner)
  return listPage(
    request,
    '/v1/customers',
    all.filter((customer) => email === undefined || customer.email === email),
  )
}
