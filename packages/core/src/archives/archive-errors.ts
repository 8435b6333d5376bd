import { ArchiveFileError } from '@silla/db'
import { type ProvisioningCode, ProvisioningError } from '../business/provisioning-error.ts'

/** Runs work with an archive; what is wrong with the file becomes a ProvisioningError. */
export async function withArchiveErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ArchiveFileError)) throw error
    throw new ProvisioningError(codes[error.reason], `${error.message}.`)
  }
}

const codes: Record<ArchiveFileError['reason'], ProvisioningCode> = {
  exists: 'ARCHIVE_EXISTS',
  unwritable: 'ARCHIVE_NOT_WRITTEN',
  unreadable: 'ARCHIVE_NOT_READABLE',
  damaged: 'ARCHIVE_DAMAGED',
}
