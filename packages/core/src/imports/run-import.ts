import { importRunQueries, staffQueries, type Tx } from '@silla/db'
import { type ImportNote, importNote } from '@silla/errors'
import { effectivePermissions, type Permission } from '../model/permissions.ts'
import type { RequestContext, TenantContext } from '../request-context.ts'
import { importPermissions } from './create-import.ts'
import { importBookings } from './import-bookings.ts'
import { importCustomers } from './import-customers.ts'
import { ImportFileError } from './import-file-error.ts'
import {
  type ImportOptions,
  type ImportReport,
  importReport,
  type RowReport,
} from './import-report.ts'
import type { ImportSettings } from './import-run.ts'
import type { ImportSource } from './profiles.ts'
import { readBookingFile } from './read-booking-file.ts'
import { readCustomerFile } from './read-customer-file.ts'
import { fileBytes } from './stored-file.ts'
import { rowsOf, toPart, toParts } from './stored-report.ts'

/**
 * Carries out an import that the salon has started (D78). It may run twice: rows that an earlier run has
 * committed keep what became of them, and none is written again. Each transaction checks that who started
 * it may still import. A file that cannot be imported ends the import; so does the last attempt that fails.
 *
 * @throws what stops it otherwise, such as SERVICE_UNAVAILABLE: the job runs again
 */
export async function runImport(
  context: TenantContext,
  importId: number,
  { isLast }: { isLast: boolean },
): Promise<void> {
  const started = await start(context, importId)
  if (started === null) return
  const { run, content } = started
  try {
    const report = await carryOut(context, run, content)
    await end(context, run, { report })
  } catch (error) {
    const problem = problemOf(error) ?? (isLast ? importNote('import_interrupted') : null)
    if (problem === null) throw error
    await end(context, run, { problem })
  }
}

type Run = importRunQueries.ImportRow

/** null: it has ended, or was deleted because a day has passed. */
async function start(
  { tenant, realClock }: TenantContext,
  id: number,
): Promise<{ run: Run; content: Buffer } | null> {
  return tenant.db.transaction(async (tx) => {
    const [run] = await importRunQueries.lockImport(tx, id)
    if (!run || run.endedAt !== null) return null
    const [file] = await importRunQueries.findImportFile(tx, id)
    if (!file) throw new Error(`the file of the import ${id} is missing`)
    await importRunQueries.updateImportStarted(tx, { id, now: realClock.now() })
    return { run, content: file.content }
  })
}

async function carryOut(context: TenantContext, run: Run, content: Buffer): Promise<ImportReport> {
  // what it may do is checked in each transaction
  const acting: RequestContext = { ...context, identity: { kind: 'business' } }
  const { encoding, columns, names, dates, matchNames, remind } = run.options as ImportSettings
  const source = run.source as ImportSource
  const input = { bytes: fileBytes(content), encoding, source, columns: new Map(columns) }
  const { db } = context.tenant
  const options: ImportOptions = {
    dryRun: run.isDryRun,
    onWrite: (tx, rows) => record(tx, run, rows),
    onProgress: (rowsDone, rowsTotal) =>
      db.transaction(async (tx) => {
        await assertAllowed(tx, run)
        await importRunQueries.updateImportProgress(tx, { id: run.id, rowsDone, rowsTotal })
      }),
  }
  const catalog = await context.tenant.catalog()
  if (run.kind === 'customers')
    return importCustomers(acting, await readCustomerFile(catalog, input), options)
  return importBookings(acting, await readBookingFile(catalog, input, dates), {
    ...{ ...options, matchNames, remind },
    mapping: new Map(names),
  })
}

/** Stores what becomes of rows together with the rows, for a run that is interrupted. */
async function record(tx: Tx, run: Run, rows: readonly RowReport[]): Promise<void> {
  await assertAllowed(tx, run)
  const [first] = rows
  if (first === undefined) return
  const part = await toPart(rows, -first.line)
  await importRunQueries.upsertReportPart(tx, { importId: run.id, ...part })
}

/** @throws ImportFileError when who started the import may not any more */
async function assertAllowed(tx: Tx, { staffId, kind }: Run): Promise<void> {
  if (staffId === null) return
  const [person] = await staffQueries.findStaff(tx, staffId)
  const permissions =
    !person || person.deactivatedAt !== null
      ? new Set<Permission>()
      : effectivePermissions(
          person.role,
          person.permissionsAdded as Permission[],
          person.permissionsRemoved as Permission[],
        )
  const needed: Permission[] = ['customers.export', ...importPermissions[kind]]
  if (!needed.every((one) => permissions.has(one)))
    throw new ImportFileError(importNote('permission_withdrawn'))
}

const problemOf = (error: unknown): ImportNote | null =>
  error instanceof ImportFileError ? error.note : null

/** Ends an import, and deletes its file. */
async function end(
  { tenant, realClock }: TenantContext,
  run: Run,
  outcome: { report: ImportReport } | { problem: ImportNote },
): Promise<void> {
  const { id } = run
  await tenant.db.transaction(async (tx) => {
    const [current] = await importRunQueries.lockImport(tx, id)
    if (!current || current.endedAt !== null) return
    const written = (
      await Promise.all((await importRunQueries.listWrittenParts(tx, id)).map(rowsOf))
    ).flat()
    const report = 'report' in outcome ? withWritten(outcome.report, written) : null
    const rows = report?.rows ?? written.sort((one, other) => one.line - other.line)
    await importRunQueries.deleteReportParts(tx, id)
    for (const part of await toParts(rows))
      await importRunQueries.upsertReportPart(tx, { importId: id, ...part })
    const counted = report ?? importReport({ source: run.source, columns: noColumns }, false, rows)
    const { columns, counts, unknownNames } = counted
    await importRunQueries.updateImportEnded(tx, {
      id,
      rowsDone: rows.length,
      rowsTotal: report === null ? current.rowsTotal : rows.length,
      result: report === null && rows.length === 0 ? null : { columns, counts, unknownNames },
      problem: 'problem' in outcome ? outcome.problem : null,
      now: realClock.now(),
    })
    await importRunQueries.deleteImportFile(tx, id)
  })
}

const noColumns = { read: [], ignored: [], consent: [] }

/** The report of a run that went on from an earlier one, with what became of rows then. */
function withWritten(report: ImportReport, written: readonly RowReport[]): ImportReport {
  const byLine = new Map(written.map((row) => [row.line, row]))
  const rows = report.rows.map((row) =>
    row.outcome === 'unchanged' ? (byLine.get(row.line) ?? row) : row,
  )
  return importReport(report, report.dryRun, rows, report.unknownNames)
}
