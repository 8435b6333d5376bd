import { type Report, type ReportKind, readReport, today } from '@silla/core'
import {
  parseReportParams,
  reportCsv,
  reportParams,
  reportSchema,
  reportWords,
  serializeReport,
} from '@silla/wire'
import { type Operation, operation } from './operation.ts'
import { one } from './results.ts'

const texts: Readonly<Record<ReportKind, { summary: string; description: string }>> = {
  takings: {
    summary: 'Report the takings',
    description:
      'Money on the day on which it was received online, refunded or disputed. The money of a ' +
      'booking belongs to its services and to who does them in proportion to their prices.',
  },
  visits: {
    summary: 'Report the bookings',
    description: 'Bookings by the day of the visit, their states and amounts.',
  },
  utilization: {
    summary: 'Report how much working time is booked',
    description:
      'Working time, from the shifts, exceptions, opening hours and closings of now, and the work in ' +
      'bookings, without waits and buffers.',
  },
  absences: {
    summary: 'Report who did not come',
    description: 'No-shows and cancellations by the day of the visit.',
  },
  customers: {
    summary: 'Report new and returning customers',
    description: 'Customers by the days of their visits.',
  },
  services: {
    summary: 'Report the services',
    description: 'Services by the day of the visit, how often and for how much.',
  },
}

const reportOperation = (kind: ReportKind): Operation =>
  operation({
    name: `informes.${reportWords[kind]}`,
    tag: 'Reports',
    ...texts[kind],
    description:
      `${texts[kind].description} Who does not have \`informes.salon\` gets the figures of their own ` +
      'work: of amounts, those of the services that they do.',
    rest: { method: 'GET', path: `/informes/${reportWords[kind]}/` },
    graphql: { field: `informe_${reportWords[kind]}` },
    access: 'reports.own',
    query: {
      params: reportParams(kind),
      parse: (params, { catalog, clock }) => parseReportParams(kind, params, today(catalog, clock)),
    },
    result: one(reportSchema(kind)),
    errors: {
      VALIDATION_ERROR: '`grupo` is not one of the words; `formato` is not',
      INVALID_DATE: '`desde` or `hasta` is not a day',
      INVALID_RANGE: '`hasta` is before `desde`, the last of more than 366 days, or 20 years away',
      REPORT_TOO_LARGE: 'it takes longer than two seconds to compute',
    },
    weight: 'heavy',
    run: (context, { query }) => readReport(context, query),
    respond: (report: Report, { locale }) => serializeReport(report, locale),
    csv: (report: Report, { locale }) => reportCsv(report, locale),
  })

/** What happened in a salon in some days, in figures (D76). */
export const reportOperations: Operation[] = (Object.keys(texts) as ReportKind[]).map(
  reportOperation,
)
