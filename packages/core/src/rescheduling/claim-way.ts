import {
  availabilityQueries,
  bookingChangeQueries,
  busySpansOf,
  ownedClaimsOf,
  type Tx,
} from '@silla/db'
import { type BusyTime, resourcesOf, type VisitWay } from '@silla/slots'
import { busyOfWindows, busyWindow, resourceWindows } from '../availability/load-busy.ts'
import { balanceDayOf } from '../bookings/plan-to-write.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Booking } from '../model/booking.ts'
import type { PlannedReschedule, TakenTime } from './plan-reschedule.ts'

/**
 * Replaces the claims of a booking by those of the first way that is free. Its own time counts as
 * free, because its claims are deleted first.
 *
 * @returns `none_free`, or `taken` when somebody else was faster with a way that was free: another
 *   may be free still (D33). The transaction has to be rolled back for both.
 */
export async function claimWay(
  tx: Tx,
  catalog: Catalog,
  { booking, visit, now }: { booking: Booking; visit: PlannedReschedule; now: Date },
): Promise<VisitWay | 'none_free' | 'taken'> {
  const { professionalIds, unitIds } = resourcesOf(visit.plan)
  await Promise.all([
    bookingChangeQueries.lockResources(tx, {
      bookingId: booking.id,
      resourceIds: [...professionalIds, ...unitIds],
    }),
    bookingChangeQueries.deleteClaims(tx, booking.id),
  ])
  const taken = visit.isFinal ? null : await readTaken(tx, catalog, visit, now)
  const ways = visit.waysAmong(taken)
  if (ways.length === 0) return 'none_free'
  const [claimed] = await bookingChangeQueries.reclaimVisit(tx, {
    bookingId: booking.id,
    balanceDay: visit.isFinal ? balanceDayOf(catalog, visit.day) : null,
    ways: ways.map(({ lines, claims }) => ({
      professionalId: lines[0]?.professionalId ?? 0,
      claims: claims.map(({ resourceId, start, end }) => ({
        resourceId,
        startsAt: instant(start),
        endsAt: instant(end),
      })),
    })),
    now,
  })
  // without a reading the database has tried every way
  return ways[claimed?.way ?? -1] ?? (visit.isFinal ? 'none_free' : 'taken')
}

/** In the transaction, so that the claims that it has deleted are missing. */
async function readTaken(
  tx: Tx,
  catalog: Catalog,
  { plan, day }: PlannedReschedule,
  now: Date,
): Promise<TakenTime> {
  const windows = [busyWindow(plan, day)]
  const resources = resourceWindows(catalog, windows)
  const [row] = await availabilityQueries.findBusySpansByOwner(
    tx,
    tx.businessId,
    resources,
    null,
    now,
  )
  if (!row?.claims || !row.blocks) throw new Error('app.busy_spans_by_owner returned no row')
  const [busy] = busyOfWindows(windows, busySpansOf(row.claims, resources.length))
  return { busy: busy as BusyTime, blocks: ownedClaimsOf(row.blocks) }
}

const instant = (minute: number) => new Date(minute * 60_000)
