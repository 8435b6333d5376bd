import { actsForBusiness } from '../access/allow.ts'
import { seesContacts } from '../access/own-agenda.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Booking, BookingDetail } from '../model/booking.ts'
import {
  bookingDueNowCents,
  bookingExcessCents,
  bookingRestCents,
  bookingTillCents,
  feeDueNowCents,
} from '../model/due-now.ts'
import type { RequestContext } from '../request-context.ts'
import { cancelableUntil, cancellationRefusal } from './cancellation-rules.ts'
import { reschedulableUntil, rescheduleRefusal } from './reschedule-rules.ts'

/**
 * A booking, and what this caller may see and do; guests see the contact masked (D9).
 *
 * @param internalNote for the salon itself; nobody else may read it
 */
export function viewOf(
  context: Pick<RequestContext, 'identity' | 'clock'>,
  catalog: Catalog,
  booking: Booking,
  contactVisible: boolean,
  internalNote: string | null = null,
): BookingDetail {
  const byBusiness = actsForBusiness(context.identity)
  const now = context.clock.now()
  return {
    booking,
    contactVisible: contactVisible && seesContacts(context),
    notesVisible: contactVisible,
    canCancel: cancellationRefusal(booking, catalog, now, byBusiness) === null,
    cancelableUntil: cancelableUntil(booking, catalog),
    canReschedule: rescheduleRefusal(booking, catalog, now, byBusiness) === null,
    reschedulableUntil: reschedulableUntil(booking, catalog),
    dueNowCents:
      feeDueNowCents(booking, catalog.settings) || bookingDueNowCents(booking, catalog.settings),
    restCents: bookingRestCents(booking, catalog.settings),
    tillCents: bookingTillCents(booking),
    excessCents: bookingExcessCents(booking),
    internalNote,
    arrivedAt: byBusiness ? booking.arrivedAt : null,
    source: byBusiness ? booking.source : null,
  }
}
