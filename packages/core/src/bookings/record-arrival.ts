import { bookingChangeQueries, bookingQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { wallClock } from '@silla/slots'
import { allow } from '../access/allow.ts'
import { ownProfessionalId } from '../access/own-agenda.ts'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import type { Booking, BookingDetail } from '../model/booking.ts'
import type { RequestContext } from '../request-context.ts'
import { storedBooking } from '../stored-json.ts'
import { viewOf } from './booking-view.ts'
import { readBooking } from './read-booking.ts'

/**
 * Records that the customer of a visit has come in, or that this was a mistake (D71). It is no change of
 * state: the visit is `confirmed` until it is completed. A second call changes nothing.
 *
 * @throws INSUFFICIENT_SCOPE for everybody but the salon; BOOKING_NOT_FOUND; INVALID_TRANSITION for a
 *   booking that is not `confirmed`, and on another day than that of the visit
 */
export async function recordArrival(
  context: RequestContext,
  { bookingId, hasArrived }: { bookingId: number; hasArrived: boolean },
): Promise<BookingDetail> {
  allow(context, 'bookings.manage')
  const catalog = await context.tenant.catalog()
  const booking = await context.tenant.db.transaction((tx) =>
    withIdempotency(context, tx, storedBooking, async () => {
      const [row] = await bookingQueries.lockBooking(tx, bookingId, ownProfessionalId(context))
      if (!row) fail('BOOKING_NOT_FOUND')
      const before = readBooking(row, catalog)
      if (before.state !== 'confirmed') fail('INVALID_TRANSITION')
      if ((before.arrivedAt !== null) === hasArrived) {
        if (context.auditedChange) context.auditedChange.needsNoEntry = true
        return before
      }
      const now = context.clock.now()
      if (hasArrived && !isOnDayOf(before, now)) fail('INVALID_TRANSITION')
      const after = {
        ...before,
        arrivedAt: hasArrived ? now : null,
        version: before.version + 1,
        updatedAt: now,
      }
      await bookingChangeQueries.updateArrival(tx, after)
      await bookingChangeQueries.recordChange(tx, {
        record: { transition: null, event: 'reserva.llegada', more: {}, mails: [], jobs: [] },
        booking: after,
        now,
      })
      return after
    }),
  )
  return viewOf(context, catalog, booking, true)
}

const isOnDayOf = ({ startsAt, timezone }: Booking, now: Date): boolean =>
  wallClock(startsAt, timezone).day === wallClock(now, timezone).day
