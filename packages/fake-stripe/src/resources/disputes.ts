import type { Stripe } from 'stripe'
import type { ApiRequest } from '../protocol/api-request.ts'
import { listPage } from '../protocol/list-page.ts'
import type { Dispute } from '../shapes.ts'

export const readDispute = ({ state, owner, id }: ApiRequest): Dispute =>
  state.collections.disputes.get(owner, id, 'dispute')

export function listDisputes(
  request: ApiRequest<Stripe.DisputeListParams>,
): Stripe.ApiList<Dispute> {
  const { payment_intent: intent, charge } = request.params
  if (intent !== undefined)
    request.state.collections.paymentIntents.get(request.owner, intent, 'payment_intent')
  const matching = request.state.collections.disputes
    .all(request.owner)
    .filter(
      (one) =>
        (intent === undefined || one.payment_intent === intent) &&
        (charge === undefined || one.charge === charge),
    )
  return listPage(request, '/v1/disputes', matching)
}
