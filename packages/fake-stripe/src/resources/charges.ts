import type { ApiRequest } from '../http/api-request.ts'
import { listPage } from '../http/list-page.ts'
import { textOf } from '../http/params.ts'
import type { Charge } from '../shapes.ts'

export const readCharge = ({ world, owner, id }: ApiRequest): Charge => world.shelves.charges.get(owner, id, 'charge')

export function listCharges(ask: ApiRequest) {
  const [intent, customer] = [textOf(ask.params, 'payment_intent'), textOf(ask.params, 'customer')]
  const wanted = ask.world.shelves.charges
    .all(ask.owner)
    .filter(
      (one) => (intent === null || one.payment_intent === intent) && (customer === null || one.customer === customer),
    )
  return listPage(ask, '/v1/charges', wanted)
}
