import { Args } from '@oclif/core'
import { businessFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class BlocksDelete extends SillaCommand {
  static override summary = 'Delete a block'
  static override description =
    'Its time can be booked again at once. A block that was deleted by mistake has to be created ' +
    'again.'
  static override examples = [
    '<%= config.bin %> blocks delete barberia-centro 1042',
    '<%= config.bin %> blocks delete barberia-centro 1042 --json',
  ]
  static override args = {
    block: Args.integer({
      description: 'The id of the block, as shown by blocks list.',
      required: true,
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
    }),
  }
  static override flags = { business: businessFlag }

  async run() {
    const { args, flags } = await this.parse(BlocksDelete)
    const { deleteBlock } = await import('@silla/core/blocks/delete-block')
    const context = await this.operatorContext(flags.business, { blockId: args.block })
    const block = await deleteBlock(context, args.block)
    this.log(`Deleted block ${block.id}.`)
    return { block }
  }
}
