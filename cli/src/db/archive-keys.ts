import type { ArchiveKeys } from '@silla/core'
import { openArchiveKeys } from '@silla/core/archives/archive-keys'
import { readSettings } from '../config.ts'
import { CliError } from '../errors/report-error.ts'

/** @throws CliError when ARCHIVE_KEY is missing or invalid */
export function requiredArchiveKeys(): ArchiveKeys {
  const { archiveKey = '' } = readSettings()
  if (/^[A-Za-z0-9+/]{43}=$/.test(archiveKey))
    return openArchiveKeys(Buffer.from(archiveKey, 'base64'))
  throw new CliError(
    `ARCHIVE_KEY is ${archiveKey === '' ? 'not set' : 'not valid'}. It has to be 32 random bytes in base64, ` +
      'such as from openssl rand -base64 32, the same where an archive is made and where it is restored.',
  )
}
