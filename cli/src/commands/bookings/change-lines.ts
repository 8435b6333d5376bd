import { Flags } from '@oclif/core'
import { bookingArgument } from '../../flags/arguments.ts'
import { businessFlag, yesFlag } from '../../flags/common-flags.ts'
import type { BookingRecord } from '../../format/booking-record.ts'
import { SillaCommand } from '../../silla-command.ts'
import { sanitize } from '../../text/sanitize.ts'

export default class BookingsChangeLines extends SillaCommand {
  static override summary = 'Change the services of a booking'
  static override description =
    'Until the salon completes the visit, also after its start. The start stays, and the services ' +
    'follow each other: those that are not named stay as they are, added ones come last. Who is new, or ' +
    'busy for longer, has to be free and at work. What was paid online stays: a higher total is paid at ' +
    'the salon, and what exceeds a lower one is refunded. Asks for confirmation on a terminal; without a ' +
    'terminal it needs --yes. --dry-run checks everything, shows the total and changes nothing.'
  static override examples = [
    '<%= config.bin %> bookings change-lines barberia-centro 7K2MP9QRST --add Barba --dry-run',
    '<%= config.bin %> bookings change-lines barberia-centro 7K2MP9QRST --add Barba=Luis --remove Corte --yes',
    '<%= config.bin %> bookings change-lines barberia-centro 7K2MP9QRST --assign Corte=any --email --yes',
    '<%= config.bin %> bookings change-lines barberia-centro 1042 --price Corte=15.50 --reason "Regular customer" --yes --json',
  ]
  static override args = { booking: bookingArgument }
  static override flags = {
    business: businessFlag,
    add: Flags.string({
      description:
        'Add a service: id, name or handle, and who does it after a =, any for anyone who is free; ' +
        'default: who does the one before. Repeat it for each.',
      multiple: true,
      multipleNonGreedy: true,
      helpValue: 'SERVICE[=PROFESSIONAL]',
    }),
    remove: Flags.string({
      description: 'Remove a service. Repeat it for each.',
      multiple: true,
      multipleNonGreedy: true,
      helpValue: 'SERVICE',
    }),
    assign: Flags.string({
      description: 'Give a booked service to somebody else. Repeat it for each.',
      multiple: true,
      multipleNonGreedy: true,
      helpValue: 'SERVICE=PROFESSIONAL',
    }),
    price: Flags.string({
      description: 'What a service costs in this booking; needs --reason. Repeat it for each.',
      multiple: true,
      multipleNonGreedy: true,
      helpValue: 'SERVICE=AMOUNT',
      dependsOn: ['reason'],
    }),
    reason: Flags.string({
      description:
        'Why the prices differ, kept in the history of the booking for staff only; up to 200 ' +
        'characters.',
      helpValue: 'TEXT',
      dependsOn: ['price'],
    }),
    email: Flags.boolean({ description: 'Send the customer an email about it.' }),
    'dry-run': Flags.boolean({ description: 'Only check the change and show the new total.' }),
    yes: yesFlag,
  }

  async run(): Promise<{ dryRun: boolean; totalCentsBefore: number; booking: BookingRecord }> {
    const { args, flags } = await this.parse(BookingsChangeLines)
    const [
      { findBooking },
      { changeLines },
      { readHandles },
      { readLines },
      { explainLinesChange },
      { bookingRecord },
      { serviceLine },
      { formatMoney },
    ] = await Promise.all([
      import('@silla/core/bookings/find-booking'),
      import('@silla/core/lines/change-lines'),
      import('@silla/core/provisioning/read-handles'),
      import('../../flags/lines-flags.ts'),
      import('../../errors/booking-errors.ts'),
      import('../../format/booking-record.ts'),
      import('../../format/booking-text.ts'),
      import('../../text/values.ts'),
    ])
    const readContext = await this.operatorContext(flags.business)
    const catalog = await readContext.tenant.catalog()
    const found = await findBooking(readContext, args.booking)
    const { id: bookingId, version, totalCents: totalCentsBefore } = found.booking
    const lines = readLines(flags, found.booking, catalog, await readHandles(readContext))
    const change = (context: typeof readContext, simulated: boolean) =>
      explainLinesChange(
        found.booking,
        changeLines(context, {
          ...{ bookingId, lines, version, simulated, notifiesCustomer: flags.email === true },
        }),
      )

    const tried = bookingRecord(await change(readContext, true), catalog)
    for (const service of tried.services) this.log(serviceLine(service, tried))
    const label = `${tried.code} (${sanitize(tried.contact.name)}, ${tried.day} ${tried.time})`
    const total =
      `${formatMoney(totalCentsBefore, tried.currency)} -> ` +
      formatMoney(tried.totalCents, tried.currency)
    if (flags['dry-run']) {
      this.log(`${label} would be changed: ${total}.`)
      return { dryRun: true, totalCentsBefore, booking: tried }
    }
    await this.confirm(`Change ${label}: ${total}?`, flags.yes)
    const context = await this.operatorContext(flags.business, { bookingId })
    const booking = bookingRecord(await change(context, false), catalog)
    this.log(`Changed booking ${booking.code}: ${total}.`)
    return { dryRun: false, totalCentsBefore, booking }
  }
}
