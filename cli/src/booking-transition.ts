import type { BusinessTransition } from '@silla/core'
import { bookingArgument } from './flags/booking-argument.ts'
import { businessFlag } from './flags/business-flag.ts'
import { readReason, reasonFlag } from './flags/reason-flag.ts'
import { sanitize } from './format/sanitize.ts'
import { SillaCommand } from './silla-command.ts'

/**
 * What confirm, complete and no-show have in common: the salon says something about one booking.
 */
export abstract class BookingTransitionCommand extends SillaCommand {
  static override args = { booking: bookingArgument }
  static override flags = { business: businessFlag, reason: reasonFlag }

  protected async move(move: BusinessTransition) {
    const { args, flags } = await this.parse(BookingTransitionCommand)
    const reason = readReason(flags.reason)
    const [
      { findBooking: bookingNamed },
      { transitionBooking: moveBooking },
      { bookingRecord },
      { withReason: orReason },
    ] = await Promise.all([
      import('@silla/core/bookings/find-booking'),
      import('@silla/core/bookings/transition-booking'),
      import('./format/booking-record.ts'),
      import('./errors/failed-step.ts'),
    ])
    const { id: bookingId } = (await bookingNamed(await this.actFor(flags.business), args.booking))
      .booking
    const context = await this.actFor(flags.business, { bookingId })
    const moved = moveBooking(context, { bookingId, transition: move, reason })
    const view = await orReason(leadsTo[move], moved, () => bookingNamed(context, args.booking))
    const booking = bookingRecord(view, await context.tenant.catalog())
    this.log(
      `Booking ${booking.code} (${sanitize(booking.contact.name)}, ${booking.day} ${booking.time}) is ${booking.state} now.`,
    )
    return { booking }
  }
}

const leadsTo = { confirm: 'confirmed', complete: 'completed', no_show: 'no_show' } as const
