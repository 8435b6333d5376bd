import { Flags } from '@oclif/core'
import type { RefundStatus } from '@silla/core'
import { refundableAmountCents } from '@silla/core/payments/payment-summary'
import { bookingArgument } from '../../flags/booking-argument.ts'
import { businessFlag } from '../../flags/business-flag.ts'
import { readReason, reasonFlag } from '../../flags/reason-flag.ts'
import { yesFlag } from '../../flags/yes-flag.ts'
import type { BookingRecord } from '../../format/booking-record.ts'
import { sanitize } from '../../format/sanitize.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class BookingsCancel extends SillaCommand {
  static override summary = 'Cancel a booking in the name of the salon'
  static override description =
    'Until it begins, whatever the deadline for customers; the time is free again, points it was paid with are given back, and the customer is told by e-mail. It asks first on a terminal; elsewhere it needs --yes. --dry-run only tells what would go back. A cancelled booking never comes back.'
  static override examples = [
    '<%= config.bin %> bookings cancel 7K2MP9QRST --business barberia-centro --reason "Marta is ill"',
    '<%= config.bin %> bookings cancel 7K2MP9QRST -b barberia-centro --dry-run',
    '<%= config.bin %> bookings cancel 1042 -b barberia-centro --yes --json',
  ]
  static override args = { booking: bookingArgument }
  static override flags = {
    business: businessFlag,
    reason: reasonFlag,
    'dry-run': Flags.boolean({
      description: 'Only tell what would be cancelled, and what would go back.',
    }),
    yes: yesFlag,
  }

  async run(): Promise<{ dryRun: boolean; booking: BookingRecord; refund: RefundStatus }> {
    const { args, flags } = await this.parse(BookingsCancel)
    const reason = readReason(flags.reason)
    const [
      { findBooking: bookingNamed },
      { cancelBooking },
      { bookingRecord },
      { withReason: orReason, failedStep: refusedStep },
      { money },
    ] = await Promise.all([
      import('@silla/core/bookings/find-booking'),
      import('@silla/core/bookings/cancel-booking'),
      import('../../format/booking-record.ts'),
      import('../../errors/failed-step.ts'),
      import('../../format/money.ts'),
    ])
    const looking = await this.actFor(flags.business)
    const found = await bookingNamed(looking, args.booking)
    if (!found.canCancel) throw refusedStep('cancelled', found.booking)
    const before = bookingRecord(found, await looking.tenant.catalog())
    const back = refundableAmountCents(before.payment)
    const refunded = back > 0 ? ` ${money(back, before.currency)} go back.` : ''
    const what = `${before.code} (${sanitize(before.contact.name)}, ${before.day} ${before.time})`
    if (flags['dry-run']) {
      this.log(`${what} would be cancelled.${refunded}`)
      const refund = {
        applies: back > 0,
        amountCents: back,
        state: back > 0 ? ('pending' as const) : ('none' as const),
      }
      return { dryRun: true, booking: before, refund }
    }
    await this.confirm(`Cancel ${what}?${refunded}`, flags.yes)

    const context = await this.actFor(flags.business, { bookingId: before.id })
    const cancelling = cancelBooking(context, { bookingId: before.id, code: null, reason })
    const look = () => bookingNamed(context, args.booking)
    const { booking, refund } = await orReason('cancelled', cancelling, look)
    this.log(`Booking ${booking.code} is cancelled.`)
    if (refund.applies)
      this.log(`Refund: ${money(refund.amountCents, booking.currency)}, ${refund.state}.`)
    const cancelled = { ...found, booking, canCancel: false }
    return {
      dryRun: false,
      booking: bookingRecord(cancelled, await context.tenant.catalog()),
      refund,
    }
  }
}
