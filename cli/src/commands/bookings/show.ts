import { bookingArgument } from '../../flags/arguments.ts'
import { businessFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class BookingsShow extends SillaCommand {
  static override summary = 'Show a booking and its history'
  static override description =
    'Shows the services, the customer, the price and the payment, and each state change with its ' +
    "time, actor and reason. Times are in the salon's time zone."
  static override examples = [
    '<%= config.bin %> bookings show barberia-centro 7K2MP9QRST',
    '<%= config.bin %> bookings show barberia-centro 1042 --json',
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
        import('../../format/booking-text.ts'),
      ])
    const context = await this.operatorContext(flags.business)
    const detail = await bookingNamed(context, args.booking)
    const history = await bookingHistory(context, detail.booking.id)
    const booking = bookingRecord(detail, await context.tenant.catalog())
    this.log(bookingCard(booking, history))
    return { booking, history }
  }
}
