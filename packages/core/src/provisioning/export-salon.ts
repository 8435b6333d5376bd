import type { Sql } from '@silla/db'
import { readSalon } from './read-salon.ts'
import { salonText } from './salon-file/salon-text.ts'
import { serializeSalon } from './salon-file/serialize/salon.ts'

/**
 * Exports a salon as the text of a salon file. Applied to the same salon, the file changes nothing;
 * applied under another slug, it creates a copy. Inactive entries and API keys are not exported.
 * @throws ProvisioningError BUSINESS_NOT_FOUND
 */
export async function exportSalon(admin: Sql, slug: string): Promise<string> {
  return salonText(serializeSalon(await readSalon(admin, slug)))
}
