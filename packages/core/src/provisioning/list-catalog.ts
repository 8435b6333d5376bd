import type { Sql } from '@silla/db'
import { ProvisioningError } from '../business/provisioning-error.ts'
import type { Translated } from '../catalog/catalog.ts'
import { normalize } from '../text.ts'
import type { CatalogPart } from './catalog-file/catalog-file.ts'
import { readSalon } from './read-salon.ts'
import type {
  Salon,
  SalonCategory,
  SalonProduct,
  SalonResourceType,
  SalonService,
} from './salon.ts'
import { unknownName } from './salon-file/salon-file-error.ts'

/** Omitted properties do not filter. */
export interface CatalogListFilter {
  part: CatalogPart
  /** The handle of a category. */
  category?: string | undefined
  /** Part of the handle or of the name in any language, ignoring case and accents. */
  search?: string | undefined
  offset: number
  limit: number
}

export type CatalogEntry = SalonCategory | SalonResourceType | SalonService | SalonProduct

/**
 * Lists one part of a salon's catalogue in display order, with the total before offset and limit.
 * @throws ProvisioningError BUSINESS_NOT_FOUND, NOT_VALID when the category does not exist
 */
export async function listCatalog(
  admin: Sql,
  slug: string,
  { part, category, search, offset, limit }: CatalogListFilter,
): Promise<{ salon: Salon; entries: CatalogEntry[]; total: number }> {
  const salon = await readSalon(admin, slug)
  if (category !== undefined) assertCategory(category, part, salon)
  const matches = (entry: CatalogEntry) =>
    (category === undefined ||
      ('categoryHandle' in entry ? entry.categoryHandle : entry.handle) === category) &&
    (search === undefined || contains(search, entry.handle, entry.name))
  const found = entriesOf(part, salon).filter(matches)
  return { salon, entries: found.slice(offset, offset + limit), total: found.length }
}

const entriesOf = (part: CatalogPart, salon: Salon): readonly CatalogEntry[] =>
  part === 'resources' ? salon.resourceTypes : salon[part]

function assertCategory(handle: string, part: CatalogPart, { categories }: Salon): void {
  if (part === 'resources')
    throw new ProvisioningError('NOT_VALID', 'Resources have no category. Leave --category out.')
  const kinds = {
    categories: ['service', 'product'],
    services: ['service'],
    products: ['product'],
  }[part]
  const known = categories
    .filter(({ kind }) => kinds.includes(kind))
    .map((category) => category.handle)
  if (known.includes(handle)) return
  const message = unknownName('category', handle, known)
  throw new ProvisioningError('NOT_VALID', message.replace(/^u/, 'U'))
}

function contains(search: string, handle: string, name: Translated): boolean {
  return [handle, ...Object.values(name)].some((text) =>
    normalize(text).includes(normalize(search)),
  )
}
