import { Args, Flags } from '@oclif/core'
import type {
  CatalogEntry,
  CatalogPart,
  Salon,
  SalonCategory,
  SalonProduct,
  SalonResourceType,
  SalonService,
} from '@silla/core'
import { formatAmount } from '@silla/money'
import { businessFlag, pageOf, pagingFlags } from '../../flags/common-flags.ts'
import { filterLabel, type PageFacts, pageFacts, pageText } from '../../format/list-page.ts'
import { SillaCommand } from '../../silla-command.ts'
import { textIn } from '../../text/values.ts'

export default class CatalogList extends SillaCommand {
  static override summary = 'List the catalog of a salon'
  static override description =
    'The categories, resources, services or products in the order that customers see. Names are ' +
    "in the salon's main language, prices in its currency; Min has the waits of a service in " +
    'parentheses, Team is the number of professionals who offer it. --json prints all fields. ' +
    'Removed entries are not listed.'
  static override examples = [
    '<%= config.bin %> catalog list barberia-centro services',
    '<%= config.bin %> catalog list barberia-centro products --category cuidado --search cera --json',
  ]
  static override args = {
    part: Args.string({
      description: 'categories, resources, services or products.',
      options: ['categories', 'resources', 'services', 'products'],
      required: true,
    }),
  }
  static override flags = {
    business: businessFlag,
    category: Flags.string({ description: 'Only entries of this category.', helpValue: 'HANDLE' }),
    search: Flags.string({
      char: 's',
      description: 'Only entries with this text in their handle or name, in any language.',
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
    const empty = `${flags.business} has no ${filterLabel(category, search)}${part}.`
    this.log(pageText(flags, found.total, list, empty))
    return { [part]: found.entries, ...pageFacts(flags, found.total) } as ListedCatalog
  }
}

/** The entries are in a field with the name of the requested part. */
type ListedCatalog = PageFacts &
  (
    | { categories: SalonCategory[] }
    | { resources: SalonResourceType[] }
    | { services: SalonService[] }
    | { products: SalonProduct[] }
  )

function headingsOf(part: CatalogPart, { settings }: Salon): string[] {
  if (part === 'categories') return ['Handle', 'Name', 'Kind']
  if (part === 'resources') return ['Handle', 'Name', 'Count', 'Needed by']
  const prices = [`Price ${settings.currency}`, 'Offer']
  if (part === 'products') return ['Handle', 'Name', 'Category', ...prices, 'Stock']
  return ['Handle', 'Name', 'Category', 'Min', 'Buffer', ...prices, 'Team', 'Needs']
}

function rowOf(entry: CatalogEntry, { settings, services, professionals }: Salon): string[] {
  const name = textIn(entry.name, settings.mainLanguage)
  if ('count' in entry) {
    const needing = services.filter(({ resourceTypeHandles: needs }) =>
      needs.includes(entry.handle),
    )
    const handles = needing.map(({ handle }) => handle).join(' ')
    return [entry.handle, name, String(entry.count), handles || '-']
  }
  if (!('priceCents' in entry)) return [entry.handle, name, entry.kind]
  const offer = entry.offerPriceCents === null ? '-' : formatAmount(entry.offerPriceCents)
  const first = [entry.handle, name, entry.categoryHandle]
  const prices = [formatAmount(entry.priceCents), offer]
  if ('stock' in entry)
    return [...first, ...prices, entry.stock === null ? 'not tracked' : String(entry.stock)]
  const team = professionals.filter(({ serviceHandles }) => serviceHandles.includes(entry.handle))
  const buffer = entry.bufferMinutes === 0 ? '-' : String(entry.bufferMinutes)
  const needs = entry.resourceTypeHandles.join(' ') || '-'
  return [...first, minutesText(entry), buffer, ...prices, String(team.length), needs]
}

/** `70 (wait 35)` */
function minutesText({ durationMinutes, phases }: SalonService): string {
  const waits = phases.filter((_, index) => index % 2 === 1)
  return waits.length === 0
    ? String(durationMinutes)
    : `${durationMinutes} (wait ${waits.join('+')})`
}
