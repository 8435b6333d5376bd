import { type ImportNote, importSentence } from '@silla/errors'
import { ProvisioningError } from '../business/provisioning-error.ts'

/** A file that cannot be imported as a whole; the message is English. */
export class ImportFileError extends ProvisioningError {
  readonly note: ImportNote

  constructor(note: ImportNote) {
    super('NOT_VALID', importSentence(note, 'en'))
    this.name = 'ImportFileError'
    this.note = note
  }
}
