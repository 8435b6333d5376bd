import type { ImportReport, RowOutcome, RowReport } from '@silla/core'
import { needsAttention } from '@silla/core/imports/import-report'
import { importSentence } from '@silla/errors'
import { pluralize } from './pluralize.ts'

/** Which columns are read as what, and which are not. */
export function columnText({ columns }: ImportReport): string {
  const read = columns.read.map(({ column, field }) => `${column} (${field})`).join(', ')
  const ignored =
    columns.ignored.length === 0 ? [] : [`Not imported: ${columns.ignored.join(', ')}.`]
  const consent =
    columns.consent.length === 0
      ? []
      : [`Consent is never imported: ${columns.consent.join(', ')}.`]
  return [`Columns: ${read}.`, ...ignored, ...consent].join('\n')
}

/** The report as --json prints it. */
export const reportJson = (report: ImportReport) => ({
  ...report,
  rows: report.rows.map((row) => ({
    ...row,
    notes: row.notes.map((note) => importSentence(note, 'en')),
  })),
})

/** A line for each row; of an import only for the rows that somebody has to look at. */
export function rowsText({ rows, dryRun }: ImportReport): string {
  const shown = dryRun ? rows : rows.filter(needsAttention)
  return shown.map(rowText).join('\n')
}

function rowText({ line, externalId, outcome, id, notes }: RowReport): string {
  const names = [
    ...(externalId === null ? [] : [externalId]),
    ...(id === null ? [] : [`= ${id}`]),
  ].join(' ')
  const said = notes.map((note) => importSentence(note, 'en')).join('; ')
  const detail = [names, said].filter((text) => text !== '').join(': ')
  return `Line ${line}: ${outcome}${detail === '' ? '' : `, ${detail}`}`
}

export function summary({ counts, rows, dryRun }: ImportReport, slug: string): string {
  const parts = (Object.entries(counts) as [RowOutcome, number][])
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${count} ${outcome}`)
  const what = `${pluralize(rows.length, 'row')} for ${slug}: ${parts.join(', ')}.`
  return dryRun ? `Dry run, ${what} Nothing was written.` : `Imported ${what}`
}
