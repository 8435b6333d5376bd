import {
  type FigureUnit,
  groupsOfReport,
  maxReportDays,
  type Report,
  type ReportGroup,
  type ReportInput,
  type ReportKind,
  type ReportRow,
  reportFigures,
  reportTable,
} from '@silla/core'
import { fail } from '@silla/errors'
import { toMajor } from '@silla/money'
import { type EpochDay, formatDate, parseDate } from '@silla/slots'
import { type TObject, type TSchema, Type } from 'typebox'
import { parseDay, parseRange } from './dates.ts'
import { type Locale, localize } from './localize.ts'
import { type Params, parseEnum } from './params.ts'
import { figureWords } from './report-figures.ts'
import {
  closed,
  count,
  date,
  decimal,
  identifier,
  money,
  nullable,
  oneOf,
  ref,
  text,
} from './schema.ts'

/** Reports on the wire, which are also the last steps of their paths. */
export const reportWords = {
  takings: 'caja',
  visits: 'citas',
  utilization: 'ocupacion',
  absences: 'ausencias',
  customers: 'clientes',
  services: 'servicios',
} as const satisfies Record<ReportKind, string>

const groupWords = {
  day: 'dia',
  week: 'semana',
  month: 'mes',
  professional: 'peluquero',
  service: 'servicio',
  source: 'origen',
  staff: 'persona',
} as const satisfies Record<ReportGroup, string>

/** Further away nothing is planned, and nothing is remembered. */
const farthestDays = 20 * 366

const groupsOf = (kind: ReportKind) => groupsOfReport[kind].map((group) => groupWords[group])

const figuresOf = (kind: ReportKind) =>
  Object.entries(reportFigures[kind] as Record<string, FigureUnit>).map(([name, unit]) => {
    const [word, description] = (figureWords[kind] as Record<string, [string, string]>)[name] as [
      string,
      string,
    ]
    return { name, unit, word, description, isNullable: nullableFigures.has(name) }
  })

const nullableFigures = new Set(['averageCents', 'pointsUsed', 'utilization', 'noShowRate'])

const unitSchemas: Record<FigureUnit, (description: string) => TSchema> = {
  cents: money,
  count,
  minutes: (description) => count(`${description}, in minutes`),
  percent: (description) => decimal(`${description}; with one decimal`),
}

const schemaOf = (kind: ReportKind): { row: TObject; report: TObject } => {
  const figures = Object.fromEntries(
    figuresOf(kind).map(({ word, unit, description, isNullable }) => {
      const schema = unitSchemas[unit](description)
      return [word, isNullable ? nullable(schema) : schema]
    }),
  )
  const word = reportWords[kind]
  const name = `Informe${word[0]?.toUpperCase()}${word.slice(1)}`
  const row = closed(
    {
      desde: date('First day that it counts'),
      hasta: date('Last day that it counts, included'),
      id: nullable(
        identifier(
          'The professional, the service or the member of staff; null for a period, an origin and for nobody',
        ),
      ),
      nombre: nullable(text('Their name, or the origin; null for a period and for nobody')),
      ...figures,
    },
    { $id: `${name}Fila`, description: 'A row of a report' },
  )
  const report = closed(
    {
      desde: date('First day'),
      hasta: date('Last day, included'),
      grupo: oneOf(groupsOf(kind), 'What the rows are'),
      timezone: text('Name of the time zone of the days'),
      moneda: text('Currency code'),
      filas: Type.Array(ref(row), {
        description:
          'Each period, also an empty one; or each professional or service of which there is something',
      }),
      total: closed(figures, {
        description: 'The whole period: a booking or a customer of several rows counts once',
      }),
    },
    { $id: name, description: 'A report' },
  )
  return { row, report }
}

const schemas: Readonly<Record<ReportKind, { row: TObject; report: TObject }>> = {
  takings: schemaOf('takings'),
  visits: schemaOf('visits'),
  utilization: schemaOf('utilization'),
  absences: schemaOf('absences'),
  customers: schemaOf('customers'),
  services: schemaOf('services'),
}

/** The response of a report, a component. */
export const reportSchema = (kind: ReportKind): TObject => schemas[kind].report

export const reportComponents = Object.values(schemas).flatMap(({ row, report }) => [row, report])

export const reportParams = (kind: ReportKind) => ({
  desde: date('First day, included; default the first of the month of `hasta`'),
  hasta: date('Last day, included; default today'),
  grupo: oneOf(groupsOf(kind), `What the rows are, default \`${groupsOf(kind)[0]}\``),
})

/**
 * `desde`, `hasta` and `grupo`; VALIDATION_ERROR, INVALID_DATE, INVALID_RANGE for more than 366 days, or
 * days that are more than 20 years away.
 */
export function parseReportParams<Kind extends ReportKind>(
  kind: Kind,
  params: Params,
  today: EpochDay,
): ReportInput<Kind> {
  const word = parseEnum(params, 'grupo', groupsOf(kind))
  const group = groupsOfReport[kind].find((each) => groupWords[each] === word)
  const last = parseDay(params, 'hasta') ?? today
  const first = parseDate(`${formatDate(last).slice(0, 7)}-01`) ?? last
  const range = parseRange(params, { from: first, to: today }, maxReportDays - 1)
  if (Math.abs(range.to - today) > farthestDays) fail('INVALID_RANGE')
  return { kind, ...range, group: group ?? groupsOfReport[kind][0] }
}

/** A report (D76). */
export const serializeReport = (report: Report, locale: Locale) => ({
  desde: formatDate(report.from),
  hasta: formatDate(report.to),
  grupo: groupWords[report.group],
  timezone: report.timezone,
  moneda: report.currency,
  filas: report.rows.map(({ from, to, subject, figures }) => ({
    desde: formatDate(from),
    hasta: formatDate(to),
    id: subject?.id ?? null,
    nombre: nameOf(subject, locale),
    ...serializeFigures(report.kind, figures),
  })),
  total: serializeFigures(report.kind, report.total),
})

/**
 * The same as a CSV file, without the total. Spreadsheets in Spanish expect semicolons and decimal commas,
 * others commas and decimal points: which of them is the language of messages.
 */
export const reportCsv = (report: Report, locale: Locale) => ({
  name: `${reportWords[report.kind]}-${formatDate(report.from)}-${formatDate(report.to)}.csv`,
  text: reportTable(report, {
    separator: locale.message === 'es' ? ';' : ',',
    headings: ['desde', 'hasta', 'id', 'nombre', ...figuresOf(report.kind).map(({ word }) => word)],
    nameOf: ({ subject }) => nameOf(subject, locale) ?? '',
  }),
})

const serializeFigures = (
  kind: ReportKind,
  figures: Readonly<Record<string, number | null>>,
): Record<string, number | null> =>
  Object.fromEntries(
    figuresOf(kind).map(({ name, word, unit }) => {
      const value = figures[name] ?? null
      return [word, unit === 'cents' && value !== null ? toMajor(value) : value]
    }),
  )

function nameOf(subject: ReportRow['subject'], locale: Locale): string | null {
  if (subject === null) return null
  return typeof subject.name === 'string' ? subject.name : localize(subject.name, locale)
}
