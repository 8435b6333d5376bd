import type { ApiRequest } from '../http/api-request.ts'
import { listPage } from '../http/list-page.ts'
import { textOf } from '../http/params.ts'
import type { Charge } from '../shapes.ts'

export const readCharge = ({ world: state, owner, id }: ApiRequest): Charge =>
  state.shelves.charges.get(owner, id, 'charge')

export function listCharges(input: ApiRequest) {
  const [intent, customer] = [
    textOf(input.params, 'payment_intent'),
    textOf(input.params, 'customer'),
  ]
  const wanted = input.world.shelves.charges
    .all(input.owner)
    .filter(
      (one) =>
        (intent === null || one.payment_intent === intent) &&
        (customer === null || one.customer === customer),
    )
  return listPage(input, '/v1/charges', wanted)
}
