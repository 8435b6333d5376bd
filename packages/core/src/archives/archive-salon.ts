import {
  auditQueries,
  businessQueries,
  inTransaction,
  type Sql,
  salonRows,
  type Tx,
  writeArchiveFile,
} from '@silla/db'
import { findBusiness } from '../business/business-summary.ts'
import { type Clock, systemClock } from '../clock.ts'
import type { Progress } from '../provisioning/write-salon.ts'
import { withArchiveErrors } from './archive-errors.ts'
import {
  type ArchivedFile,
  type ArchiveManifest,
  codeName,
  fileNameOf,
  jobsName,
  manifestName,
  manifestText,
} from './archive-manifest.ts'
import { readAhead } from './read-ahead.ts'
import { linesOf } from './row-lines.ts'
import { type ResealKeys, sealedColumns, sealRow } from './sealed-columns.ts'

/** An archive that was written. */
export interface WrittenArchive {
  slug: string
  businessId: string
  /** Its size. */
  bytes: number
  /** Rows by table, those without rows left out; `jobs` are waiting jobs. */
  rows: { table: string; count: number }[]
}

export interface ArchiveOptions extends ResealKeys {
  /** The file to create. */
  file: string
  /** The version of Silla, for the manifest. */
  release: string
  clock?: Clock
  onProgress?: Progress
}

/**
 * Writes everything that belongs to one salon into a new file: all rows of its tables and of the
 * registry, as of one moment, and its waiting jobs. The salon is served meanwhile. As silla_admin.
 *
 * @throws ProvisioningError BUSINESS_NOT_FOUND, ARCHIVE_EXISTS, ARCHIVE_NOT_WRITTEN, SECRET_NOT_READABLE;
 *   SERVICE_UNAVAILABLE when the database is down. Nothing is left of the file then.
 */
export async function archiveSalon(
  admin: Sql,
  slug: string,
  options: ArchiveOptions,
): Promise<WrittenArchive> {
  const createdAt = (options.clock ?? systemClock).now()
  const business = await findBusiness(businessQueries.findBusinessBySlug(admin, slug), slug)
  const { businessId, mode } = business
  const files: ArchivedFile[] = []
  const bytes = await withArchiveErrors(() =>
    writeArchiveFile(options.file, createdAt, async (writer) => {
      const migrations = await inTransaction(
        admin,
        async (registry) => {
          const tx = await businessQueries.setTenant(registry, businessId)
          await salonRows.useCanonicalText(tx)
          const applied = await salonRows.listAppliedMigrations(tx)
          const tables = await salonRows.listSalonTables(tx)
          for (const [done, table] of tables.entries()) {
            options.onProgress?.(done, tables.length, table.name)
            await addFile(
              { name: fileNameOf(table.name), table: table.name, columns: table.columns },
              rowsOf(tx, table, options),
            )
          }
          await addFile({ name: jobsName, table: null, columns: [] }, jobsOf(tx))
          return applied
        },
        { singleSnapshot: true, once: true, deadlineMilliseconds: longestMilliseconds },
      )
      const manifest: ArchiveManifest = {
        format: 'silla-archive',
        version: 1,
        createdAt: createdAt.toISOString(),
        release: options.release,
        migrations,
        business: { id: businessId, slug, mode },
        files,
      }
      const text = manifestText(manifest)
      await writer.add(manifestName, one(text))
      await writer.add(codeName, one(Buffer.from(options.archiveKeys.authenticate(text))))
      await recordArchive()

      /** Files without rows are left out. */
      async function addFile(
        file: Pick<ArchivedFile, 'name' | 'table' | 'columns'>,
        parts: AsyncIterable<string[]>,
      ): Promise<void> {
        const first = await parts[Symbol.asyncIterator]().next()
        if (first.done) return
        const counted = { rows: 0 }
        const written = await writer.add(file.name, linesOf(withFirst(first.value, parts), counted))
        files.push({ ...file, ...counted, ...written })
      }
    }),
  )
  const rows = files.map(({ table, rows: count }) => ({ table: table ?? 'jobs', count }))
  return { slug, businessId, bytes, rows }

  /** Before the file gets its name: nobody has an archive that the audit log does not know. */
  function recordArchive(): Promise<void> {
    return inTransaction(admin, async (registry) => {
      const tx = await businessQueries.setTenant(registry, businessId)
      const detail = {
        rows: Object.fromEntries(files.map((file) => [file.table ?? 'jobs', file.rows])),
      }
      await auditQueries.insertAuditEntry(tx, {
        action: 'businesses.archive',
        detail,
        at: createdAt,
      })
    })
  }
}

const longestMilliseconds = 6 * 3_600_000

async function* rowsOf(
  tx: Tx,
  table: salonRows.SalonTable,
  keys: ResealKeys,
): AsyncIterable<string[]> {
  const isSealed = sealedColumns[table.name] !== undefined
  for await (const rows of readAhead(salonRows.readSalonRows(tx, table)))
    yield isSealed ? rows.map((row) => sealRow(table.name, row, keys)) : rows
}

async function* jobsOf(tx: Tx): AsyncIterable<string[]> {
  const jobs = await salonRows.listSalonJobs(tx)
  if (jobs.length > 0) yield jobs
}

async function* withFirst(first: string[], rest: AsyncIterable<string[]>): AsyncIterable<string[]> {
  yield first
  yield* rest
}

async function* one(bytes: Buffer): AsyncIterable<Buffer> {
  yield bytes
}
