import { blockQueries } from '@silla/db'
import { type EpochDay, zoneOf } from '@silla/slots'
import { allow } from '../access/allow.ts'
import { assertOwnAgenda, ownProfessionalId } from '../access/own-agenda.ts'
import { today } from '../clock.ts'
import type { Block } from '../model/block.ts'
import type { RequestContext } from '../request-context.ts'

export interface BlockListFilter {
  /** null: any */
  professionalId: number | null
  /** The handle of a resource type; null: any */
  resource: string | null
  /** null: today */
  from: EpochDay | null
  /** Included; null: no limit */
  to: EpochDay | null
  offset: number
  limit: number
}

/**
 * One page of the blocks that overlap a range of days, by start, and their number on all pages
 * (D41). One round trip.
 */
export async function listBlocks(
  context: RequestContext,
  { professionalId, resource, from, to, offset, limit }: BlockListFilter,
): Promise<{ blocks: Block[]; total: number }> {
  allow(context, 'agenda.own')
  const catalog = await context.tenant.catalog()
  const zone = zoneOf(catalog.settings.timezone)
  const midnight = (day: EpochDay) => new Date(zone.toEdge(day, 0) * 60_000)
  const own = ownProfessionalId(context)
  if (own !== null && professionalId !== null) assertOwnAgenda(context, [professionalId])
  const filter = {
    professionalId: own ?? professionalId,
    resource,
    from: midnight(from ?? today(catalog, context.clock)),
    before: to === null ? null : midnight(to + 1),
  }
  const [blocks, [counted]] = await context.tenant.db.batch((tx) => [
    blockQueries.listBlocks(tx, { ...filter, offset, limit }),
    blockQueries.countBlocks(tx, filter),
  ])
  return { blocks, total: counted?.count ?? 0 }
}
