import type { ApiRequest } from '../http/api-request.ts'
import { listPage } from '../http/list-page.ts'
import { metadataOf, textOf } from '../http/params.ts'
import { newId } from '../ids.ts'
import type { Customer } from '../shapes.ts'

export function createCustomer({ world: state, owner, params }: ApiRequest): Customer {
  const customer = state.shelves.customers.put(owner, {
    id: newId('cus'),
    object: 'customer',
    created: state.now(),
    livemode: false,
    metadata: metadataOf(params),
    email: textOf(params, 'email'),
    name: textOf(params, 'name'),
    phone: textOf(params, 'phone'),
    description: textOf(params, 'description'),
  })
  state.emit(owner, 'customer.created', customer)
  return customer
}

export const readCustomer = ({ world: fakeState, owner, id }: ApiRequest): Customer =>
  fakeState.shelves.customers.get(owner, id)

export function listCustomers(input: ApiRequest) {
  const email = textOf(input.params, 'email')
  const all = input.world.shelves.customers.all(input.owner)
  return listPage(
    input,
    '/v1/customers',
    all.filter((customer) => email === null || customer.email === email),
  )
}
