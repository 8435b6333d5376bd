import { Flags } from '@oclif/core'
import { businessFlag, pageOf, pagingFlags } from '../../flags/common-flags.ts'
import { pageFacts, pageText } from '../../format/list-page.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class TillList extends SillaCommand {
  static override summary = 'List money that was taken at the desk'
  static override description =
    'Entries of the till and their reversals, the latest first: those of today, or of the days from ' +
    "--from to --to; for a booking or an order those of all days. Days are in the salon's time zone."
  static override examples = [
    '<%= config.bin %> till list barberia-centro',
    '<%= config.bin %> till list barberia-centro --from 2027-06-01 --to 2027-06-30 --method cash --json',
    '<%= config.bin %> till list barberia-centro --booking 7K2MP9QRST',
    '<%= config.bin %> till list barberia-centro --person 1042',
  ]
  static override flags = {
    business: businessFlag,
    from: Flags.string({ description: 'The first day; default today.', helpValue: 'DAY' }),
    to: Flags.string({ description: 'The last day.', helpValue: 'DAY' }),
    booking: Flags.string({
      description: 'The code or the id of a booking.',
      helpValue: 'BOOKING',
      exclusive: ['order'],
    }),
    order: Flags.integer({
      description: 'The id of an order.',
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
    }),
    method: Flags.option({
      description: 'Only money that was taken in this way.',
      options: ['cash', 'card', 'other'] as const,
    })(),
    person: Flags.string({
      description: 'Only what this person recorded: id or email address.',
      helpValue: 'PERSON',
    }),
    ...pagingFlags,
  }

  async run() {
    const { flags } = await this.parse(TillList)
    const [
      { listTillEntries },
      { findBooking },
      { findPerson },
      { tillRecord, tillTable },
      { parseDayRange },
    ] = await Promise.all([
      import('@silla/core/till/list-till-entries'),
      import('@silla/core/bookings/find-booking'),
      import('@silla/core/staff/find-person'),
      import('../../format/till-record.ts'),
      import('../../flags/parse-days.ts'),
    ])
    const context = await this.operatorContext(flags.business)
    const { timezone } = (await context.tenant.catalog()).settings
    const booking =
      flags.booking === undefined ? null : (await findBooking(context, flags.booking)).booking
    const person = flags.person === undefined ? null : await findPerson(context, flags.person)
    const { entries: found, total } = await listTillEntries(context, {
      ...parseDayRange({ from: flags.from, to: flags.to }, timezone, context.clock.now()),
      bookingId: booking?.id ?? null,
      orderId: flags.order ?? null,
      method: flags.method ?? null,
      staffId: person?.id ?? null,
      takenByProfessionalId: null,
      ...pageOf(flags),
    })
    const entries = found.map((entry) => tillRecord(entry, timezone))
    const empty = `${flags.business} has no matching entries.`
    this.log(pageText(flags, total, tillTable(entries), empty))
    return { entries, ...pageFacts(flags, total) }
  }
}
