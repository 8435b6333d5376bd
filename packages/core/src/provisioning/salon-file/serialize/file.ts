import { ProvisioningProblem } from '../../provisioning-error.ts'
import type { YamlDocument } from '../parse/yaml-document.ts'
import { readDocument } from '../read-salon-file.ts'
import type { SalonFile } from '../salon-file.ts'
import { SalonFileProblems } from '../salon-file-error.ts'

/**
 * Reads a salon that is written in the words of the file but was never a text, checked as if somebody had typed it.
 * @throws ProvisioningProblem NOT_VALID with every problem
 */
export function writtenFile(data: Record<string, unknown> & { salon: string }): SalonFile {
  const document: YamlDocument = {
    data,
    problem: (path, message) => ({
      line: 1,
      column: 1,
      path: String(path.findLast((step) => typeof step === 'string') ?? ''),
      message,
    }),
  }
  try {
    return readDocument(document, data.salon)
  } catch (error) {
    if (!(error instanceof SalonFileProblems)) throw error
    throw new ProvisioningProblem(
      'NOT_VALID',
      error.problems.map(({ path, message }) => `${path}: ${message}`).join('\n'),
    )
  }
}
