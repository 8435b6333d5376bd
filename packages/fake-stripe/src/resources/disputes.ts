import type { ApiRequest } from '../http/api-request.ts'
import { listPage } from '../http/list-page.ts'
import { textOf } from '../http/params.ts'
import type { Dispute } from '../shapes.ts'

export const readDispute = ({ world: state, owner, id }: ApiRequest): Dispute =>
  state.shelves.disputes.get(owner, id, 'dispute')

export function listDisputes(input: ApiRequest) {
  const [intent, charge] = [textOf(input.params, 'payment_intent'), textOf(input.params, 'charge')]
  const wanted = input.world.shelves.disputes
    .all(input.owner)
    .filter(
      (one) =>
        (intent === null || one.payment_intent === intent) &&
        (charge === null || one.charge === charge),
    )
  return listPage(input, '/v1/disputes', wanted)
}
