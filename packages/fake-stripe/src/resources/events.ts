import type { ApiRequest } from '../http/api-request.ts'
import { listPage } from '../http/list-page.ts'
import { listOf, textOf } from '../http/params.ts'
import type { StripeEvent } from '../shapes.ts'

export const readEvent = ({ world, owner, id }: ApiRequest): StripeEvent => world.shelves.events.get(owner, id)

export function listEvents(ask: ApiRequest) {
  const type = textOf(ask.params, 'type')
  const types = listOf(ask.params, 'types')
  const wanted = ask.world.shelves.events
    .all(ask.owner)
    .filter((event) => (type === null || event.type === type) && (types.length === 0 || types.includes(event.type)))
  return listPage(ask, '/v1/events', wanted)
}
