import type { Stripe } from 'stripe'
import type { ApiRequest } from '../http/api-request.ts'
import { listPage } from '../http/list-page.ts'
import { listOf, textOf } from '../http/params.ts'
import type { StripeEvent } from '../shapes.ts'

export const readEvent = ({ state, owner, id }: ApiRequest): StripeEvent =>
  state.collections.events.get(owner, id)

export function listEvents(request: ApiRequest): Stripe.ApiList<StripeEvent> {
  const type = textOf(request.params, 'type')
  const types = listOf(request.params, 'types')
  const matching = request.state.collections.events
    .all(request.owner)
    .filter(
      (event) =>
        (type === null || event.type === type) &&
        (types.length === 0 || types.includes(event.type)),
    )
  return listPage(request, '/v1/events', matching)
}
