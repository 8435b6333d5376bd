import { Refusal } from '@silla/errors'
import { requestBookingMail } from '../bookings/booking-mail.ts'
import { cancelBooking } from '../cancellations/cancel-booking.ts'
import { inOneTransaction } from '../in-one-transaction.ts'
import type { CancelInput, CancelledBooking } from '../model/booking.ts'
import type { CancelledVisits, SeriesScope, SeriesVisit } from '../model/series.ts'
import type { RequestContext } from '../request-context.ts'
import { storedCancelledVisits } from '../stored-json.ts'
import { lockFollowingVisits } from './following-visits.ts'
import { doneVisit, mailedSeries, orRefusal, refusedVisit, startOf } from './series-visits.ts'

/**
 * Cancels a booking, for the salon also those of its series that are to come after it, or only tries it
 * (D17, D44, D80). Of the visits that follow, those that cannot be cancelled are named; the customer gets
 * one email about all of them.
 *
 * @throws what `cancelBooking` throws for the booking; INSUFFICIENT_SCOPE
 */
export async function cancelVisits(
  context: RequestContext,
  { scope, simulated, ...input }: CancelInput & { scope: SeriesScope; simulated: boolean },
): Promise<CancelledVisits> {
  if (scope === 'this' && !simulated)
    return { ...(await cancelBooking(context, input)), visits: null }
  return inOneTransaction(
    context,
    { stored: storedCancelledVisits, simulated },
    async (partOf, tx) => {
      const { notifiesCustomer = true } = input
      if (scope === 'this') return { ...(await cancelBooking(partOf({}), input)), visits: null }
      const [named, ...following] = await lockFollowingVisits(context, tx, input)
      const silent = { ...input, notifiesCustomer: false }
      const cancelled = [await cancelBooking(partOf({ bookingId: named.id }), silent)]
      const visits: SeriesVisit[] = [visitOf(cancelled[0] as CancelledBooking)]
      for (const booking of following) {
        const bookingId = booking.id
        const result = await orRefusal(() =>
          cancelBooking(partOf({ bookingId }), { ...silent, bookingId }),
        )
        if (result instanceof Refusal) {
          visits.push(refusedVisit({ booking, ...startOf(booking) }, result.code))
        } else {
          cancelled.push(result)
          visits.push(visitOf(result))
        }
      }
      const [first, ...others] = cancelled as [CancelledBooking, ...CancelledBooking[]]
      const more = mailedSeries(others.map(({ booking }) => booking))
      if (notifiesCustomer)
        await requestBookingMail(tx, first.booking, 'cancelled', first.booking.updatedAt, more)
      return { ...first, visits }
    },
  )
}

const visitOf = ({ booking, refund }: CancelledBooking): SeriesVisit =>
  doneVisit(booking, refund.applies ? refund.amountCents : 0)
