import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import { participantCondition } from './bookings.ts'

/** Joins the bookings that one request has made (D80). */
export const updateSeries = (
  tx: Tx,
  { seriesId, bookingIds }: { seriesId: number; bookingIds: readonly number[] },
): Query<object> => tx`
  update bookings set series_id = ${seriesId}
  where business_id = ${tx.businessId} and id = any (${[...bookingIds]}::bigint[])`

/**
 * The visits of a series that are still to come from a start on, the earliest first. An index finds them
 * by their customer; merging two customers leaves them with one.
 *
 * @param professionalId who takes part in them; null: anybody
 */
export const listSeriesVisits = (
  tx: Tx,
  {
    seriesId,
    customerId,
    from,
    professionalId,
  }: { seriesId: number; customerId: number; from: Date; professionalId: number | null },
): Query<{ id: number; startsAt: Date }> => tx`
  select b.id, b.starts_at from bookings b
  where b.business_id = ${tx.businessId} and b.customer_id = ${customerId}
    and b.series_id = ${seriesId} and b.starts_at >= ${from}
    and b.state in ('pending', 'confirmed') ${participantCondition(tx, professionalId)}
  order by b.starts_at, b.id`
