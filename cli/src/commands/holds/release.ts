import { Args } from '@oclif/core'
import { businessFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class HoldsRelease extends SillaCommand {
  static override summary = 'Release a hold'
  static override description =
    'Its time can be booked again at once. The customer who held it can still book it if it is free.'
  static override examples = [
    '<%= config.bin %> holds release 1042 --business barberia-centro',
    '<%= config.bin %> holds release 1042 -b barberia-centro --json',
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
    const { releaseHoldAsBusiness } = await import('@silla/core/holds/release-hold')
    const context = await this.operatorContext(flags.business, { holdId: args.hold })
    const hold = await releaseHoldAsBusiness(context, args.hold)
    this.log(`Released hold ${hold.id}.`)
    return { hold }
  }
}
