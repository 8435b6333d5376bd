import type { Stripe } from 'stripe'
import type { ApiRequest } from '../http/api-request.ts'
import { listPage } from '../http/list-page.ts'
import { textOf } from '../http/params.ts'
import type { Dispute } from '../shapes.ts'

export const readDispute = ({ state, owner, id }: ApiRequest): Dispute =>
  state.collections.disputes.get(owner, id, 'dispute')

export function listDisputes(request: ApiRequest): Stripe.ApiList<Dispute> {
  const [intent, charge] = [
    textOf(request.params, 'payment_intent'),
    textOf(request.params, 'charge'),
  ]
  const matching = request.state.collections.disputes
    .all(request.owner)
    .filter(
      (one) =>
        (intent === null || one.payment_intent === intent) &&
        (charge === null || one.charge === charge),
    )
  return listPage(request, '/v1/disputes', matching)
}
