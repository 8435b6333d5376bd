import { Flags } from '@oclif/core'
import { businessFlag } from '../../flags/business-flag.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class BookingsBook extends SillaCommand {
  static override summary = 'Book a visit for a customer, in the name of the salon'
  static override description =
    "What the salon's own rules leave to the salon does not apply: notice, how far ahead, services that are not booked online, prepayment, a phone, limits, a block. The time has to be within working hours and free; where somebody has it, the nearest free ones are told. The booking is confirmed at once and the customer gets their e-mail. Days and times are the salon's."
  static override examples = [
    '<%= config.bin %> bookings create -b barberia-centro --professional Marta --service Corte --day 2027-06-30 --time 10:00 --name "Lucía Prado" --email lucia@example.com',
    '<%= config.bin %> bookings create -b barberia-centro --professional 3 --service 12 --service 15 --day tomorrow --time 17:30 --name "Lucía Prado" --email lucia@example.com --phone "600 123 456" --notes "By phone" --json',
  ]
  static override flags = {
    business: businessFlag,
    professional: Flags.string({
      description: 'Who does it: id, name or handle.',
      required: true,
      helpValue: 'WHO',
    }),
    service: Flags.string({
      description:
        'What is done: id, name or handle. Repeat it for several, in the order they are done; up to 10.',
      required: true,
      multiple: true,
      multipleNonGreedy: true,
      helpValue: 'WHAT',
    }),
    day: Flags.string({
      description: 'The day: 2027-06-30, today or tomorrow.',
      required: true,
      helpValue: 'DAY',
    }),
    time: Flags.string({
      description: 'When it begins: HH:MM.',
      required: true,
      helpValue: 'TIME',
    }),
    name: Flags.string({
      description: 'Who comes; up to 120 characters.',
      required: true,
      helpValue: 'NAME',
    }),
    email: Flags.string({
      description: 'Their e-mail: the letters about the booking go there.',
      required: true,
      helpValue: 'EMAIL',
    }),
    phone: Flags.string({
      description: "Their phone, in any spelling of the salon's country.",
      helpValue: 'PHONE',
    }),
    notes: Flags.string({
      description: 'For the professional; up to 1000 characters.',
      helpValue: 'TEXT',
    }),
    language: Flags.option({
      options: ['es', 'en', 'ar'] as const,
      description: "What their letters are written in; the salon's main language when left out.",
    })(),
  }

  async run() {
    const { flags } = await this.parse(BookingsBook)
    const [
      { createBooking },
      { nearbySlots: freeTimesNear },
      { readHandles },
      { readVisit },
      { withNearbySlots: withFreeTimes },
      { bookingRecord },
    ] = await Promise.all([
      import('@silla/core/bookings/create-booking'),
      import('@silla/core/bookings/nearby-slots'),
      import('@silla/core/catalog/read-handles'),
      import('../../flags/visit-flags.ts'),
      import('../../errors/slot-taken.ts'),
      import('../../format/booking-record.ts'),
    ])
    const context = await this.actFor(flags.business)
    const catalog = await context.tenant.catalog()
    const visit = readVisit(flags, catalog, await readHandles(context), context.clock.now())
    const view = await withFreeTimes(createBooking(context, visit), () =>
      freeTimesNear(context, visit),
    )
    const booking = bookingRecord(view, catalog)
    const what = booking.services.map(({ name }) => name).join(', ')
    this.log(
      `Booked ${booking.code}: ${what} with ${booking.professional.name}, ${booking.day} ${booking.time}.`,
    )
    return { booking }
  }
}
