import type { Sql } from '@silla/db'
import { readSalon } from './read-salon.ts'
import { salonText } from './salon-file/salon-text.ts'
import { serializeSalon } from './salon-file/serialize/salon.ts'

/**
 * A salon as the text of a file that says what it is: applied to it, nothing changes; applied
 * elsewhere under another name, it makes the same salon again. What is inactive is left out, as are
 * keys.
 * @throws ProvisioningError BUSINESS_NOT_FOUND
 */
export async function exportSalon(admin: Sql, slug: string): Promise<string> {
  return salonText(serializeSalon(await readSalon(admin, slug)))
}
