import { businessFlag } from '../../flags/common-flags.ts'
import { waitlistArgument } from '../../flags/waitlist-argument.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class WaitlistDecline extends SillaCommand {
  static override summary = 'Decline the time that an entry of the waitlist was offered'
  static override description =
    'For a customer who answers by phone. The time is free at once and is offered to the next entry; ' +
    'this one waits for another time. The customer gets no e-mail.'
  static override examples = [
    '<%= config.bin %> waitlist decline barberia-centro 1042',
    '<%= config.bin %> waitlist decline barberia-centro 1042 --json',
  ]
  static override args = { entry: waitlistArgument }
  static override flags = { business: businessFlag }

  async run() {
    const { args, flags } = await this.parse(WaitlistDecline)
    const [{ declineOffer }, { waitlistRecord }] = await Promise.all([
      import('@silla/core/waitlist/decline-offer'),
      import('../../format/waitlist-record.ts'),
    ])
    const context = await this.operatorContext(flags.business, { entryId: args.entry })
    const { entry } = await declineOffer(context, {
      ...{ entryId: args.entry, code: null, offerId: null },
    })
    this.log(`Declined the time that entry ${entry.id} was offered. It waits for another one.`)
    return { entry: waitlistRecord(entry, (await context.tenant.catalog()).settings) }
  }
}
