import { importRunQueries, type Tx } from '@silla/db'
import type { ImportNote } from '@silla/errors'
import { type ImportReport, importReport, type RowReport } from './import-report.ts'
import { rowsOf, toParts } from './stored-report.ts'

/** What became of the file, or what has stopped the import. */
export type ImportOutcome = { report: ImportReport } | { problem: ImportNote }

/**
 * Ends an import, and deletes its file. Of one that was stopped the report has the rows that were written.
 *
 * @param run as this transaction has locked it
 */
export async function endImport(
  tx: Tx,
  run: importRunQueries.ImportRow,
  outcome: ImportOutcome,
  now: Date,
): Promise<void> {
  const { id } = run
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
    rowsTotal: report === null ? run.rowsTotal : rows.length,
    result: report === null && rows.length === 0 ? null : { columns, counts, unknownNames },
    problem: 'problem' in outcome ? outcome.problem : null,
    now,
  })
  await importRunQueries.deleteImportFile(tx, id)
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
