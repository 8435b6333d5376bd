import type { NewBusiness } from '../salon.ts'
import type { SalonFile } from './salon-file.ts'
import { serializeFile } from './serialize/file.ts'

/**
 * The file of a salon of which only the name and the place are known, checked as if somebody had
 * written it.
 * @throws ProvisioningError NOT_VALID with every problem
 */
export function minimalSalonFile(input: NewBusiness): SalonFile {
  return serializeFile({
    salon: input.slug,
    mode: input.mode,
    name: input.name.trim().normalize('NFC'),
    address: { country: input.country },
    settings: { currency: input.currency, timezone: input.timezone, language: input.language },
    hours: {},
  })
}
