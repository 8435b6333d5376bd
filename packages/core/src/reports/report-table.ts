import { formatAmount } from '@silla/money'
import { formatDate } from '@silla/slots'
import { type FigureUnit, type Report, type ReportRow, reportFigures } from '../model/report.ts'
import { formatCsv, type Separator } from '../provisioning/catalog-file/csv.ts'

/** How a report is written as CSV. */
export interface ReportTableFormat {
  /** With semicolons, numbers have decimal commas, as spreadsheets in Spain expect. */
  separator: Exclude<Separator, '\t'>
  /** Of first and last day, id, name, and the figures in their order. */
  headings: readonly string[]
  /** '': it is about no professional and no service */
  nameOf(row: ReportRow): string
}

/**
 * The rows of a report as CSV, for spreadsheets: with a byte order mark, and an apostrophe before a name
 * that they would run as a formula. There is no total, which would be counted twice there.
 */
export function reportTable(
  { kind, rows }: Report,
  { separator, headings, nameOf }: ReportTableFormat,
): string {
  const units = Object.entries(reportFigures[kind] as Record<string, FigureUnit>)
  const decimalPoint = separator === ';' ? ',' : '.'
  return formatCsv(
    [
      headings,
      ...rows.map((row) => [
        formatDate(row.from),
        formatDate(row.to),
        String(row.subject?.id ?? ''),
        nameOf(row),
        ...units.map(([name, unit]) =>
          cellOf((row.figures as Record<string, number | null>)[name] ?? null, unit).replace(
            '.',
            decimalPoint,
          ),
        ),
      ]),
    ],
    separator,
  )
}

function cellOf(value: number | null, unit: FigureUnit): string {
  if (value === null) return ''
  return unit === 'cents' ? formatAmount(value) : String(value)
}
