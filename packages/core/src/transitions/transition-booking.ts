import { bookingQueries, feeQueries, type Tx, transitionQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../access/allow.ts'
import { ownProfessionalId } from '../access/own-agenda.ts'
import type { BookingMail } from '../bookings/booking-mail.ts'
import { viewOf } from '../bookings/booking-view.ts'
import { planReviewInvitation } from '../bookings/invite-to-review.ts'
import { readBooking } from '../bookings/read-booking.ts'
import { writeTransition } from '../bookings/write-transition.ts'
import { momentOf } from '../clock.ts'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import type { Booking, BookingDetail, BookingState } from '../model/booking.ts'
import { endFeeOf } from '../payments/fees/waive-fee.ts'
import type { RequestContext } from '../request-context.ts'
import { storedBooking } from '../stored-json.ts'

/** The state changes that the business itself makes. */
export type BusinessTransition = 'confirm' | 'complete' | 'no_show'

/**
 * Makes a state change that only the business may make (D14). `completed` and `no_show` can be
 * corrected into each other for 72 hours.
 */
export async function transitionBooking(
  context: RequestContext,
  input: { bookingId: number; transition: BusinessTransition; reason: string | null },
): Promise<BookingDetail> {
  allow(context, 'bookings.manage')
  const catalog = await context.tenant.catalog()
  const { to, mail } = transitions[input.transition]

  const booking = await context.tenant.db.transaction((tx) =>
    withIdempotency(context, tx, storedBooking, async () => {
      const [row] = await bookingQueries.lockBooking(
        tx,
        input.bookingId,
        ownProfessionalId(context),
      )
      if (!row) fail('BOOKING_NOT_FOUND')
      const before = readBooking(row, catalog)
      const at = context.clock.now()
      if (!(await isAllowed(tx, before, to, at))) fail('INVALID_TRANSITION')
      const { reason } = input
      const after = await writeTransition(tx, before, { to, by: 'business', reason, at, mail })
      if (to === 'completed') {
        await planReviewInvitation(tx, catalog, after)
        // they came after all
        const [fee] = await feeQueries.findFeeOfBooking(tx, after.id)
        if (fee) await endFeeOf(tx, catalog, fee, momentOf(context))
      }
      return after
    }),
  )
  return viewOf(context, catalog, booking, true)
}

const transitions = {
  confirm: { to: 'confirmed', mail: 'confirmed' },
  complete: { to: 'completed', mail: null },
  no_show: { to: 'no_show', mail: null },
} as const satisfies Record<BusinessTransition, { to: BookingState; mail: BookingMail | null }>

const correctableMilliseconds = 72 * 3_600_000
const noShowAfterMilliseconds = 15 * 60_000

async function isAllowed(
  tx: Tx,
  booking: Booking,
  to: 'confirmed' | 'completed' | 'no_show',
  now: Date,
) {
  switch (`${booking.state} ${to}` as const) {
    case 'pending confirmed':
      return true
    case 'confirmed completed':
      return now >= booking.startsAt
    case 'confirmed no_show':
      return now.getTime() >= booking.startsAt.getTime() + noShowAfterMilliseconds
    case 'completed no_show':
    case 'no_show completed': {
      const [last] = await transitionQueries.findLastTransition(tx, booking.id)
      return now.getTime() <= (last?.at.getTime() ?? 0) + correctableMilliseconds
    }
    default:
      return false
  }
}
