import { ProvisioningProblem } from '../problem.ts'
import type { NewBusiness } from '../salon.ts'
import { SalonFileProblems } from './problem.ts'
import { readDocument } from './read-salon-file.ts'
import type { SalonFile } from './salon-file.ts'
import type { YamlDocument } from './yaml-document.ts'

/**
 * The file of a salon of which only the name and the place are known, checked as if somebody had written it.
 * @throws ProvisioningProblem NOT_VALID with every problem
 */
export function bareSalonFile(ask: NewBusiness): SalonFile {
  const data = {
    salon: ask.slug,
    mode: ask.mode,
    name: ask.name.trim().normalize('NFC'),
    address: { country: ask.country },
    settings: { currency: ask.currency, timezone: ask.timezone, language: ask.language },
    hours: {},
  }
  const document: YamlDocument = {
    data,
    problem: (path, message) => ({ line: 1, column: 1, path: String(path.at(-1) ?? ''), message }),
  }
  try {
    return readDocument(document, ask.slug)
  } catch (error) {
    if (!(error instanceof SalonFileProblems)) throw error
    throw new ProvisioningProblem(
      'NOT_VALID',
      error.problems.map(({ path, message }) => `${path}: ${message}`).join('\n'),
    )
  }
}
