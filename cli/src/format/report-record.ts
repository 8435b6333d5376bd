import type { FigureUnit, Report, ReportGroup, ReportKind } from '@silla/core'
import { reportFigures } from '@silla/core/model/report'
import { formatDate } from '@silla/slots'
import { formatMoney } from '../text/values.ts'
import { table } from './table.ts'

/** A report in the output of --json. */
export interface ReportRecord {
  report: ReportKind
  from: string
  to: string
  group: ReportGroup
  timezone: string
  currency: string
  rows: {
    from: string
    to: string
    /** Of the professional or the service; null: a period, or nobody. */
    id: number | null
    /** In the salon's main language. */
    name: string | null
    figures: ReportRecordFigures
  }[]
  total: ReportRecordFigures
}

/** By name, amounts in cents; null: there is nothing to divide by, or it is unknown. */
interface ReportRecordFigures {
  [figure: string]: number | null
}

/** @param nameOf of a row, in the salon's main language */
export const reportRecord = (
  { kind, from, to, group, timezone, currency, rows, total }: Report,
  nameOf: (row: Report['rows'][number]) => string,
): ReportRecord => ({
  report: kind,
  from: formatDate(from),
  to: formatDate(to),
  ...{ group, timezone, currency },
  rows: rows.map((row) => ({
    from: formatDate(row.from),
    to: formatDate(row.to),
    id: row.subject?.id ?? null,
    name: row.subject && nameOf(row),
    figures: { ...row.figures },
  })),
  total: { ...total },
})

export function reportText({ report, group, currency, rows, total }: ReportRecord): string {
  const units = Object.entries(reportFigures[report] as Record<string, FigureUnit>)
  const cells = (figures: ReportRecordFigures) =>
    units.map(([name, unit]) => cellOf(figures[name] ?? null, unit, currency))
  const hasSubjects = !isPeriod(group)
  return table(
    [headingOf(group), ...units.map(([name]) => headingOf(name.replace(/Cents$/, '')))],
    [
      ...rows.map(({ from, to, name, figures }) => [
        hasSubjects ? (name ?? '-') : from === to ? from : `${from} to ${to}`,
        ...cells(figures),
      ]),
      ['Total', ...cells(total)],
    ],
  )
}

const isPeriod = (group: ReportGroup): boolean =>
  group === 'day' || group === 'week' || group === 'month'

/** `newCustomers` as `New customers`. */
const headingOf = (name: string): string => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function cellOf(value: number | null, unit: FigureUnit, currency: string): string {
  if (value === null) return '-'
  if (unit === 'cents') return formatMoney(value, currency)
  return unit === 'percent' ? `${value} %` : String(value)
}
