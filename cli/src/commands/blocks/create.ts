import { Flags } from '@oclif/core'
import { businessFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class BlocksCreate extends SillaCommand {
  static override summary = 'Block time of a professional or a resource'
  static override description =
    'Takes time of a professional, or of one or all units of a resource, out of the diary: nobody ' +
    'can book it until the block is deleted. At most 31 days. If a booking is in the way, nothing ' +
    "is blocked and the error names it. Days and times are in the salon's time zone. For days off " +
    'that customers may know about, use schedule overrides.'
  static override examples = [
    '<%= config.bin %> blocks create barberia-centro --professional Marta --from "2027-06-30 16:00" --to 18:30 --reason "Colour course"',
    '<%= config.bin %> blocks create barberia-centro --professional Ana --from 2027-07-01T09:00 --to 2027-07-03T20:00 --reason "Jury duty" --json',
  ]
  static override flags = {
    business: businessFlag,
    professional: Flags.string({
      description: 'The professional: id, name or handle.',
      helpValue: 'PROFESSIONAL',
      exactlyOne: ['professional', 'resource'],
    }),
    resource: Flags.string({
      description: 'The resource: its handle in the salon file.',
      helpValue: 'RESOURCE',
      exactlyOne: ['professional', 'resource'],
    }),
    unit: Flags.integer({
      description: 'One unit of the resource, from 1; all units if omitted.',
      dependsOn: ['resource'],
      min: 1,
      max: 1000,
    }),
    from: Flags.string({
      description: 'The start: "2027-06-30 16:00", "tomorrow 9:30".',
      required: true,
      helpValue: 'TIME',
    }),
    to: Flags.string({
      description: 'The end; a time alone is on the day of --from.',
      required: true,
      helpValue: 'TIME',
    }),
    reason: Flags.string({
      description: 'The reason, for staff only; up to 500 characters.',
      required: true,
      helpValue: 'TEXT',
    }),
  }

  async run() {
    const { flags } = await this.parse(BlocksCreate)
    const [
      { createBlock },
      { readHandles },
      { readBlock },
      { explainObstacle },
      { blockedName, blockRecord, blockTime },
    ] = await Promise.all([
      import('@silla/core/blocks/create-block'),
      import('@silla/core/provisioning/read-handles'),
      import('../../flags/block-flags.ts'),
      import('../../errors/block-errors.ts'),
      import('../../format/block-record.ts'),
    ])
    const readContext = await this.operatorContext(flags.business)
    const catalog = await readContext.tenant.catalog()
    const handles = await readHandles(readContext)
    const input = readBlock(flags, catalog, handles, readContext.clock.now())
    const context = await this.operatorContext(flags.business, input.subject)
    const created = await explainObstacle(createBlock(context, input), catalog.settings.timezone)
    const block = blockRecord(created, catalog.settings)
    this.log(`Created block ${block.id}: ${blockedName(block)}, ${blockTime(block)}.`)
    return { block }
  }
}
