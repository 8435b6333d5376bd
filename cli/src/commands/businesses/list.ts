import { Flags } from '@oclif/core'
import { pageOf, pagingFlags } from '../../flags/common-flags.ts'
import { countryCode } from '../../flags/country-code.ts'
import { filterLabel, pageFacts, pageText } from '../../format/list-page.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class BusinessesList extends SillaCommand {
  static override summary = 'List businesses'
  static override description =
    'The salons of the platform, sorted by slug, with their mode and status. --json prints the ' +
    'number of businesses on all pages as `total`, and as `unavailable` the slugs of those of the page ' +
    'that are on a node of a cluster that does not respond.'
  static override examples = [
    '<%= config.bin %> businesses list',
    '<%= config.bin %> businesses list --search barber --country ES --limit 20 --page 2',
    '<%= config.bin %> businesses list --status suspended --json',
  ]
  static override flags = {
    mode: Flags.option({
      options: ['live', 'test', 'demo'] as const,
      description: 'Only businesses in this mode.',
    })(),
    status: Flags.option({
      options: ['active', 'suspended'] as const,
      description: 'Only businesses with this status.',
    })(),
    country: Flags.string({ description: 'Only businesses in this country: ES, or its name.' }),
    currency: Flags.option({
      options: ['EUR', 'USD', 'GBP', 'AED'] as const,
      description: 'Only businesses with this currency.',
    })(),
    search: Flags.string({
      char: 's',
      description: 'Only businesses with this text in their slug or name.',
      helpValue: 'TEXT',
    }),
    after: Flags.string({
      description:
        'Only businesses after this slug, the last one of the page before: in many pages each business ' +
        'appears once, though others are added meanwhile.',
      helpValue: 'SLUG',
    }),
    ...pagingFlags,
  }

  async run() {
    const { flags } = await this.parse(BusinessesList)
    const [{ listBusinesses }, { table }] = await Promise.all([
      import('@silla/core/provisioning/list-businesses'),
      import('../../format/table.ts'),
    ])
    const { mode, status, currency, search, after } = flags
    const country = flags.country === undefined ? undefined : countryCode(flags.country)
    const filter = { mode, status, currency, search, country, after, ...pageOf(flags) }
    const { businesses, total, unavailable } = await listBusinesses(await this.admin(), filter)
    const rows = businesses.map((business) => [
      business.slug,
      business.name,
      business.mode,
      business.status,
      business.timezone,
      business.currency,
    ])
    const empty = `There are no ${filterLabel(mode, status, currency, search, country)}businesses.`
    const headings = ['Slug', 'Name', 'Mode', 'Status', 'Zone', 'Currency']
    const text = table(headings, rows)
    if (after === undefined) this.log(pageText(flags, total, text, empty))
    else this.log(rows.length > 0 ? text : `There are no businesses after ${after}.`)
    if (unavailable.length > 0)
      this.log(`Not available, see silla db nodes: ${unavailable.join(', ')}.`)
    return { businesses, unavailable, ...pageFacts(flags, total) }
  }
}
