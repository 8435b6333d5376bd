import { type Query, reportQueries, type Tx } from '@silla/db'
import type { Catalog } from '../catalog/catalog.ts'
import type { Figures, ReportKind } from '../model/report.ts'

/** What is read for a report, and the figures that follow from it. */
export interface Counting<Kind extends ReportKind> {
  count(tx: Tx, scope: reportQueries.ReportScope, catalog: Catalog): Query<CountedRow>
  /** Whether what several subjects, or several periods, have in common would be counted twice. */
  isShared: 'between subjects' | 'always' | 'never'
  /**
   * The figures of some rows of `count` together.
   *
   * @param workingMinutes of the same people and days; 0 unless the report is about working time
   */
  figures(rows: readonly CountedRow[], workingMinutes: number): Figures<Kind>
}

export interface CountedRow {
  period: number
  subjectId: number | null
  /** Where customers came from, of rows that are about that. */
  source?: string | null
}

/** The counts of rows, by name; null: unknown. */
type Counts<Row extends CountedRow> = Omit<Row, keyof CountedRow>

interface Definition<Kind extends ReportKind, Row extends CountedRow> {
  count(tx: Tx, scope: reportQueries.ReportScope, catalog: Catalog): Query<Row>
  /** Of a row that has nothing. */
  nothing: Counts<Row>
  isShared: Counting<Kind>['isShared']
  figures(counts: Counts<Row>, workingMinutes: number): Figures<Kind>
}

const counting = <Kind extends ReportKind, Row extends CountedRow>({
  count,
  nothing,
  isShared,
  figures,
}: Definition<Kind, Row>): Counting<Kind> => ({
  count: count as unknown as Counting<Kind>['count'],
  isShared,
  figures: (rows, workingMinutes) => figures(sumOf(rows as Row[], nothing), workingMinutes),
})

function sumOf<Row extends CountedRow>(rows: readonly Row[], nothing: Counts<Row>): Counts<Row> {
  const total = { ...nothing } as Record<string, number | null>
  for (const row of rows as unknown as Record<string, number | null>[])
    for (const name of Object.keys(nothing)) {
      const [sum, value] = [total[name] ?? null, row[name] ?? null]
      total[name] = sum === null || value === null ? null : sum + value
    }
  return total as Counts<Row>
}

const nothingOfVisits: Counts<reportQueries.VisitCounts> = {
  pending: 0,
  confirmed: 0,
  completed: 0,
  noShow: 0,
  cancelledByCustomer: 0,
  cancelledByBusiness: 0,
  cancelledLate: 0,
  completedCents: 0,
  upcomingCents: 0,
  discountCents: 0,
  pointsUsed: 0,
  noShowCents: 0,
  cancelledLateCents: 0,
}

const countVisits = (tx: Tx, scope: reportQueries.ReportScope, { settings }: Catalog) =>
  reportQueries.countVisits(tx, scope, settings.cancellationHours)

const takings = counting<'takings', reportQueries.Takings>({
  count: (tx, scope, { settings }) => reportQueries.sumTakings(tx, scope, settings.currency),
  nothing: {
    ...{ bookingCents: 0, orderCents: 0, packageCents: 0, refundedCents: 0, disputedCents: 0 },
    ...{ cashCents: 0, cardCents: 0, otherCents: 0, tipCents: 0, discountCents: 0 },
  },
  isShared: 'never',
  figures({ bookingCents, orderCents, packageCents, refundedCents, disputedCents, ...counts }) {
    const receivedCents = bookingCents + orderCents + packageCents
    const { cashCents, cardCents, otherCents } = counts
    const deskCents = cashCents + cardCents + otherCents
    return {
      bookings: bookingCents,
      orders: orderCents,
      packages: packageCents,
      received: receivedCents,
      refunded: refundedCents,
      disputed: disputedCents,
      ...{ cash: cashCents, card: cardCents, other: otherCents, desk: deskCents },
      net: receivedCents - refundedCents - disputedCents + deskCents,
      tips: counts.tipCents,
      discounts: counts.discountCents,
    }
  },
})

const visits = counting<'visits', reportQueries.VisitCounts>({
  count: countVisits,
  nothing: nothingOfVisits,
  isShared: 'between subjects',
  figures(counts) {
    const { pending, confirmed, completed, noShow, completedCents } = counts
    const cancelled = counts.cancelledByCustomer + counts.cancelledByBusiness
    return {
      visits: pending + confirmed + completed + noShow + cancelled,
      ...{ pending, confirmed, completed, noShow, cancelled, completedCents },
      upcomingCents: counts.upcomingCents,
      discountCents: counts.discountCents,
      averageCents: completed === 0 ? null : Math.round(completedCents / completed),
      pointsUsed: counts.pointsUsed,
    }
  },
})

const utilization = counting<'utilization', reportQueries.WorkMinutes>({
  count: reportQueries.sumWork,
  nothing: { minutes: 0 },
  isShared: 'never',
  figures: ({ minutes }, workingMinutes) => ({
    workingMinutes,
    bookedMinutes: minutes,
    utilization: percentage(minutes, workingMinutes),
  }),
})

const absences = counting<'absences', reportQueries.VisitCounts>({
  count: countVisits,
  nothing: nothingOfVisits,
  isShared: 'between subjects',
  figures: ({ completed, noShow, cancelledByCustomer, cancelledByBusiness, ...counts }) => ({
    completed,
    noShow,
    noShowRate: percentage(noShow, completed + noShow),
    cancelledByCustomer,
    cancelledByBusiness,
    cancelledLate: counts.cancelledLate,
    lostCents: counts.noShowCents + counts.cancelledLateCents,
  }),
})

const customers = counting<'customers', reportQueries.CustomerCounts>({
  count: reportQueries.countCustomers,
  nothing: { visits: 0, customers: 0, newCustomers: 0 },
  isShared: 'always',
  figures: ({ visits, customers, newCustomers }) => ({
    visits,
    customers,
    newCustomers,
    returning: customers - newCustomers,
  }),
})

const services = counting<'services', reportQueries.ServiceCounts>({
  count: reportQueries.countServices,
  nothing: { completed: 0, completedCents: 0, discountCents: 0, upcoming: 0, upcomingCents: 0 },
  isShared: 'never',
  figures: (counts) => ({ ...counts }),
})

/** With one decimal; null: there is nothing to divide by. */
const percentage = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part * 1000) / whole) / 10

/** How each report is counted. */
export const countings: { [Kind in ReportKind]: Counting<Kind> } = {
  takings,
  visits,
  utilization,
  absences,
  customers,
  services,
}
