import { type ImportNoteCode, importNote, importSentence } from '@silla/errors'
import type { Language } from '@silla/locale'
import { formatCsv } from '../provisioning/catalog-file/csv.ts'
import type { ImportReport, RowReport } from './import-report.ts'

/**
 * A report as CSV, a row for each row of the file. A text that a spreadsheet would run as a formula gets
 * an apostrophe in front.
 */
export const reportCsv = ({ rows }: ImportReport): string => csvHeader('en') + csvRows(rows, 'en')

/** The first line, with the byte order mark. */
export const csvHeader = (language: Language): string =>
  formatCsv([headings.map((code) => word(code, language))], separatorOf(language))

const headings = [
  'heading_line',
  'heading_external_id',
  'heading_outcome',
  'heading_id',
  'heading_notes',
] as const

/** The lines of some rows. */
export const csvRows = (rows: readonly RowReport[], language: Language): string =>
  formatCsv(
    rows.map(({ line, externalId, outcome, id, notes }) => [
      String(line),
      externalId ?? '',
      word(`row_${outcome}`, language),
      id === null ? '' : String(id),
      notes.map((note) => importSentence(note, language)).join('; '),
    ]),
    separatorOf(language),
  ).slice(byteOrderMark.length)

const byteOrderMark = '\uFEFF'

const word = (
  code: Extract<ImportNoteCode, `heading_${string}` | `row_${string}`>,
  language: Language,
) => importSentence(importNote(code), language)

/** Spreadsheets in Spanish read a comma as the decimal sign. */
const separatorOf = (language: Language) => (language === 'es' ? ';' : ',')
