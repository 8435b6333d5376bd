import type { Stripe } from 'stripe'
import type { ApiRequest } from '../protocol/api-request.ts'
import { listPage } from '../protocol/list-page.ts'
import type { Charge } from '../shapes.ts'

export const readCharge = ({ state, owner, id }: ApiRequest): Charge =>
  state.collections.charges.get(owner, id, 'charge')

export function listCharges(request: ApiRequest<Stripe.ChargeListParams>): Stripe.ApiList<Charge> {
  const { payment_intent: intent, customer } = request.params
  const matching = request.state.collections.charges
    .all(request.owner)
    .filter(
      (one) =>
        (intent === undefined || one.payment_intent === intent) &&
        (customer === undefined || one.customer === customer),
    )
  return listPage(request, '/v1/charges', matching)
}
