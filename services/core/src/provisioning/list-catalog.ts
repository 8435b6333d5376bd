import type { Sql } from '@silla/db'
import type { Translated } from '../catalog/catalog.ts'
import type { CatalogPart } from './catalog-file/columns.ts'
import { readSalon } from './read-salon.ts'
import type { Salon, SalonCategory, SalonProduct, SalonService } from './salon.ts'

/** Which entries somebody wants to see; what is left out is no limit. */
export interface CatalogWishes {
  part: CatalogPart
  /** The handle of a category. */
  category?: string | undefined
  /** A part of the handle or of the name in any language, in any case. */
  search?: string | undefined
  offset: number
  limit: number
}

export type ListedEntry = SalonCategory | SalonService | SalonProduct

/**
 * What a salon shows of one kind, in its order, and how many there are without offset and limit.
 * @throws ProvisioningProblem BUSINESS_NOT_FOUND
 */
export async function listCatalog(
  admin: Sql,
  slug: string,
  { part, category, search, offset, limit }: CatalogWishes,
): Promise<{ salon: Salon; entries: ListedEntry[]; total: number }> {
  const salon = await readSalon(admin, slug)
  const fits = (entry: ListedEntry) =>
    (category === undefined || ('categoryHandle' in entry ? entry.categoryHandle : entry.handle) === category) &&
    (search === undefined || isIn(search, entry.handle, entry.name))
  const fitting = (salon[part] as readonly ListedEntry[]).filter(fits)
  return { salon, entries: fitting.slice(offset, offset + limit), total: fitting.length }
}

function isIn(search: string, handle: string, name: Translated): boolean {
  const wanted = search.normalize('NFC').toLowerCase()
  return [handle, ...Object.values(name)].some((text) => text.toLowerCase().includes(wanted))
}
