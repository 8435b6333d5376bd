import { Flags } from '@oclif/core'
import type { RefundStatus } from '@silla/core'
import { refundableAmountCents } from '@silla/core/model/payment-summary'
import { bookingArgument } from '../../flags/arguments.ts'
import { businessFlag, yesFlag } from '../../flags/common-flags.ts'
import { messageFlag, noteFlag, readBookingText } from '../../flags/reason-flags.ts'
import { followingFlag, noEmailFlag, readScope } from '../../flags/series-flags.ts'
import type { BookingRecord } from '../../format/booking-record.ts'
import type { SeriesVisitRecord } from '../../format/series-visits.ts'
import { SillaCommand } from '../../silla-command.ts'
import { sanitize } from '../../text/sanitize.ts'

export default class BookingsCancel extends SillaCommand {
  static override summary = 'Cancel a booking'
  static override description =
    "Works until the booking starts, even after the customers' cancellation deadline. The time " +
    'becomes available again, points used are returned, an online payment is refunded, and the ' +
    'customer gets an email, with the --message if there is one. --following also cancels the visits ' +
    'of a repeated booking that are to come after it, with one email about all of them. A cancelled booking cannot be restored. Asks for confirmation on a ' +
    'terminal; without a terminal it needs --yes. --dry-run only shows the refund.'
  static override examples = [
    '<%= config.bin %> bookings cancel barberia-centro 7K2MP9QRST --message "Marta is ill"',
    '<%= config.bin %> bookings cancel barberia-centro 7K2MP9QRST --note "Called twice" --yes',
    '<%= config.bin %> bookings cancel barberia-centro 7K2MP9QRST --dry-run',
    '<%= config.bin %> bookings cancel barberia-centro 7K2MP9QRST --following --no-email --yes',
    '<%= config.bin %> bookings cancel barberia-centro 1042 --yes --json',
  ]
  static override args = { booking: bookingArgument }
  static override flags = {
    business: businessFlag,
    message: messageFlag,
    note: noteFlag,
    following: followingFlag,
    'no-email': noEmailFlag,
    'dry-run': Flags.boolean({
      description: 'Only show what would be cancelled and refunded.',
    }),
    yes: yesFlag,
  }

  async run(): Promise<{
    dryRun: boolean
    booking: BookingRecord
    refund: RefundStatus
    visits: SeriesVisitRecord[] | null
  }> {
    const { args, flags } = await this.parse(BookingsCancel)
    const reason = readBookingText('message', flags.message)
    const note = readBookingText('note', flags.note)
    const [
      { findBooking },
      { cancelVisits },
      { bookingRecord },
      { explainInvalidTransition, invalidTransition },
      { formatMoney },
      { seriesVisitLines, seriesVisitRecords },
    ] = await Promise.all([
      import('@silla/core/bookings/find-booking'),
      import('@silla/core/series/cancel-visits'),
      import('../../format/booking-record.ts'),
      import('../../errors/booking-errors.ts'),
      import('../../text/values.ts'),
      import('../../format/series-visits.ts'),
    ])
    const readContext = await this.operatorContext(flags.business)
    const found = await findBooking(readContext, args.booking)
    if (!found.canCancel) throw invalidTransition('cancelled', found.booking)
    const before = bookingRecord(found, await readContext.tenant.catalog())
    const refundCents = refundableAmountCents(before.payment)
    const refundNote =
      refundCents > 0 ? ` Refund: ${formatMoney(refundCents, before.currency)}.` : ''
    const readByCustomer = reason === null ? '' : ` The customer reads: "${sanitize(reason)}"`
    const label = `${before.code} (${sanitize(before.contact.name)}, ${before.day} ${before.time})`
    const input = {
      ...{ bookingId: before.id, code: null, reason, note },
      ...{ notifiesCustomer: !flags['no-email'], scope: readScope(flags.following) },
    }
    const isSeries = flags.following && found.booking.seriesId !== null
    const tried = isSeries ? await cancelVisits(readContext, { ...input, simulated: true }) : null
    const triedVisits = seriesVisitRecords(tried?.visits ?? null)
    for (const line of seriesVisitLines(triedVisits ?? [])) this.log(line)
    if (flags['dry-run']) {
      this.log(`${label} would be cancelled.${refundNote}${readByCustomer}`)
      const refund = {
        applies: refundCents > 0,
        amountCents: refundCents,
        state: refundCents > 0 ? ('pending' as const) : ('none' as const),
      }
      return { dryRun: true, booking: before, refund, visits: triedVisits }
    }
    await this.confirm(`Cancel ${label}?${refundNote}${readByCustomer}`, flags.yes)

    const context = await this.operatorContext(flags.business, { bookingId: before.id })
    const { booking, refund, visits } = await explainInvalidTransition(
      'cancelled',
      cancelVisits(context, { ...input, simulated: false }),
      () => findBooking(context, args.booking),
    )
    this.log(`Cancelled booking ${booking.code}.`)
    if (refund.applies)
      this.log(`Refund: ${formatMoney(refund.amountCents, booking.currency)}, ${refund.state}.`)
    const cancelled = { ...found, booking, canCancel: false }
    return {
      dryRun: false,
      booking: bookingRecord(cancelled, await context.tenant.catalog()),
      refund,
      visits: seriesVisitRecords(visits),
    }
  }
}
