import { importSentence } from '@silla/errors'
import { formatCsv } from '../provisioning/catalog-file/csv.ts'
import type { ImportReport } from './import-report.ts'

/**
 * A report as CSV, a row for each row of the file. A text that a spreadsheet would run as a formula gets
 * an apostrophe in front.
 */
export const reportCsv = ({ rows }: ImportReport): string =>
  formatCsv([
    ['line', 'external_id', 'outcome', 'id', 'notes'],
    ...rows.map(({ line, externalId, outcome, id, notes }) => [
      String(line),
      externalId ?? '',
      outcome,
      id === null ? '' : String(id),
      notes.map((note) => importSentence(note, 'en')).join('; '),
    ]),
  ])
