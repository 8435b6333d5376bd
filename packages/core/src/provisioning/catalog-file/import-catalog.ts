import type { Sql } from '@silla/db'
import type { ApplyOptions } from '../apply-salon.ts'
import { changeSalon, planChange } from '../change-salon.ts'
import type { SalonPlan } from '../plan.ts'
import type { SalonFileDocument } from '../salon-file/schema.ts'
import type { CatalogFile } from './catalog-file.ts'
import { mergeCatalog } from './merge-catalog.ts'

/**
 * What importing a catalogue file would change; nothing is written.
 * @throws ProvisioningError BUSINESS_NOT_FOUND; SalonFileError with the places of the file
 */
export function planImport(
  admin: Sql,
  slug: string,
  file: CatalogFile,
  options: { replace: boolean },
): Promise<SalonPlan> {
  return planChange(admin, slug, (written: SalonFileDocument) =>
    mergeCatalog(written, file, options),
  )
}

/**
 * Changes the salon's categories, services and products to what the file says of them, in one
 * transaction.
 * @returns the plan that was carried out
 * @throws ProvisioningError BUSINESS_NOT_FOUND, WOULD_STRAND_BOOKINGS; SalonFileError with the
 *   places of the file
 */
export function importCatalog(
  admin: Sql,
  slug: string,
  file: CatalogFile,
  options: ApplyOptions & { replace: boolean },
): Promise<SalonPlan> {
  const edit = (written: SalonFileDocument) => mergeCatalog(written, file, options)
  return changeSalon(admin, slug, edit, { ...options, action: 'catalog.import' })
}
