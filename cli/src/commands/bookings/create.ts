import { Flags } from '@oclif/core'
import { UsageError } from '../../errors/report-error.ts'
import { businessFlag } from '../../flags/common-flags.ts'
import { readRepetition, repetitionFlags } from '../../flags/series-flags.ts'
import { serviceFlags, visitorFlags } from '../../flags/visitor-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class BookingsCreate extends SillaCommand {
  static override summary = 'Create a booking for a customer'
  static override description =
    'The rules for online booking do not apply: minimum notice, booking horizon, services not ' +
    'bookable online, prepayment, required phone number, booking limits and blocked customers. ' +
    'The time can be any minute within working hours that is free; otherwise the error names the ' +
    'nearest free times. The booking is confirmed immediately and the customer gets a ' +
    'confirmation email. A customer who walks in or calls may have no email address: without ' +
    '--email each booking has a customer of its own and no email is sent; pass on the code. ' +
    'With --every-weeks and --times the visit is repeated at the same time: the days on which it can ' +
    'be are booked, the others are named, and the customer gets one email about all of them. ' +
    "Days and times are in the salon's time zone."
  static override examples = [
    '<%= config.bin %> bookings create barberia-centro --professional Marta --service Corte --day 2027-06-30 --time 10:00 --name "Lucía Prado" --email lucia@example.com',
    '<%= config.bin %> bookings create barberia-centro --professional 3 --service 12 --service 15 --day tomorrow --time 17:30 --name "Lucía Prado" --email lucia@example.com --phone "600 123 456" --notes "By phone" --json',
    '<%= config.bin %> bookings create barberia-centro --professional Marta --service Corte --day tomorrow --time 11:07 --name "Lucía"',
    '<%= config.bin %> bookings create barberia-centro --professional any --service Corte --day tomorrow --time 17:30 --name "Lucía Prado" --email lucia@example.com',
    '<%= config.bin %> bookings create barberia-centro --professional Marta --service Corte --day 2027-06-30 --time 10:00 --name "Lucía Prado" --every-weeks 4 --times 6 --dry-run',
    '<%= config.bin %> bookings create barberia-centro --line Corte=Marta --line Barba=any --day tomorrow --time 17:30 --name "Lucía Prado" --email lucia@example.com',
  ]
  static override flags = {
    business: businessFlag,
    professional: Flags.string({
      description: 'The professional: id, name or handle; any: anyone who is free.',
      helpValue: 'PROFESSIONAL',
      exclusive: ['line'],
    }),
    ...serviceFlags,
    day: Flags.string({
      description: 'The day: 2027-06-30, today or tomorrow.',
      required: true,
      helpValue: 'DAY',
    }),
    time: Flags.string({
      description: 'The start time: HH:MM, or now, the next full minute.',
      required: true,
      helpValue: 'TIME',
    }),
    email: Flags.string({
      description:
        'The email address of the customer, for emails about the booking; without it the customer ' +
        'gets none.',
      helpValue: 'EMAIL',
    }),
    ...visitorFlags,
    source: Flags.string({
      description:
        'Where the customer comes from, such as google, for the reports: up to 30 letters, digits, ' +
        'hyphens and underscores.',
      helpValue: 'SOURCE',
    }),
    ...repetitionFlags,
    'dry-run': Flags.boolean({ description: 'Only check what can be booked.' }),
  }

  async run() {
    const { flags } = await this.parse(BookingsCreate)
    const [
      { bookVisits },
      { parseBookingSource },
      { readHandles },
      { readVisit },
      { suggestAlternatives },
      { bookingRecord },
      { professionalNames },
      { seriesVisitLines, seriesVisitRecords },
    ] = await Promise.all([
      import('@silla/core/series/repeat-booking'),
      import('@silla/core/bookings/booking-source'),
      import('@silla/core/provisioning/read-handles'),
      import('../../flags/visit-flags.ts'),
      import('../../errors/booking-errors.ts'),
      import('../../format/booking-record.ts'),
      import('../../format/booking-text.ts'),
      import('../../format/series-visits.ts'),
    ])
    const context = await this.operatorContext(flags.business)
    const catalog = await context.tenant.catalog()
    const visit = readVisit(flags, catalog, await readHandles(context), context.clock.now())
    const simulated = flags['dry-run'] === true
    const repetition = readRepetition(flags)
    const source = flags.source === undefined ? null : parseBookingSource(flags.source)
    if (source === null && flags.source !== undefined)
      throw new UsageError(
        `Invalid value for --source: expected up to 30 letters, digits, hyphens and underscores, got "${flags.source}".`,
      )
    if (repetition !== null && visit.startMinute === 'now')
      throw new UsageError('A visit that is repeated needs a --time of day.')
    const detail = await suggestAlternatives(
      bookVisits(context, { ...visit, repetition, source, simulated }),
    )
    const booking = bookingRecord(detail, catalog)
    const services = booking.services.map(({ name }) => name).join(', ')
    const what = `${services} with ${professionalNames(booking)}, ${booking.day} ${booking.time}`
    this.log(simulated ? `Could be booked: ${what}.` : `Created booking ${booking.code}: ${what}.`)
    const visits = seriesVisitRecords(detail.visits)
    for (const line of seriesVisitLines(visits ?? [])) this.log(line)
    return { dryRun: simulated, booking, visits }
  }
}
