import { createHash } from 'node:crypto'
import { type ArchiveEntry, type OpenArchive, readArchiveFile } from '@silla/db'
import { ProvisioningError } from '../business/provisioning-error.ts'
import { withArchiveErrors } from './archive-errors.ts'
import type { ArchiveKeys } from './archive-keys.ts'
import {
  type ArchivedFile,
  type ArchiveManifest,
  codeName,
  isOfOwner,
  manifestName,
  parseManifest,
} from './archive-manifest.ts'

/** An archive whose files are those that its deployment wrote. */
export interface VerifiedArchive {
  manifest: ArchiveManifest
  /** The rows of a file, some at a time. */
  rowsOf(file: ArchivedFile): AsyncIterable<string[]>
}

/**
 * Opens an archive for the time of the work, after all of it has been read: its manifest is authentic, and
 * each file has the checksum and the number of rows that the manifest says.
 *
 * @throws ProvisioningError ARCHIVE_NOT_READABLE, ARCHIVE_DAMAGED, ARCHIVE_KEY_WRONG, ARCHIVE_NEWER
 */
export const withVerifiedArchive = <T>(
  file: string,
  keys: ArchiveKeys,
  work: (archive: VerifiedArchive) => Promise<T>,
): Promise<T> =>
  withArchiveErrors(() =>
    readArchiveFile(file, async (archive) => {
      const manifest = await readManifest(archive, keys, file)
      const entries = entriesOf(archive, manifest, file)
      for (const [described, entry] of entries) await verify(archive, described, entry, file)
      return work({
        manifest,
        rowsOf: (described) => linesOf(archive, entries.get(described) as ArchiveEntry),
      })
    }),
  )

async function readManifest(
  archive: OpenArchive,
  keys: ArchiveKeys,
  file: string,
): Promise<ArchiveManifest> {
  const bytes = await smallEntry(archive, manifestName, file)
  if (archive.entries.every(({ name }) => name !== codeName) && isOfOwner(bytes))
    throw new ProvisioningError(
      'ARCHIVE_OF_OWNER',
      `${file} was downloaded by an owner: it has no secrets and no keys, and cannot be restored.`,
    )
  const code = await smallEntry(archive, codeName, file)
  if (!keys.isAuthentic(bytes, code.toString()))
    throw new ProvisioningError(
      'ARCHIVE_KEY_WRONG',
      `${file} was written with another ARCHIVE_KEY, or its manifest was changed.`,
    )
  return parseManifest(bytes, file)
}

function smallEntry(archive: OpenArchive, name: string, file: string): Promise<Buffer> {
  const entry = archive.entries.find((each) => each.name === name)
  if (entry === undefined || entry.bytes > mostManifestBytes)
    throw damaged(file, `it has no ${name}`)
  return archive.read(entry)
}

/** A manifest has a few kilobytes; more is not read into memory. */
const mostManifestBytes = 1 << 22

function entriesOf(
  archive: OpenArchive,
  { files }: ArchiveManifest,
  file: string,
): Map<ArchivedFile, ArchiveEntry> {
  const known = [...files.map(({ name }) => name), manifestName, codeName]
  const other = archive.entries.find(({ name }) => !known.includes(name))
  if (other !== undefined) throw damaged(file, `its manifest does not name ${other.name}`)
  return new Map(
    files.map((described) => {
      const entry = archive.entries.find(({ name }) => name === described.name)
      if (entry === undefined) throw damaged(file, `it has no ${described.name}`)
      return [described, entry]
    }),
  )
}

async function verify(
  archive: OpenArchive,
  { name, rows, sha256 }: ArchivedFile,
  entry: ArchiveEntry,
  file: string,
): Promise<void> {
  const hash = createHash('sha256')
  let lines = 0
  let last = newline
  for await (const chunk of archive.contentOf(entry, hash)) {
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) lines++
    last = chunk.at(-1) ?? last
  }
  if (hash.digest('hex') !== sha256) throw damaged(file, `${name} was changed`)
  if (lines !== rows || last !== newline) throw damaged(file, `${name} has not ${rows} rows`)
}

const newline = 0x0a

const damaged = (file: string, what: string) =>
  new ProvisioningError('ARCHIVE_DAMAGED', `${file} is damaged: ${what}.`)

async function* linesOf(archive: OpenArchive, entry: ArchiveEntry): AsyncIterable<string[]> {
  let parts: Buffer[] = []
  let bytes = 0
  for await (const chunk of archive.contentOf(entry)) {
    parts.push(chunk)
    bytes += chunk.length
    if (bytes < partBytes || !chunk.includes(newline)) continue
    const all = Buffer.concat(parts)
    const end = all.lastIndexOf(newline)
    yield all.subarray(0, end).toString().split('\n')
    parts = [all.subarray(end + 1)]
    bytes = all.length - end - 1
  }
  const rest = Buffer.concat(parts)
  if (rest.length > 0)
    yield rest
      .subarray(0, rest.length - 1)
      .toString()
      .split('\n')
}

/** How much of a file is restored by one statement. */
const partBytes = 1 << 19
