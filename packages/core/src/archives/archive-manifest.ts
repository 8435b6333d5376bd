import type { Mode } from '../business/business-summary.ts'
import { ProvisioningError } from '../business/provisioning-error.ts'

/** What is in an archive: its last file but one. */
export interface ArchiveManifest {
  format: 'silla-archive'
  version: 1
  /** The moment of the snapshot: 2026-11-26T10:00:00.000Z */
  createdAt: string
  /** Of Silla, 0.3.0. */
  release: string
  /** The migrations of the database that it comes from, sorted. */
  migrations: string[]
  business: { id: string; slug: string; mode: Mode }
  /** In the order in which they are restored. */
  files: ArchivedFile[]
}

/**
 * What is in the archive that an owner downloads (D68). It has no code that authenticates it, because there is no
 * key for both sides, and cannot be restored.
 */
export interface OwnerManifest
  extends Pick<ArchiveManifest, 'format' | 'version' | 'createdAt' | 'release' | 'files'> {
  purpose: 'owner'
  business: Pick<ArchiveManifest['business'], 'id' | 'slug'>
}

/** Rows of a table, or jobs, one JSON object a line. */
export interface ArchivedFile {
  /** `app.bookings.jsonl.gz` */
  name: string
  /** `app.bookings`; null: the jobs */
  table: string | null
  /** Names of the columns; none for jobs. */
  columns: string[]
  rows: number
  /** As they are in the archive. */
  bytes: number
  /** Of these bytes, in hexadecimal. */
  sha256: string
}

export const manifestName = 'manifest.json'
/** The code that authenticates the manifest, in hexadecimal. */
export const codeName = 'manifest.hmac'
export const jobsName = 'jobs.jsonl.gz'
export const fileNameOf = (table: string): string => `${table}.jsonl.gz`

export const manifestText = (manifest: ArchiveManifest | OwnerManifest): Buffer =>
  Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)

/**
 * Reads a manifest that was authenticated, so that its fields are those that some release wrote.
 *
 * @throws ProvisioningError ARCHIVE_NEWER when its format is of a later version
 */
export function parseManifest(bytes: Buffer, file: string): ArchiveManifest {
  const manifest = JSON.parse(bytes.toString()) as ArchiveManifest
  if (manifest.format !== 'silla-archive' || manifest.version !== 1)
    throw new ProvisioningError(
      'ARCHIVE_NEWER',
      `${file} has a format that this version of Silla does not know. Restore it with Silla ${manifest.release}.`,
    )
  return manifest
}

/** Whether a manifest, which nothing authenticates, is that of an archive for an owner. */
export function isOfOwner(bytes: Buffer): boolean {
  try {
    return (JSON.parse(bytes.toString()) as Partial<OwnerManifest>).purpose === 'owner'
  } catch {
    return false
  }
}
