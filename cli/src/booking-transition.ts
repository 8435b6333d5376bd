import type { BusinessTransition } from '@silla/core'
import { bookingArgument } from './flags/arguments.ts'
import { businessFlag } from './flags/common-flags.ts'
import { readBookingText, reasonFlag } from './flags/reason-flags.ts'
import { SillaCommand } from './silla-command.ts'
import { sanitize } from './text/sanitize.ts'

/** Base class of confirm, complete and no-show: the salon changes the state of one booking. */
export abstract class BookingTransitionCommand extends SillaCommand {
  static override args = { booking: bookingArgument }
  static override flags = { business: businessFlag, reason: reasonFlag }

  protected async applyTransition(move: BusinessTransition) {
    const { args, flags } = await this.parse(BookingTransitionCommand)
    const reason = readBookingText('reason', flags.reason)
    const [
      { findBooking },
      { transitionBooking },
      { bookingRecord },
      { explainInvalidTransition },
    ] = await Promise.all([
      import('@silla/core/bookings/find-booking'),
      import('@silla/core/transitions/transition-booking'),
      import('./format/booking-record.ts'),
      import('./errors/booking-errors.ts'),
    ])
    const readContext = await this.operatorContext(flags.business)
    const { id: bookingId } = (await findBooking(readContext, args.booking)).booking
    const context = await this.operatorContext(flags.business, { bookingId })
    const transition = transitionBooking(context, { bookingId, transition: move, reason })
    const detail = await explainInvalidTransition(targetStates[move], transition, () =>
      findBooking(context, args.booking),
    )
    const booking = bookingRecord(detail, await context.tenant.catalog())
    this.log(
      `Booking ${booking.code} (${sanitize(booking.contact.name)}, ${booking.day} ` +
        `${booking.time}) is now ${booking.state}.`,
    )
    return { booking }
  }
}

const targetStates = { confirm: 'confirmed', complete: 'completed', no_show: 'no_show' } as const
