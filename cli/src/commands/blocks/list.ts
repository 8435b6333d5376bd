import { Flags } from '@oclif/core'
import { businessFlag, fromToFlags, pageOf, pagingFlags } from '../../flags/common-flags.ts'
import { pageFacts, pageText } from '../../format/list-page.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class BlocksList extends SillaCommand {
  static override summary = "List the blocks in a salon's diary"
  static override description =
    'Sorted by start, from today or --from. A block that began earlier is listed while it lasts. ' +
    "Days and times are in the salon's time zone."
  static override examples = [
    '<%= config.bin %> blocks list barberia-centro',
    '<%= config.bin %> blocks list barberia-centro --professional Marta --from 2027-06-01 --to 2027-06-30 --json',
  ]
  static override flags = {
    business: businessFlag,
    ...fromToFlags,
    professional: Flags.string({
      description:
        'Only blocks of this professional: id, handle or name; the id for one who has left.',
      helpValue: 'PROFESSIONAL',
    }),
    resource: Flags.string({
      description: 'Only blocks of this resource: its handle in the salon file.',
      helpValue: 'RESOURCE',
    }),
    ...pagingFlags,
  }

  async run() {
    const { flags } = await this.parse(BlocksList)
    const [{ listBlocks }, { blockRecord, blockTable }, { parseDayRange }, { professionalIdOf }] =
      await Promise.all([
        import('@silla/core/blocks/list-blocks'),
        import('../../format/block-record.ts'),
        import('../../flags/parse-days.ts'),
        import('../../flags/professional-id.ts'),
      ])
    const context = await this.operatorContext(flags.business)
    const catalog = await context.tenant.catalog()
    const { blocks: found, total } = await listBlocks(context, {
      ...parseDayRange(flags, catalog.settings.timezone, context.clock.now()),
      professionalId: await professionalIdOf(flags.professional, context),
      resource: flags.resource ?? null,
      ...pageOf(flags),
    })
    const blocks = found.map((block) => blockRecord(block, catalog.settings))
    const empty = `${flags.business} has no matching blocks.`
    this.log(pageText(flags, total, blockTable(blocks), empty))
    return { blocks, ...pageFacts(flags, total) }
  }
}
