import { Args } from '@oclif/core'
import { businessFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class HoldsRelease extends SillaCommand {
  static override summary = 'Release a hold'
  static override description =
    'Its time can be booked again at once. The customer who held it can still book it if it is free. ' +
    'One who was offered it from the waitlist gets an email and keeps the place; the time goes to ' +
    'the next.'
  static override examples = [
    '<%= config.bin %> holds release barberia-centro 1042',
    '<%= config.bin %> holds release barberia-centro 1042 --json',
  ]
  static override args = {
    hold: Args.integer({
      description: 'The id of the hold, as shown by holds list.',
      required: true,
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
    }),
  }
  static override flags = { business: businessFlag }

  async run() {
    const { args, flags } = await this.parse(HoldsRelease)
    const { releaseHeldTime } = await import('@silla/core/waitlist/release-held-time')
    const context = await this.operatorContext(flags.business, { holdId: args.hold })
    const hold = await releaseHeldTime(context, args.hold)
    this.log(`Released hold ${hold.id}.`)
    return { hold }
  }
}
