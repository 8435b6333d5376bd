import { type Code, Refusal } from '@silla/errors'
import { requestBookingMail } from '../bookings/booking-mail.ts'
import { viewOf } from '../bookings/booking-view.ts'
import { inOneTransaction } from '../in-one-transaction.ts'
import type { Booking, RescheduleInput } from '../model/booking.ts'
import type { MovedVisits, SeriesScope, SeriesVisit } from '../model/series.ts'
import type { RequestContext } from '../request-context.ts'
import { rescheduleBooking } from '../rescheduling/reschedule-booking.ts'
import { storedRepeatedBooking } from '../stored-json.ts'
import { lockFollowingVisits } from './following-visits.ts'
import { doneVisit, mailedSeries, orRefusal, refusedVisit, startOf } from './series-visits.ts'

/**
 * Moves a booking, for the salon also those of its series that are to come after it (D37, D80): by as
 * many days as the booking, to the same time of the clocks, to the same people. Of the visits that
 * follow, those that cannot be moved stay and are named; the customer gets one email about all of them.
 *
 * @throws what `rescheduleBooking` throws for the booking, and then none has moved; INSUFFICIENT_SCOPE
 */
export async function moveVisits(
  context: RequestContext,
  { scope, ...input }: RescheduleInput & { scope: SeriesScope },
): Promise<MovedVisits> {
  if (scope === 'this') return { ...(await rescheduleBooking(context, input)), visits: null }
  const { simulated, notifiesCustomer = true } = input
  const moved = await inOneTransaction(
    context,
    { stored: storedRepeatedBooking, simulated },
    async (partOf, tx) => {
      const before = await lockFollowingVisits(context, tx, input)
      const [named] = before
      const days = input.day - startOf(named).day
      const results = new Map<Booking, Booking | Code>()
      for (const booking of inOrderOfMove(before, input)) {
        const move = () =>
          rescheduleBooking(partOf({ bookingId: booking.id }), {
            ...{ ...input, bookingId: booking.id, day: startOf(booking).day + days },
            ...{ version: booking === named ? input.version : null },
            ...{ simulated: false, notifiesCustomer: false },
          })
        // nothing is moved unless the named one is
        const result = booking === named ? await move() : await orRefusal(move)
        results.set(booking, result instanceof Refusal ? result.code : result.booking)
      }
      const visits = before.map((booking): SeriesVisit => {
        const result = results.get(booking) as Booking | Code
        const to = { day: startOf(booking).day + days, startMinute: input.startMinute }
        return typeof result === 'string'
          ? refusedVisit({ booking, ...to }, result)
          : doneVisit(result)
      })
      if (notifiesCustomer) await requestMail(results)
      return { booking: results.get(named) as Booking, visits }

      async function requestMail(results: ReadonlyMap<Booking, Booking | Code>): Promise<void> {
        const changed = before.filter((booking) => isChanged(booking, results.get(booking)))
        const [first, ...others] = changed
        if (first === undefined) return
        const after = results.get(first) as Booking
        await requestBookingMail(tx, after, 'rescheduled', after.updatedAt, {
          movedFrom: first.startsAt,
          ...mailedSeries(others.map((booking) => results.get(booking) as Booking)),
        })
      }
    },
  )
  const catalog = await context.tenant.catalog()
  return { ...viewOf(context, catalog, moved.booking, true), visits: moved.visits }
}

/** What is to become of the time that another visit of the series has comes after that one. */
function inOrderOfMove(
  visits: readonly [Booking, ...Booking[]],
  { day, startMinute }: RescheduleInput,
): readonly Booking[] {
  const from = startOf(visits[0])
  const isLater = day > from.day || (day === from.day && startMinute > from.startMinute)
  return isLater ? visits.toReversed() : visits
}

const isChanged = (before: Booking, after: Booking | Code | undefined): boolean =>
  typeof after === 'object' && after.version !== before.version
