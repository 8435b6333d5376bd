import { importRunQueries, staffQueries, type Tx } from '@silla/db'
import { type ImportNote, importNote } from '@silla/errors'
import { effectivePermissions, type Permission } from '../model/permissions.ts'
import type { RequestContext, TenantContext } from '../request-context.ts'
import { importPermissions } from './create-import.ts'
import { endImport, type ImportOutcome } from './end-import.ts'
import { importBookings } from './import-bookings.ts'
import { importCustomers } from './import-customers.ts'
import { ImportFileError } from './import-file-error.ts'
import type { ImportOptions, ImportReport, RowReport } from './import-report.ts'
import type { ImportSettings } from './import-run.ts'
import type { ImportSource } from './profiles.ts'
import { readBookingFile } from './read-booking-file.ts'
import { readCustomerFile } from './read-customer-file.ts'
import { fileBytes } from './stored-file.ts'
import { toPart } from './stored-report.ts'

/**
 * Carries out an import that the salon has started (D78). It may run twice: rows that an earlier run has
 * committed keep what became of them, and none is written again. Each transaction checks that it has not
 * been cancelled and that who started it may still import. A file that cannot be imported ends the import;
 * so does the last attempt that fails.
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
  const end = (outcome: ImportOutcome) =>
    context.tenant.db.transaction(async (tx) => {
      const [current] = await importRunQueries.lockImport(tx, run.id)
      if (current?.endedAt === null) await endImport(tx, current, outcome, context.realClock.now())
    })
  try {
    const report = await carryOut(context, run, content)
    await end({ report })
  } catch (error) {
    const problem = problemOf(error) ?? (isLast ? importNote('import_interrupted') : null)
    if (problem === null) throw error
    await end({ problem })
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
        await assertGoesOn(tx, run)
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
  await assertGoesOn(tx, run)
  const [first] = rows
  if (first === undefined) return
  const part = await toPart(rows, -first.line)
  await importRunQueries.upsertReportPart(tx, { importId: run.id, ...part })
}

/**
 * Locks the import, so that cancelling it waits for the rows of this transaction, which its report names.
 *
 * @throws ImportFileError when it was cancelled, and when who started it may not import any more
 */
async function assertGoesOn(tx: Tx, run: Run): Promise<void> {
  const [current] = await importRunQueries.lockImport(tx, run.id)
  if (current?.endedAt !== null) throw new ImportFileError(importNote('import_cancelled'))
  await assertAllowed(tx, run)
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
