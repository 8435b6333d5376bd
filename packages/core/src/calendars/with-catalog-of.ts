import type { Catalog } from '../catalog/catalog.ts'
import type { TenantContext } from '../request-context.ts'

/**
 * The result of a read that used a copy of the catalogue; it is read again when the database has
 * another version of the catalogue.
 *
 * @param read returns null when there is nothing to read
 */
export async function withCatalogOf<Result>(
  { tenant }: TenantContext,
  read: (catalog: Catalog) => Promise<{ catalogVersion: number; result: Result } | null>,
): Promise<Result | null> {
  let catalog = await tenant.catalog()
  for (let tries = 0; tries < maxTries; tries++) {
    const found = await read(catalog)
    if (found === null) return null
    if (found.catalogVersion === catalog.version) return found.result
    catalog = await tenant.catalogAt(found.catalogVersion)
  }
  throw new Error(`the catalogue of ${tenant.slug} changes faster than it is read`)
}

const maxTries = 5
