import type { NewBusiness } from '../salon.ts'
import type { SalonFile } from './salon-file.ts'
import { serializeFile } from './serialize/file.ts'

/**
 * The file of a salon of which only the name and the place are known, checked as if somebody had written it.
 * @throws ProvisioningError NOT_VALID with every problem
 */
export function minimalSalonFile(ask: NewBusiness): SalonFile {
  return serializeFile({
    salon: ask.slug,
    mode: ask.mode,
    name: ask.name.trim().normalize('NFC'),
    address: { country: ask.country },
    settings: { currency: ask.currency, timezone: ask.timezone, language: ask.language },
    hours: {},
  })
}
