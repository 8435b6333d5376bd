import type { Stripe } from 'stripe'
import type { ApiRequest } from '../http/api-request.ts'
import { listPage } from '../http/list-page.ts'
import { textOf } from '../http/params.ts'
import type { Charge } from '../shapes.ts'

export const readCharge = ({ state, owner, id }: ApiRequest): Charge =>
  state.collections.charges.get(owner, id, 'charge')

export function listCharges(request: ApiRequest): Stripe.ApiList<Charge> {
  const [intent, customer] = [
    textOf(request.params, 'payment_intent'),
    textOf(request.params, 'customer'),
  ]
  const matching = request.state.collections.charges
    .all(request.owner)
    .filter(
      (one) =>
        (intent === null || one.payment_intent === intent) &&
        (customer === null || one.customer === customer),
    )
  return listPage(request, '/v1/charges', matching)
}
