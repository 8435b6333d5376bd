import type { Sql } from '@silla/db'
import { readSalon } from '../read-salon.ts'
import { serializeSalon } from '../salon-file/serialize/salon.ts'
import { catalogCsv, catalogYaml } from './catalog-text.ts'
import { type CatalogPart, catalogParts } from './columns.ts'
import type { Separator } from './csv.ts'

/**
 * A part of a salon's catalogue as a table, or any parts in the words of the salon file: what
 * import reads.
 * @param what.part null: all of them, which no table can hold
 * @throws ProvisioningError BUSINESS_NOT_FOUND
 */
export async function exportCatalog(
  admin: Sql,
  slug: string,
  what:
    | { part: CatalogPart; format: 'csv'; separator: Separator }
    | { part: CatalogPart | null; format: 'yaml' },
): Promise<string> {
  const written = serializeSalon(await readSalon(admin, slug))
  if (what.format === 'csv') return catalogCsv(written, what.part, what.separator)
  return catalogYaml(written, what.part === null ? catalogParts : [what.part])
}
