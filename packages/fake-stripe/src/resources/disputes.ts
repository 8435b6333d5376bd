import type { ApiRequest } from '../http/api-request.ts'
import { listPage } from '../http/list-page.ts'
import { textOf } from '../http/params.ts'
import type { Dispute } from '../shapes.ts'

export const readDispute = ({ world, owner, id }: ApiRequest): Dispute =>
  world.shelves.disputes.get(owner, id, 'dispute')

export function listDisputes(ask: ApiRequest) {
  const [intent, charge] = [textOf(ask.params, 'payment_intent'), textOf(ask.params, 'charge')]
  const wanted = ask.world.shelves.disputes
    .all(ask.owner)
    .filter((one) => (intent === null || one.payment_intent === intent) && (charge === null || one.charge === charge))
  return listPage(ask, '/v1/disputes', wanted)
}
