import type { Sql } from '@silla/db'
import type { Translated } from '../catalog/catalog.ts'
import { normalize } from '../text.ts'
import type { CatalogPart } from './catalog-file/catalog-file.ts'
import { ProvisioningError } from './provisioning-error.ts'
import { readSalon } from './read-salon.ts'
import type { Salon, SalonCategory, SalonProduct, SalonService } from './salon.ts'
import { unknownHandle } from './salon-file/parse/catalog.ts'

/** Which entries somebody wants to see; what is left out is no limit. */
export interface CatalogListFilter {
  part: CatalogPart
  /** The handle of a category. */
  category?: string | undefined
  /** A part of the handle or of the name in any language, whatever its capitals and accents. */
  search?: string | undefined
  offset: number
  limit: number
}

export type CatalogEntry = SalonCategory | SalonService | SalonProduct

/**
 * What a salon shows of one kind, in its order, and how many there are without offset and limit.
 * @throws ProvisioningError BUSINESS_NOT_FOUND, NOT_VALID when there is no such category
 */
export async function listCatalog(
  admin: Sql,
  slug: string,
  { part, category, search, offset, limit }: CatalogListFilter,
): Promise<{ salon: Salon; entries: CatalogEntry[]; total: number }> {
  const salon = await readSalon(admin, slug)
  if (category !== undefined) refuseUnknownCategory(category, part, salon)
  const fits = (entry: CatalogEntry) =>
    (category === undefined ||
      ('categoryHandle' in entry ? entry.categoryHandle : entry.handle) === category) &&
    (search === undefined || isIn(search, entry.handle, entry.name))
  const fitting = (salon[part] as readonly CatalogEntry[]).filter(fits)
  return { salon, entries: fitting.slice(offset, offset + limit), total: fitting.length }
}

function refuseUnknownCategory(handle: string, part: CatalogPart, { categories }: Salon): void {
  const kinds = {
    categories: ['service', 'product'],
    services: ['service'],
    products: ['product'],
  }[part]
  const known = categories
    .filter(({ kind }) => kinds.includes(kind))
    .map((category) => category.handle)
  if (known.includes(handle)) return
  const sentence = unknownHandle('category', handle, known)
  throw new ProvisioningError('NOT_VALID', sentence.replace(/^n/, 'N'))
}

function isIn(search: string, handle: string, name: Translated): boolean {
  return [handle, ...Object.values(name)].some((text) =>
    normalize(text).includes(normalize(search)),
  )
}
