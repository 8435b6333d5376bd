import { bookingArgument } from '../../flags/booking-argument.ts'
import { businessFlag } from '../../flags/business-flag.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class BookingsShow extends SillaCommand {
  static override summary = 'Show a booking and its history'
  static override description =
    "What was booked, by whom and for how much, and each step since then: who took it, when and why. Times are the salon's."
  static override examples = [
    '<%= config.bin %> bookings show 7K2MP9QRST --business barberia-centro',
    '<%= config.bin %> bookings show 1042 -b barberia-centro --json',
  ]
  static override args = { booking: bookingArgument }
  static override flags = { business: businessFlag }

  async run() {
    const { args, flags } = await this.parse(BookingsShow)
    const [{ bookingHistory }, { findBooking: bookingNamed }, { bookingRecord }, { bookingCard }] =
      await Promise.all([
        import('@silla/core/bookings/booking-history'),
        import('@silla/core/bookings/find-booking'),
        import('../../format/booking-record.ts'),
        import('../../format/booking-card.ts'),
      ])
    const context = await this.actFor(flags.business)
    const view = await bookingNamed(context, args.booking)
    const history = await bookingHistory(context, view.booking.id)
    const booking = bookingRecord(view, await context.tenant.catalog())
    this.log(bookingCard(booking, history))
    return { booking, history }
  }
}
