import { Flags } from '@oclif/core'
import { bookingArgument } from '../../flags/arguments.ts'
import { businessFlag, yesFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'
import { formatMoney } from '../../text/values.ts'

export default class PaymentsWaiveFee extends SillaCommand {
  static override summary = 'Waive the fee of a booking'
  static override description =
    'For good: the fee is not charged any more, and what was charged is refunded. Another fee cannot be ' +
    'charged for the booking. Asks for confirmation on a terminal; without a terminal it needs --yes. ' +
    '--dry-run only shows the fee.'
  static override examples = [
    '<%= config.bin %> payments waive-fee barberia-centro 7K2MP9QRST',
    '<%= config.bin %> payments waive-fee barberia-centro 7K2MP9QRST --dry-run',
    '<%= config.bin %> payments waive-fee barberia-centro 7K2MP9QRST --yes --json',
  ]
  static override args = { booking: bookingArgument }
  static override flags = {
    business: businessFlag,
    'dry-run': Flags.boolean({ description: 'Only show the fee that would be waived.' }),
    yes: yesFlag,
  }

  async run() {
    const { args, flags } = await this.parse(PaymentsWaiveFee)
    const [{ planWaiver, waiveFee }, { findBooking }] = await Promise.all([
      import('@silla/core/payments/fees/waive-fee'),
      import('@silla/core/bookings/find-booking'),
    ])
    const readContext = await this.operatorContext(flags.business)
    const { booking } = await findBooking(readContext, args.booking)
    const input = { bookingId: booking.id }
    const current = await planWaiver(readContext, input)
    const sentence = `the fee of ${formatMoney(current.amountCents, booking.currency)} for booking ${booking.code}`
    if (flags['dry-run']) {
      this.log(`It would waive ${sentence}, which is ${current.state}.`)
      return { dryRun: true, fee: current }
    }
    await this.confirm(`Waive ${sentence}?`, flags.yes)
    const context = await this.operatorContext(flags.business, { bookingId: booking.id })
    const fee = await waiveFee(context, input)
    this.log(`Waived ${sentence}.`)
    return { dryRun: false, fee }
  }
}
