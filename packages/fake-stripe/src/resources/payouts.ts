import type { Stripe } from 'stripe'
import type { ApiRequest } from '../protocol/api-request.ts'
import { listPage, within } from '../protocol/list-page.ts'
import type { Payout } from '../shapes.ts'

export const readPayout = ({ state, owner, id }: ApiRequest): Payout =>
  state.collections.payouts.get(owner, id, 'payout')

export function listPayouts(request: ApiRequest<Stripe.PayoutListParams>): Stripe.ApiList<Payout> {
  const { status, arrival_date: arrival } = request.params
  const isWithin = within(arrival)
  const matching = request.state.collections.payouts
    .all(request.owner)
    .filter((one) => (status === undefined || one.status === status) && isWithin(one.arrival_date))
  return listPage(request, '/v1/payouts', matching)
}
