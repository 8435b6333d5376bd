import { Flags } from '@oclif/core'
import { businessFlag } from '../../flags/business-flag.ts'
import { pageOf, pagingFlags } from '../../flags/paging-flags.ts'
import { filterLabel, pageFacts, pageText } from '../../format/list-page.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class BookingsList extends SillaCommand {
  static override summary = "List a salon's bookings"
  static override description =
    "By start, the latest first unless --earliest-first says otherwise. Days and times are the salon's. --json tells each booking whole, with money in cents, and in `total` how many there are on all pages."
  static override examples = [
    '<%= config.bin %> bookings list --business barberia-centro --from today --earliest-first',
    '<%= config.bin %> bookings list -b barberia-centro --from 2027-06-01 --to 2027-06-30 --professional Marta --state no_show',
    '<%= config.bin %> bookings list -b barberia-centro --customer lucia@example.com --json',
  ]
  static override flags = {
    business: businessFlag,
    from: Flags.string({
      description: 'Only those that begin on this day or later: 2027-06-30, today.',
      helpValue: 'DAY',
    }),
    to: Flags.string({
      description: 'Only those that begin on this day or before.',
      helpValue: 'DAY',
    }),
    state: Flags.option({
      options: ['pending', 'confirmed', 'completed', 'cancelled', 'no_show'] as const,
      description: 'Only those in this state.',
    })(),
    professional: Flags.string({
      description: 'Only those of this professional: id or name; of one who left, the id.',
      helpValue: 'WHO',
    }),
    customer: Flags.string({
      description: 'Only those of this customer: e-mail or id.',
      helpValue: 'WHO',
    }),
    'earliest-first': Flags.boolean({ description: 'Those that begin first come first.' }),
    ...pagingFlags,
  }

  async run() {
    const { flags } = await this.parse(BookingsList)
    const [
      { listBusinessBookings: bookingsOfBusiness },
      { findCustomer: knownCustomer },
      { bookingRecord },
      { bookingTable },
      { resolveByName: named },
      { parseDayRange: readDayRange },
    ] = await Promise.all([
      import('@silla/core/bookings/list-business-bookings'),
      import('@silla/core/customers/find-customer'),
      import('../../format/booking-record.ts'),
      import('../../format/booking-table.ts'),
      import('../../flags/resolve-by-name.ts'),
      import('../../flags/day-range.ts'),
    ])
    const context = await this.actFor(flags.business)
    const catalog = await context.tenant.catalog()
    const range = readDayRange(flags, catalog.settings.timezone, context.clock.now())
    const { professional: who, customer: whose, state = null } = flags
    const professional = { what: 'professional', namesOf: ({ name }: { name: string }) => [name] }

    const { bookings, total } = await bookingsOfBusiness(context, {
      ...range,
      state,
      professionalId:
        who === undefined
          ? null
          : (idOf(who) ?? named(who, catalog.professionals, professional).id),
      customerId: whose === undefined ? null : (await knownCustomer(context, whose)).id,
      earliestFirst: flags['earliest-first'],
      ...pageOf(flags),
    })
    const records = bookings.map((view) => bookingRecord(view, catalog))
    const nothing = `${flags.business} has no ${filterLabel(flags.from, flags.to, flags.state, who, whose)}bookings.`
    this.log(pageText(flags, total, bookingTable(records), nothing))
    return { bookings: records, ...pageFacts(flags, total) }
  }
}

const idOf = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)
