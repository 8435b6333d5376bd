import type { Stripe } from 'stripe'
import type { ApiRequest } from '../protocol/api-request.ts'
import { listPage } from '../protocol/list-page.ts'
import type { StripeEvent } from '../shapes.ts'

export const readEvent = ({ state, owner, id }: ApiRequest): StripeEvent =>
  state.collections.events.get(owner, id)

export function listEvents(
  request: ApiRequest<Stripe.EventListParams>,
): Stripe.ApiList<StripeEvent> {
  const { type, types } = request.params
  const matching = request.state.collections.events
    .all(request.owner)
    .filter(
      (event) =>
        (type === undefined || event.type === type) &&
        (types === undefined || types.includes(event.type)),
    )
  return listPage(request, '/v1/events', matching)
}
