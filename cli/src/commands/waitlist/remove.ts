import { businessFlag } from '../../flags/common-flags.ts'
import { waitlistArgument } from '../../flags/waitlist-argument.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class WaitlistRemove extends SillaCommand {
  static override summary = 'Take an entry off the waitlist'
  static override description =
    'A time that is held for it is offered to the next entry. An entry that has ended stays as it ' +
    'is. The customer gets no e-mail.'
  static override examples = [
    '<%= config.bin %> waitlist remove barberia-centro 1042',
    '<%= config.bin %> waitlist remove barberia-centro 1042 --json',
  ]
  static override args = { entry: waitlistArgument }
  static override flags = { business: businessFlag }

  async run() {
    const { args, flags } = await this.parse(WaitlistRemove)
    const { leaveWaitlist } = await import('@silla/core/waitlist/leave-waitlist')
    const context = await this.operatorContext(flags.business, { entryId: args.entry })
    const entry = await leaveWaitlist(context, { entryId: args.entry, code: null })
    this.log(
      entry.state === 'withdrawn'
        ? `Removed entry ${entry.id} from the waitlist.`
        : `Entry ${entry.id} had ended before: ${entry.state}.`,
    )
    return { entry }
  }
}
