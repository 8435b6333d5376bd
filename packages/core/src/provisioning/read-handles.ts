import { salonStateQueries } from '@silla/db'
import type { RequestContext } from '../request-context.ts'

/** The salon file's handles of services and professionals, by id. */
export interface Handles {
  services: ReadonlyMap<number, string>
  professionals: ReadonlyMap<number, string>
}

export async function readHandles(context: RequestContext): Promise<Handles> {
  const [services, professionals] = await context.tenant.db.batch((tx) => [
    salonStateQueries.servicesWithHandles(tx),
    salonStateQueries.professionalsWithHandles(tx),
  ])
  return { services: byId(services), professionals: byId(professionals) }
}

const byId = (rows: readonly { id: number; handle: string }[]) =>
  new Map(rows.map(({ id, handle }) => [id, handle]))
