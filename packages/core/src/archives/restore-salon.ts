import {
  apiKeyQueries,
  auditQueries,
  businessQueries,
  inTransaction,
  movedBusinessQueries,
  type Sql,
  salonRows,
  type Transaction,
  type Tx,
} from '@silla/db'
import { ProvisioningError } from '../business/provisioning-error.ts'
import { type Clock, systemClock } from '../clock.ts'
import type { Progress } from '../provisioning/write-salon.ts'
import type { ArchivedFile, ArchiveManifest } from './archive-manifest.ts'
import { type VerifiedArchive, withVerifiedArchive } from './open-archive.ts'
import { readAhead } from './read-ahead.ts'
import { type ResealKeys, sealedColumns, unsealRow } from './sealed-columns.ts'

/** A salon that was restored. */
export interface RestoredSalon {
  slug: string
  businessId: string
  /** When its archive was made. */
  createdAt: string
  /** Rows by table; `jobs` are waiting jobs. */
  rows: { table: string; count: number }[]
}

export interface RestoreOptions extends ResealKeys {
  file: string
  clock?: Clock
  onProgress?: Progress
}

/**
 * Restores a salon from its archive, into a database that does not have it. The whole archive is verified
 * before anything is written, and one transaction writes everything. As silla_admin.
 *
 * @throws ProvisioningError ARCHIVE_NOT_READABLE, ARCHIVE_DAMAGED, ARCHIVE_KEY_WRONG, ARCHIVE_NEWER,
 *   ARCHIVE_TOO_OLD, ARCHIVE_CONFLICT, ARCHIVE_FOREIGN, SECRET_NOT_READABLE; SERVICE_UNAVAILABLE when the
 *   database is down
 */
export const restoreSalon = (admin: Sql, options: RestoreOptions): Promise<RestoredSalon> =>
  withVerifiedArchive(options.file, options.archiveKeys, async (archive) => {
    const { manifest } = archive
    await inTransaction(
      admin,
      async (registry) => {
        await assertKnownSchema(registry, manifest, options.file)
        const tables = await salonRows.listSalonTables(registry)
        assertKnownColumns(tables, manifest, options.file)
        const tx = await businessQueries.setTenant(registry, manifest.business.id)
        await salonRows.useCanonicalText(tx)
        const wasDeleted = await assertAbsent(tx, tables, manifest)
        await withRowErrors(options.file, () =>
          restoreRows(tx, { tables, archive, options, wasDeleted }),
        )
        await recordRestore(tx, manifest, options.clock ?? systemClock)
      },
      { once: true, deadlineMilliseconds: longestMilliseconds },
    )
    const { business, createdAt, files } = manifest
    const rows = files.map(({ table, rows: count }) => ({ table: table ?? 'jobs', count }))
    return { slug: business.slug, businessId: business.id, createdAt, rows }
  })

const longestMilliseconds = 6 * 3_600_000

async function assertKnownSchema(
  registry: Transaction,
  { migrations, release }: ArchiveManifest,
  file: string,
): Promise<void> {
  const applied = new Set(await salonRows.listAppliedMigrations(registry))
  const unknown = migrations.filter((name) => !applied.has(name))
  if (unknown.length === 0) return
  throw new ProvisioningError(
    'ARCHIVE_NEWER',
    `${file} was made by Silla ${release}, whose database has migrations that this one lacks ` +
      `(${unknown.join(', ')}). Upgrade this deployment first.`,
  )
}

function assertKnownColumns(
  tables: readonly salonRows.SalonTable[],
  { files, release }: ArchiveManifest,
  file: string,
): void {
  const known = new Map(tables.map((table) => [table.name, table.columns]))
  for (const { table, columns } of files) {
    if (table === null) continue
    const present = known.get(table)
    const missing = present ? columns.filter((column) => !present.includes(column)) : [table]
    const backfilled = (backfilledColumns[table] ?? []).filter(
      (column) => !columns.includes(column),
    )
    if (missing.length + backfilled.length > 0)
      throw new ProvisioningError(
        'ARCHIVE_TOO_OLD',
        `${file} was made by Silla ${release}, whose ${table} is not that of this version ` +
          `(${[...missing, ...backfilled].join(', ')}). Upgrade the deployment that it comes from, and make it again.`,
      )
  }
}

/** Columns that db/backfills fills in rows of earlier releases. */
const backfilledColumns: Readonly<Record<string, readonly string[]>> = {
  'app.audit_entries': ['topic'],
  'app.customers': ['search_name'],
}

/**
 * The registry knows neither the salon nor its slug, and no table has its rows: but for the audit log of
 * one that was deleted, which stays.
 *
 * @returns whether it was deleted here
 */
async function assertAbsent(
  tx: Tx,
  tables: readonly salonRows.SalonTable[],
  { business }: ArchiveManifest,
): Promise<boolean> {
  const taken = await businessQueries.findBusinessBySlug(tx, business.slug)
  if (taken !== null)
    throw conflict(
      taken.businessId === business.id
        ? `The salon ${business.slug} is here already`
        : `Another salon has the slug ${business.slug}`,
    )
  const wasDeleted = await salonRows.deleteTombstone(tx)
  await Promise.all(movedBusinessQueries.deleteMove(tx))
  for (const table of tables) {
    if (wasDeleted && table.name === salonRows.auditTable) continue
    if (await salonRows.hasSalonRows(tx, table))
      throw conflict(`${table.name} has rows of the salon ${business.id} already`)
  }
  return wasDeleted
}

const conflict = (what: string) =>
  new ProvisioningError('ARCHIVE_CONFLICT', `${what}. Nothing was changed.`)

interface Restoring {
  tables: readonly salonRows.SalonTable[]
  archive: VerifiedArchive
  options: RestoreOptions
  wasDeleted: boolean
}

async function restoreRows(
  tx: Tx,
  { tables, archive, options, wasDeleted }: Restoring,
): Promise<void> {
  const byTable = new Map(archive.manifest.files.map((file) => [file.table, file]))
  for (const [done, table] of tables.entries()) {
    const file = byTable.get(table.name)
    if (file === undefined) continue
    options.onProgress?.(done, tables.length, table.name)
    const insert = inserterOf(tx, table, file, wasDeleted)
    for await (const rows of readAhead(archive.rowsOf(file)))
      await insert(unsealed(table.name, rows, options), rows.length)
  }
  for (const table of tables) {
    const file = byTable.get(table.name)
    if (file === undefined || table.linkedLater.length === 0) continue
    for await (const rows of archive.rowsOf(file)) {
      const linked = rows.filter((row) => table.linkedLater.some((column) => isSet(row, column)))
      if (linked.length > 0) await salonRows.linkSalonRows(tx, table, arrayOf(linked))
    }
  }
  const jobs = byTable.get(null)
  if (jobs !== undefined)
    for await (const rows of archive.rowsOf(jobs))
      assertAll(await salonRows.restoreSalonJobs(tx, arrayOf(rows)), rows.length, 'jobs')
  await salonRows.raiseIds(tx)
}

function inserterOf(
  tx: Tx,
  table: salonRows.SalonTable,
  { columns }: ArchivedFile,
  wasDeleted: boolean,
): (rows: string, count: number) => Promise<void> {
  if (table.name === 'app.outbox')
    return async (rows, count) =>
      assertAll(await salonRows.restoreOutbox(tx, rows), count, table.name)
  if (table.name === salonRows.auditTable && wasDeleted)
    return (rows) => salonRows.insertMissingAuditEntries(tx, columns, rows)
  return async (rows, count) =>
    assertAll(await salonRows.insertSalonRows(tx, table, columns, rows), count, table.name)
}

function unsealed(table: string, rows: string[], keys: ResealKeys): string {
  return arrayOf(
    sealedColumns[table] === undefined ? rows : rows.map((row) => unsealRow(table, row, keys)),
  )
}

const arrayOf = (rows: readonly string[]): string => `[${rows.join(',')}]`

/** A row is text that the database made, without spaces between a key and its value. */
const isSet = (row: string, column: string): boolean =>
  row.includes(`"${column}":`) && !row.includes(`"${column}":null`)

function assertAll(written: number, rows: number, table: string): void {
  if (written !== rows) throw foreign(table)
}

const foreign = (table: string) =>
  new ProvisioningError(
    'ARCHIVE_FOREIGN',
    `The archive contains rows of another salon in ${table}. Nothing was changed.`,
  )

/** What the database refuses about the rows; nothing is written then. */
async function withRowErrors<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, table_name: table, constraint_name: constraint } = error as RowError
    if (code === '42501') throw foreign(table ?? 'a table')
    if (code === '23505')
      throw conflict(`Something of the salon is here already (${constraint ?? table})`)
    if (code === 'AR001')
      throw new ProvisioningError(
        'ARCHIVE_FOREIGN',
        `${file} comes from a cluster, and is restored on plain PostgreSQL only. Nothing was changed.`,
      )
    if (typeof code === 'string' && /^(22|23)/.test(code))
      throw new ProvisioningError(
        'ARCHIVE_DAMAGED',
        `${file} has rows that the database refuses (${constraint ?? (error as Error).message}). Nothing was changed.`,
      )
    throw error
  }
}

interface RowError {
  code?: unknown
  table_name?: string
  constraint_name?: string
}

async function recordRestore(
  tx: Tx,
  { business, createdAt, files }: ArchiveManifest,
  clock: Clock,
): Promise<void> {
  const rows = Object.fromEntries(files.map((file) => [file.table ?? 'jobs', file.rows]))
  const entry = { action: 'businesses.restore', detail: { createdAt, rows }, at: clock.now() }
  await auditQueries.insertAuditEntry(tx, entry)
  await apiKeyQueries.notifyKeysChanged(tx, business.id)
}
