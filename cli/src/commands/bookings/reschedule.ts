import { Flags } from '@oclif/core'
import { bookingArgument } from '../../flags/arguments.ts'
import { businessFlag, yesFlag } from '../../flags/common-flags.ts'
import { followingFlag, noEmailFlag, readScope } from '../../flags/series-flags.ts'
import type { BookingRecord } from '../../format/booking-record.ts'
import type { SeriesVisitRecord } from '../../format/series-visits.ts'
import { SillaCommand } from '../../silla-command.ts'
import { sanitize } from '../../text/sanitize.ts'

export default class BookingsReschedule extends SillaCommand {
  static override summary = 'Move a booking to another time or professional'
  static override description =
    "Works until the booking starts. The customers' deadline, the minimum notice, the booking " +
    'horizon and the start times of online booking do not apply: any minute within working hours ' +
    'that is free. Without --day, --time or --professional that part stays as it is. The booking ' +
    'keeps its code and its prices, unless the new professional has another price, and the customer ' +
    'gets an email. --following moves the visits of a repeated booking that are to come after it by as ' +
    'many days and to the same time, with one email about all of them. Asks for confirmation on a terminal; without a terminal it needs --yes. ' +
    "--dry-run checks everything and changes nothing. Days and times are in the salon's time zone."
  static override examples = [
    '<%= config.bin %> bookings reschedule barberia-centro 7K2MP9QRST --day 2027-06-30 --time 10:00',
    '<%= config.bin %> bookings reschedule barberia-centro 7K2MP9QRST --professional Luis --yes',
    '<%= config.bin %> bookings reschedule barberia-centro 7K2MP9QRST --time 17:30 --professional any --dry-run',
    '<%= config.bin %> bookings reschedule barberia-centro 7K2MP9QRST --time 12:00 --following --no-email --dry-run',
    '<%= config.bin %> bookings reschedule barberia-centro 1042 --day tomorrow --professional Marta --professional Luis --yes --json',
  ]
  static override args = { booking: bookingArgument }
  static override flags = {
    business: businessFlag,
    day: Flags.string({
      description: 'The new day: 2027-06-30, today or tomorrow.',
      helpValue: 'DAY',
    }),
    time: Flags.string({ description: 'The new start time: HH:MM.', helpValue: 'TIME' }),
    professional: Flags.string({
      description:
        'Who does it: id, name or handle; any: anyone who is free. Repeat it to name one for ' +
        'each service, in order; a single one does all services.',
      multiple: true,
      multipleNonGreedy: true,
      helpValue: 'PROFESSIONAL',
    }),
    following: followingFlag,
    'no-email': noEmailFlag,
    'dry-run': Flags.boolean({ description: 'Only check whether it can be moved.' }),
    yes: yesFlag,
  }

  async run(): Promise<{
    dryRun: boolean
    booking: BookingRecord
    visits: SeriesVisitRecord[] | null
  }> {
    const { args, flags } = await this.parse(BookingsReschedule)
    const [
      { findBooking },
      { moveVisits },
      { readHandles },
      { readNewTime },
      { suggestAlternatives, explainReschedule },
      { bookingRecord },
      { professionalNames },
      { seriesVisitLines, seriesVisitRecords },
    ] = await Promise.all([
      import('@silla/core/bookings/find-booking'),
      import('@silla/core/series/move-visits'),
      import('@silla/core/provisioning/read-handles'),
      import('../../flags/new-time-flags.ts'),
      import('../../errors/booking-errors.ts'),
      import('../../format/booking-record.ts'),
      import('../../format/booking-text.ts'),
      import('../../format/series-visits.ts'),
    ])
    const readContext = await this.operatorContext(flags.business)
    const catalog = await readContext.tenant.catalog()
    const found = await findBooking(readContext, args.booking)
    const input = readNewTime(flags, found.booking, {
      catalog,
      handles: await readHandles(readContext),
      now: readContext.clock.now(),
    })
    const move = (context: typeof readContext, simulated: boolean) =>
      explainReschedule(
        found.booking,
        suggestAlternatives(
          moveVisits(context, {
            ...{ ...input, simulated, notifiesCustomer: !flags['no-email'] },
            scope: readScope(flags.following),
          }),
        ),
      )

    const detail = await move(readContext, true)
    const tried = bookingRecord(detail, catalog)
    const place = (booking: BookingRecord) =>
      `${booking.day} ${booking.time} with ${professionalNames(booking)}`
    if (detail.booking.version === found.booking.version) {
      this.log(`Booking ${tried.code} is already on ${place(tried)}.`)
      return { dryRun: flags['dry-run'], booking: tried, visits: null }
    }
    const visits = seriesVisitRecords(detail.visits)
    for (const line of seriesVisitLines(visits ?? [])) this.log(line)
    const before = bookingRecord(found, catalog)
    const label = `${before.code} (${sanitize(before.contact.name)}, ${before.day} ${before.time})`
    if (flags['dry-run']) {
      this.log(`${label} would be moved to ${place(tried)}.`)
      return { dryRun: true, booking: tried, visits }
    }
    await this.confirm(`Move ${label} to ${place(tried)}?`, flags.yes)
    const context = await this.operatorContext(flags.business, { bookingId: before.id })
    const moved = await move(context, false)
    const booking = bookingRecord(moved, catalog)
    this.log(`Moved booking ${booking.code} to ${place(booking)}.`)
    return { dryRun: false, booking, visits: seriesVisitRecords(moved.visits) }
  }
}
