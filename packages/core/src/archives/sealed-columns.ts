import { ProvisioningError } from '../business/provisioning-error.ts'
import { type SecretsKeys, seal, unseal } from '../credentials/seal.ts'
import { notePurpose } from '../customers/customer-notes.ts'
import { endpointPurpose } from '../events/endpoints/endpoint-secret.ts'
import type { ArchiveKeys } from './archive-keys.ts'

/** Columns of a salon that are encrypted with SECRETS_KEY, each value bound to the id of its row. */
export const sealedColumns: Readonly<Record<string, SealedColumns>> = {
  'app.customer_notes': { columns: ['sealed_body'], purpose: notePurpose },
  'app.event_endpoints': {
    columns: ['sealed_secret', 'sealed_previous_secret'],
    purpose: endpointPurpose,
  },
}

interface SealedColumns {
  columns: readonly string[]
  purpose(id: number): string
}

/** What one deployment and the archive encrypt with. */
export interface ResealKeys {
  archiveKeys: ArchiveKeys
  /** null: SECRETS_KEY is not set. */
  secretsKeys: SecretsKeys | null
}

/**
 * A row of the database as it is in the archive.
 *
 * @throws ProvisioningError SECRET_NOT_READABLE
 */
export const sealRow = (table: string, row: string, keys: ResealKeys): string =>
  withSealed(table, row, keys, (stored, purpose, secretsKeys) => {
    const secret = unseal(Buffer.from(stored.slice(2), 'hex'), secretsKeys, purpose)
    return secret === null ? null : keys.archiveKeys.seal(secret, purpose)
  })

/**
 * A row of the archive as it is in the database.
 *
 * @throws ProvisioningError SECRET_NOT_READABLE
 */
export const unsealRow = (table: string, row: string, keys: ResealKeys): string =>
  withSealed(table, row, keys, (archived, purpose, secretsKeys) => {
    const secret = keys.archiveKeys.unseal(archived, purpose)
    return secret === null ? null : `\\x${seal(secret, secretsKeys, purpose).toString('hex')}`
  })

function withSealed(
  table: string,
  row: string,
  { secretsKeys }: ResealKeys,
  reseal: (value: string, purpose: string, keys: SecretsKeys) => string | null,
): string {
  const sealed = sealedColumns[table]
  if (sealed === undefined) return row
  const values: Record<string, unknown> & { id: number } = JSON.parse(row)
  for (const column of sealed.columns) {
    const value = values[column]
    if (typeof value !== 'string') continue
    const unreadable = (reason: string) =>
      new ProvisioningError('SECRET_NOT_READABLE', `${column} of ${table} ${values.id}: ${reason}.`)
    if (secretsKeys === null) throw unreadable('it is encrypted, and SECRETS_KEY is not set')
    values[column] =
      reseal(value, sealed.purpose(values.id), secretsKeys) ??
      fail(unreadable('none of the keys opens it'))
  }
  return JSON.stringify(values)
}

const fail = (error: Error): never => {
  throw error
}
