import {
  endOfArchive,
  type Snapshot,
  type StreamedEntry,
  salonRows,
  streamEntry,
  type Tx,
} from '@silla/db'
import {
  type ArchivedFile,
  fileNameOf,
  manifestName,
  manifestText,
  type OwnerManifest,
} from '../archives/archive-manifest.ts'
import { linesOf } from '../archives/row-lines.ts'
import { type SecretsKeys, unseal } from '../credentials/seal.ts'
import { notePurpose } from '../customers/customer-notes.ts'
import { columnsLeftOut, sealedNotes, tablesLeftOut } from './left-out.ts'

export interface DownloadOptions {
  slug: string
  /** The moment of the snapshot. */
  createdAt: Date
  /** The version of Silla. */
  release: string
  /** Opens the allergies of customers; null: they have no text. */
  secretsKeys: SecretsKeys | null
}

/**
 * Everything of a salon as an archive for its owner, written while it is sent: nothing is stored (D68, decision
 * 0092). It is for reading: without secrets, and without what a deployment would need to restore it.
 */
export async function* downloadSalon(
  { tx }: Snapshot,
  options: DownloadOptions,
): AsyncGenerator<Buffer, void> {
  const { slug, createdAt: modifiedAt, release } = options
  await salonRows.useCanonicalText(tx)
  const files: ArchivedFile[] = []
  for (const table of await salonRows.listSalonTables(tx)) {
    if (!table.name.startsWith('app.') || tablesLeftOut.has(table.name)) continue
    const columns = columnsOf(table)
    if (!(await salonRows.hasSalonRows(tx, table))) continue
    const counted = { rows: 0 }
    const entry: StreamedEntry = {
      ...{ name: fileNameOf(table.name), modifiedAt },
      content() {
        counted.rows = 0
        return linesOf(rowsOf(tx, { ...table, columns }, options), counted)
      },
    }
    const written = yield* streamEntry(entry)
    const shown = columns.filter((column) => column !== sealedNotes.column)
    files.push({ name: entry.name, table: table.name, columns: shown, ...counted, ...written })
  }
  const manifest: OwnerManifest = {
    ...{ format: 'silla-archive', version: 1, purpose: 'owner' },
    ...{ createdAt: modifiedAt.toISOString(), release },
    business: { id: tx.businessId, slug },
    files,
  }
  yield* streamEntry({ name: manifestName, modifiedAt, content: () => one(manifestText(manifest)) })
  yield endOfArchive()
}

function columnsOf({ name, columns }: salonRows.SalonTable): string[] {
  const without = columnsLeftOut[name] ?? []
  return columns.filter((column) => !without.includes(column))
}

async function* rowsOf(
  tx: Tx,
  table: salonRows.SalonTable,
  { secretsKeys }: DownloadOptions,
): AsyncIterable<string[]> {
  for await (const rows of salonRows.readSalonRows(tx, table))
    yield table.name === sealedNotes.table ? rows.map((row) => openNote(row, secretsKeys)) : rows
}

/** A note whose text none of the keys opens has none. */
function openNote(row: string, keys: SecretsKeys | null): string {
  const { sealed_body: sealed, ...note } = JSON.parse(row)
  if (typeof sealed !== 'string') return JSON.stringify(note)
  const bytes = Buffer.from(sealed.slice(2), 'hex')
  return JSON.stringify({ ...note, body: keys && unseal(bytes, keys, notePurpose(note.id)) })
}

async function* one(bytes: Buffer): AsyncIterable<Buffer> {
  yield bytes
}
