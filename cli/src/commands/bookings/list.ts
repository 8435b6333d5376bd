import { Flags } from '@oclif/core'
import { businessFlag, pageOf, pagingFlags } from '../../flags/common-flags.ts'
import { filterLabel, pageFacts, pageText } from '../../format/list-page.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class BookingsList extends SillaCommand {
  static override summary = "List a salon's bookings"
  static override description =
    'Sorted by start time, the latest first; --sort start lists the earliest first, and so does ' +
    '--day, which lists one day. Days and ' +
    "times are in the salon's time zone. --json prints each booking in full, with amounts in " +
    'cents, and the number of bookings on all pages as `total`.'
  static override examples = [
    '<%= config.bin %> bookings list barberia-centro --from today --sort start',
    '<%= config.bin %> bookings list barberia-centro --day tomorrow --sort start',
    '<%= config.bin %> bookings list barberia-centro --from 2027-06-01 --to 2027-06-30 --professional Marta --state no_show',
    '<%= config.bin %> bookings list barberia-centro --customer lucia@example.com --json',
  ]
  static override flags = {
    business: businessFlag,
    day: Flags.string({
      description: 'Only bookings on this day: 2027-06-30, today or tomorrow.',
      helpValue: 'DAY',
      exclusive: ['from', 'to'],
    }),
    from: Flags.string({
      description: 'Only bookings on or after this day: 2027-06-30, today.',
      helpValue: 'DAY',
    }),
    to: Flags.string({
      description: 'Only bookings on or before this day.',
      helpValue: 'DAY',
    }),
    state: Flags.option({
      options: ['pending', 'confirmed', 'completed', 'cancelled', 'no_show'] as const,
      description: 'Only bookings in this state.',
    })(),
    professional: Flags.string({
      description:
        'Only bookings with this professional: id, handle or name; the id for one who has left.',
      helpValue: 'PROFESSIONAL',
    }),
    customer: Flags.string({
      description: 'Only bookings of this customer: email address or id.',
      helpValue: 'CUSTOMER',
    }),
    sort: Flags.option({
      options: ['latest', 'start'] as const,
      description:
        'The order: latest start first, or earliest start first; without it the latest, with --day ' +
        'the earliest.',
    })(),
    ...pagingFlags,
  }

  async run() {
    const { flags } = await this.parse(BookingsList)
    const [
      { listBusinessBookings },
      { findCustomer },
      { bookingRecord },
      { bookingTable },
      { professionalIdOf },
      { parseDayRange },
    ] = await Promise.all([
      import('@silla/core/bookings/list-business-bookings'),
      import('@silla/core/customers/find-customer'),
      import('../../format/booking-record.ts'),
      import('../../format/booking-text.ts'),
      import('../../flags/professional-id.ts'),
      import('../../flags/parse-days.ts'),
    ])
    const context = await this.operatorContext(flags.business)
    const catalog = await context.tenant.catalog()
    const range = parseDayRange(flags, catalog.settings.timezone, context.clock.now())
    const { day, professional, customer, state = null } = flags

    const { bookings, total } = await listBusinessBookings(context, {
      ...range,
      state,
      professionalId: await professionalIdOf(professional, context),
      customerId: customer === undefined ? null : (await findCustomer(context, customer)).id,
      earliestFirst: (flags.sort ?? (day === undefined ? 'latest' : 'start')) === 'start',
      ...pageOf(flags),
    })
    const records = bookings.map((detail) => bookingRecord(detail, catalog))
    const filter = filterLabel(flags.from, flags.to, flags.state, professional, customer)
    const when = day === undefined ? '' : ` ${/^\d/.test(day) ? 'on ' : ''}${day}`
    const empty = `${flags.business} has no ${filter}bookings${when}.`
    this.log(pageText(flags, total, bookingTable(records), empty))
    return { bookings: records, ...pageFacts(flags, total) }
  }
}
