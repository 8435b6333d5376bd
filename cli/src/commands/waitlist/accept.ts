import { businessFlag } from '../../flags/common-flags.ts'
import { waitlistArgument } from '../../flags/waitlist-argument.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class WaitlistAccept extends SillaCommand {
  static override summary = 'Accept the time that an entry of the waitlist was offered'
  static override description =
    'Books it for a customer who answers by phone. They get the e-mail about their booking.'
  static override examples = [
    '<%= config.bin %> waitlist accept barberia-centro 1042',
    '<%= config.bin %> waitlist accept barberia-centro 1042 --json',
  ]
  static override args = { entry: waitlistArgument }
  static override flags = { business: businessFlag }

  async run() {
    const { args, flags } = await this.parse(WaitlistAccept)
    const [{ acceptOffer }, { bookingRecord }] = await Promise.all([
      import('@silla/core/waitlist/accept-offer'),
      import('../../format/booking-record.ts'),
    ])
    const context = await this.operatorContext(flags.business, { entryId: args.entry })
    const detail = await acceptOffer(context, {
      ...{ entryId: args.entry, code: null, offerId: null, clientAddress: null },
    })
    const booking = bookingRecord(detail, await context.tenant.catalog())
    this.log(`Created booking ${booking.code}: ${booking.day} ${booking.time}.`)
    return { booking }
  }
}
