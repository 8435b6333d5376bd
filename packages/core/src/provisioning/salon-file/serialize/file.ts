import { ProvisioningError } from '../../provisioning-error.ts'
import type { YamlDocument } from '../parse/yaml-document.ts'
import { parseDocument } from '../read-salon-file.ts'
import type { SalonFile } from '../salon-file.ts'
import { SalonFileError } from '../salon-file-error.ts'

/**
 * Reads a salon that is written in the words of the file but was never a text, checked as if
 * somebody had typed it.
 * @throws ProvisioningError NOT_VALID with every problem
 */
export function serializeFile(data: Record<string, unknown> & { salon: string }): SalonFile {
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
    return parseDocument(document, data.salon)
  } catch (error) {
    if (!(error instanceof SalonFileError)) throw error
    throw new ProvisioningError(
      'NOT_VALID',
      error.problems.map(({ path, message }) => `${path}: ${message}`).join('\n'),
    )
  }
}
