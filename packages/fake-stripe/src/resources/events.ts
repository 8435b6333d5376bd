import type { ApiRequest } from '../http/api-request.ts'
import { listPage } from '../http/list-page.ts'
import { listOf, textOf } from '../http/params.ts'
import type { StripeEvent } from '../shapes.ts'

export const readEvent = ({ world: state, owner, id }: ApiRequest): StripeEvent =>
  state.shelves.events.get(owner, id)

export function listEvents(input: ApiRequest) {
  const type = textOf(input.params, 'type')
  const types = listOf(input.params, 'types')
  const wanted = input.world.shelves.events
    .all(input.owner)
    .filter(
      (event) =>
        (type === null || event.type === type) &&
        (types.length === 0 || types.includes(event.type)),
    )
  return listPage(input, '/v1/events', wanted)
}
