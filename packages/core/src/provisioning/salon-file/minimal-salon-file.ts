import type { NewBusiness } from '../salon.ts'
import type { SalonFile } from './salon-file.ts'
import { writtenFile } from './serialize/file.ts'

/**
 * The file of a salon of which only the name and the place are known, checked as if somebody had written it.
 * @throws ProvisioningProblem NOT_VALID with every problem
 */
export function bareSalonFile(ask: NewBusiness): SalonFile {
  return writtenFile({
    salon: ask.slug,
    mode: ask.mode,
    name: ask.name.trim().normalize('NFC'),
    address: { country: ask.country },
    settings: { currency: ask.currency, timezone: ask.timezone, language: ask.language },
    hours: {},
  })
}
