import { Args, Flags } from '@oclif/core'
import type {
  CatalogEntry,
  CatalogPart,
  Salon,
  SalonCategory,
  SalonProduct,
  SalonService,
} from '@silla/core'
import { formatAmount } from '@silla/money'
import { businessFlag } from '../../flags/business-flag.ts'
import { pageOf, pagingFlags } from '../../flags/paging-flags.ts'
import { filterLabel, type PageFacts, pageFacts, pageText } from '../../format/list-page.ts'
import { textIn } from '../../format/text-in.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class CatalogList extends SillaCommand {
  static override summary = 'List what a salon offers'
  static override description =
    "Its categories, services or products, in the order in which customers see them; names are in the salon's main language, prices in its currency; Team is how many professionals offer a service. --json tells all of each. What was taken out of the catalogue is left out."
  static override examples = [
    '<%= config.bin %> catalog list services --business barberia-centro',
    '<%= config.bin %> catalog list products -b barberia-centro --category cuidado --search cera --json',
  ]
  static override args = {
    part: Args.string({
      description: 'categories, services or products.',
      options: ['categories', 'services', 'products'],
      required: true,
    }),
  }
  static override flags = {
    business: businessFlag,
    category: Flags.string({ description: 'Only those of this category.', helpValue: 'HANDLE' }),
    search: Flags.string({
      char: 's',
      description: 'Only those with this in their handle or name, in any language.',
      helpValue: 'TEXT',
    }),
    ...pagingFlags,
  }

  async run(): Promise<ListedCatalog> {
    const { args, flags } = await this.parse(CatalogList)
    const [{ listCatalog }, { table }] = await Promise.all([
      import('@silla/core/provisioning/list-catalog'),
      import('../../format/table.ts'),
    ])
    const part = args.part as CatalogPart
    const { category, search } = flags
    const found = await listCatalog(await this.admin(), flags.business, {
      part,
      category,
      search,
      ...pageOf(flags),
    })
    const rows = found.entries.map((entry) => rowOf(entry, found.salon))
    const list = table(headingsOf(part, found.salon), rows)
    const nothing = `${flags.business} has no ${filterLabel(category, search)}${part}.`
    this.log(pageText(flags, found.total, list, nothing))
    return { [part]: found.entries, ...pageFacts(flags, found.total) } as ListedCatalog
  }
}

/** Under the name of the part that was asked for. */
type ListedCatalog = PageFacts &
  ({ categories: SalonCategory[] } | { services: SalonService[] } | { products: SalonProduct[] })

function headingsOf(part: CatalogPart, { settings }: Salon): string[] {
  if (part === 'categories') return ['Handle', 'Name', 'Kind']
  const prices = [`Price ${settings.currency}`, 'Offer']
  if (part === 'products') return ['Handle', 'Name', 'Category', ...prices, 'Stock']
  return ['Handle', 'Name', 'Category', 'Min', ...prices, 'Team']
}

function rowOf(entry: CatalogEntry, { settings, professionals }: Salon): string[] {
  const name = textIn(entry.name, settings.mainLanguage)
  if (!('priceCents' in entry)) return [entry.handle, name, entry.kind]
  const offer = entry.offerPriceCents === null ? '-' : formatAmount(entry.offerPriceCents)
  const first = [entry.handle, name, entry.categoryHandle]
  const prices = [formatAmount(entry.priceCents), offer]
  if ('stock' in entry)
    return [...first, ...prices, entry.stock === null ? 'not counted' : String(entry.stock)]
  const team = professionals.filter(({ serviceHandles }) => serviceHandles.includes(entry.handle))
  return [...first, String(entry.durationMinutes), ...prices, String(team.length)]
}
