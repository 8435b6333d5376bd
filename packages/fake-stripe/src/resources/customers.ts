import type { Stripe } from 'stripe'
import type { ApiRequest } from '../http/api-request.ts'
import { listPage } from '../http/list-page.ts'
import { metadataOf, textOf } from '../http/params.ts'
import { newId } from '../ids.ts'
import type { Customer } from '../shapes.ts'

export function createCustomer({ state, owner, params }: ApiRequest): Customer {
  const customer = state.collections.customers.put(owner, {
    id: newId('cus'),
    object: 'customer',
    created: state.now(),
    livemode: false,
    metadata: metadataOf(params),
    email: textOf(params, 'email'),
    name: textOf(params, 'name'),
    phone: textOf(params, 'phone'),
    description: textOf(params, 'description'),
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

export function listCustomers(request: ApiRequest): Stripe.ApiList<Customer> {
  const email = textOf(request.params, 'email')
  const all = request.state.collections.customers.all(request.owner)
  return listPage(
    request,
    '/v1/customers',
    all.filter((customer) => email === null || customer.email === email),
  )
}
