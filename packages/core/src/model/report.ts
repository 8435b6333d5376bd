import type { Currency, Translated } from '@silla/db'
import type { EpochDay } from '@silla/slots'

/**
 * The reports of a salon (D76) and the figures of each, in the order of their columns, with their units.
 * A percentage is null where there is nothing to divide by.
 */
export const reportFigures = {
  takings: {
    bookings: 'cents',
    orders: 'cents',
    packages: 'cents',
    received: 'cents',
    refunded: 'cents',
    disputed: 'cents',
    cash: 'cents',
    card: 'cents',
    other: 'cents',
    desk: 'cents',
    net: 'cents',
    tips: 'cents',
    discounts: 'cents',
  },
  visits: {
    visits: 'count',
    pending: 'count',
    confirmed: 'count',
    completed: 'count',
    noShow: 'count',
    cancelled: 'count',
    completedCents: 'cents',
    upcomingCents: 'cents',
    discountCents: 'cents',
    averageCents: 'cents',
    pointsUsed: 'count',
  },
  utilization: { workingMinutes: 'minutes', bookedMinutes: 'minutes', utilization: 'percent' },
  absences: {
    completed: 'count',
    noShow: 'count',
    noShowRate: 'percent',
    cancelledByCustomer: 'count',
    cancelledByBusiness: 'count',
    cancelledLate: 'count',
    lostCents: 'cents',
  },
  customers: { visits: 'count', customers: 'count', newCustomers: 'count', returning: 'count' },
  services: {
    completed: 'count',
    completedCents: 'cents',
    discountCents: 'cents',
    upcoming: 'count',
    upcomingCents: 'cents',
  },
} as const satisfies Record<string, Readonly<Record<string, FigureUnit>>>

export type FigureUnit = 'cents' | 'count' | 'minutes' | 'percent'

export type ReportKind = keyof typeof reportFigures

export const reportGroups = [
  'day',
  'week',
  'month',
  'professional',
  'service',
  'source',
  'staff',
] as const

export type ReportGroup = (typeof reportGroups)[number]

/** How each report can be divided into rows, the default first. */
export const groupsOfReport: Readonly<
  Record<ReportKind, readonly [ReportGroup, ...ReportGroup[]]>
> = {
  takings: ['day', 'week', 'month', 'professional', 'service', 'staff'],
  visits: ['day', 'week', 'month', 'professional', 'service', 'source'],
  // services have no working time, and customers no service of their own
  utilization: ['professional', 'day', 'week', 'month'],
  absences: ['day', 'week', 'month', 'professional', 'service'],
  customers: ['month', 'day', 'week', 'professional'],
  services: ['service', 'day', 'week', 'month', 'professional'],
}

/** The longest period of a report: a leap year. */
export const maxReportDays = 366

export interface ReportInput<Kind extends ReportKind = ReportKind> {
  kind: Kind
  /** Both included. */
  from: EpochDay
  to: EpochDay
  group: ReportGroup
}

export interface Report<Kind extends ReportKind = ReportKind> extends ReportInput<Kind> {
  timezone: string
  currency: Currency
  /** Every period, or the professionals and services that there is something of. */
  rows: ReportRow<Kind>[]
  /** Of the whole period. A visit of several people, or a customer in several periods, counts once. */
  total: Figures<Kind>
}

export interface ReportRow<Kind extends ReportKind = ReportKind> {
  from: EpochDay
  to: EpochDay
  /** Whom or what it is about, a source without an id; null: only a period, or what belongs to nobody. */
  subject: { id: number | null; name: string | Translated } | null
  figures: Figures<Kind>
}

/** By the names in `reportFigures`. */
export type Figures<Kind extends ReportKind = ReportKind> = {
  [Name in FigureName<Kind>]: number | null
}

export type FigureName<Kind extends ReportKind = ReportKind> = Kind extends ReportKind
  ? keyof (typeof reportFigures)[Kind] & string
  : never
