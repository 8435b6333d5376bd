import { tillQueries } from '@silla/db'
import { type EpochDay, zoneOf } from '@silla/slots'
import { allow } from '../access/allow.ts'
import { ownProfessionalId } from '../access/own-agenda.ts'
import { today } from '../clock.ts'
import type { TillEntry, TillMethod } from '../model/till.ts'
import type { RequestContext } from '../request-context.ts'

export interface TillListFilter {
  /** null: any */
  bookingId: number | null
  orderId: number | null
  method: TillMethod | null
  /** The member of staff who recorded it; null: anybody. */
  staffId: number | null
  /** The same, by the professional who they are. */
  takenByProfessionalId: number | null
  /** null: today, and with a booking or an order from the first on */
  from: EpochDay | null
  /** Included; null: no limit */
  to: EpochDay | null
  offset: number
  limit: number
}

/**
 * One page of what was taken at the desk and reversed, the latest first, and the number on all pages. Who
 * is limited to one agenda sees what was taken for visits in it. One round trip.
 */
export async function listTillEntries(
  context: RequestContext,
  { from, to, offset, limit, ...own }: TillListFilter,
): Promise<{ entries: TillEntry[]; total: number }> {
  allow(context, 'till.charge')
  const catalog = await context.tenant.catalog()
  const zone = zoneOf(catalog.settings.timezone)
  const midnight = (day: EpochDay) => new Date(zone.toEdge(day, 0) * 60_000)
  const hasReference = own.bookingId !== null || own.orderId !== null
  const first = from ?? (hasReference || to !== null ? null : today(catalog, context.clock))
  const filter = {
    ...own,
    from: first === null ? null : midnight(first),
    before: to === null ? null : midnight(to + 1),
    professionalId: ownProfessionalId(context),
  }
  const [entries, [counted]] = await context.tenant.db.batch((tx) => [
    tillQueries.listTillEntries(tx, filter, { offset, limit }),
    tillQueries.countTillEntries(tx, filter),
  ])
  return { entries, total: counted?.count ?? 0 }
}
