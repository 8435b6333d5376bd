import { Flags } from '@oclif/core'
import { SillaCommand } from '../../silla-command.ts'

export default class BusinessesList extends SillaCommand {
  static override summary = 'List the businesses'
  static override description = 'Every salon on the platform, by slug, with its mode and whether it is active.'
  static override examples = [
    '<%= config.bin %> businesses list',
    '<%= config.bin %> businesses list --status suspended --json',
  ]
  static override flags = {
    mode: Flags.option({ options: ['live', 'test', 'demo'] as const, description: 'Only those of this mode.' })(),
    status: Flags.option({ options: ['active', 'suspended'] as const, description: 'Only those in this state.' })(),
  }

  async run() {
    const { flags } = await this.parse(BusinessesList)
    const [{ listBusinesses }, { table }] = await Promise.all([import('@silla/core'), import('../../table.ts')])
    const every = await listBusinesses(await this.admin())
    const businesses = every
      .filter(({ mode }) => flags.mode === undefined || mode === flags.mode)
      .filter(({ status }) => flags.status === undefined || status === flags.status)
    const rows = businesses.map((each) => [each.slug, each.name, each.mode, each.status, each.timezone, each.currency])
    if (rows.length === 0)
      this.log(every.length === 0 ? 'There are no businesses yet.' : 'There are no such businesses.')
    else this.log(table(['Slug', 'Name', 'Mode', 'Status', 'Zone', 'Currency'], rows))
    return { businesses }
  }
}
