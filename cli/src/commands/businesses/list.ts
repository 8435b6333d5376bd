import { Flags } from '@oclif/core'
import { countryCode } from '../../flags/country-code.ts'
import { pageOf, pagingFlags } from '../../flags/paging-flags.ts'
import { filterLabel, pageFacts, pageText } from '../../format/list-page.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class BusinessesList extends SillaCommand {
  static override summary = 'List the businesses'
  static override description =
    'The salons of the platform, by slug, with their mode and whether they are active. --json tells in `total` how many there are on all pages.'
  static override examples = [
    '<%= config.bin %> businesses list',
    '<%= config.bin %> businesses list --search barber --country ES --limit 20 --page 2',
    '<%= config.bin %> businesses list --status suspended --json',
  ]
  static override flags = {
    mode: Flags.option({
      options: ['live', 'test', 'demo'] as const,
      description: 'Only those of this mode.',
    })(),
    status: Flags.option({
      options: ['active', 'suspended'] as const,
      description: 'Only those in this state.',
    })(),
    country: Flags.string({ description: 'Only those in this country: ES, or its name.' }),
    currency: Flags.option({
      options: ['EUR', 'USD', 'GBP', 'AED'] as const,
      description: 'Only those that charge in this currency.',
    })(),
    search: Flags.string({
      char: 's',
      description: 'Only those with this in their slug or name.',
      helpValue: 'TEXT',
    }),
    ...pagingFlags,
  }

  async run() {
    const { flags } = await this.parse(BusinessesList)
    const [{ listBusinesses }, { table }] = await Promise.all([
      import('@silla/core/provisioning/list-businesses'),
      import('../../format/table.ts'),
    ])
    const { mode, status, currency, search } = flags
    const country = flags.country === undefined ? undefined : countryCode(flags.country)
    const filter = { mode, status, currency, search, country, ...pageOf(flags) }
    const { businesses, total } = await listBusinesses(await this.admin(), filter)
    const rows = businesses.map((each) => [
      each.slug,
      each.name,
      each.mode,
      each.status,
      each.timezone,
      each.currency,
    ])
    const nothing = `There are no ${filterLabel(mode, status, currency, search, country)}businesses.`
    const headings = ['Slug', 'Name', 'Mode', 'Status', 'Zone', 'Currency']
    this.log(pageText(flags, total, table(headings, rows), nothing))
    return { businesses, ...pageFacts(flags, total) }
  }
}
