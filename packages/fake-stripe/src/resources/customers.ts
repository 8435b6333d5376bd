import type { ApiRequest } from '../http/api-request.ts'
import { listPage } from '../http/list-page.ts'
import { metadataOf, textOf } from '../http/params.ts'
import { newId } from '../ids.ts'
import type { Customer } from '../shapes.ts'

export function createCustomer({ world, owner, params }: ApiRequest): Customer {
  const customer = world.shelves.customers.put(owner, {
    id: newId('cus'),
    object: 'customer',
    created: world.now(),
    livemode: false,
    metadata: metadataOf(params),
    email: textOf(params, 'email'),
    name: textOf(params, 'name'),
    phone: textOf(params, 'phone'),
    description: textOf(params, 'description'),
  })
  world.emit(owner, 'customer.created', customer)
  return customer
}

export const readCustomer = ({ world, owner, id }: ApiRequest): Customer => world.shelves.customers.get(owner, id)

export function listCustomers(ask: ApiRequest) {
  const email = textOf(ask.params, 'email')
  const all = ask.world.shelves.customers.all(ask.owner)
  return listPage(
    ask,
    '/v1/customers',
    all.filter((customer) => email === null || customer.email === email),
  )
}
