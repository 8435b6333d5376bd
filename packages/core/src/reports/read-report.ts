import { isStatementTimeout, type Query, reportQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import { type EpochDay, zoneOf } from '@silla/slots'
import { allow } from '../access/allow.ts'
import { reportedProfessionalId } from '../access/own-agenda.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Report, ReportInput, ReportKind, ReportRow } from '../model/report.ts'
import type { RequestContext } from '../request-context.ts'
import { mapInSlices, openSlices } from '../slices.ts'
import { type CountedRow, type Counting, countings } from './counting.ts'
import { type Period, periodsOf } from './periods.ts'
import { noWorkingTime, type WorkingTime, workingTime } from './working-time.ts'

/** How long a statement of a report may take (D76). */
const limits = { statementMilliseconds: 2000 }

/**
 * A report (D76): its figures in periods or by subject, and in all, on one snapshot. Who has not
 * `reports.salon` gets those of their own work; that limit is a condition of the statements.
 *
 * @throws INSUFFICIENT_SCOPE for everybody but the salon; PERMISSION_REQUIRED without `reports.own`;
 *   REPORT_TOO_LARGE when a statement takes longer than two seconds
 */
export async function readReport<Kind extends ReportKind>(
  context: RequestContext,
  input: ReportInput<Kind>,
): Promise<Report<Kind>> {
  allow(context, 'reports.own')
  const catalog = await context.tenant.catalog()
  const counting: Counting<Kind> = countings[input.kind]
  const periods = periodsOf(input)
  const scope = scopeOf(catalog, input, periods, reportedProfessionalId(context))
  const { rows, totals, names } = await readRows(context, counting, scope, catalog)
  const slices = openSlices()
  const working =
    input.kind === 'utilization'
      ? await workingTime(catalog, periods, scope.professionalId, slices)
      : noWorkingTime

  const inPeriod = Map.groupBy(rows, ({ period }) => period)
  const ofSubject = Map.groupBy(rows, ({ subjectId, source }): SubjectId => source ?? subjectId)
  const written: Promise<ReportRow<Kind>[]> =
    scope.subject === null
      ? mapInSlices(slices, [...periods.entries()], ([index, period]) => ({
          ...period,
          subject: null,
          figures: counting.figures(inPeriod.get(index + 1) ?? [], working.byPeriod[index] ?? 0),
        }))
      : mapInSlices(
          slices,
          subjectsOf(catalog, scope.subject, ofSubject, working, names),
          (id) => ({
            from: input.from,
            to: input.to,
            subject: subjectOf(id, names),
            figures: counting.figures(ofSubject.get(id) ?? [], minutesOf(working, id)),
          }),
        )
  return {
    ...input,
    timezone: catalog.settings.timezone,
    currency: catalog.settings.currency,
    rows: await written,
    total: counting.figures(totals, sum(working.byPeriod)),
  }
}

function scopeOf(
  { settings }: Catalog,
  { from, to, group }: ReportInput,
  periods: readonly Period[],
  professionalId: number | null,
): reportQueries.ReportScope {
  const zone = zoneOf(settings.timezone)
  const midnight = (day: EpochDay) => new Date(zone.toEdge(day, 0) * 60_000)
  return {
    from: midnight(from),
    before: midnight(to + 1),
    starts: periods.map((period) => midnight(period.from)),
    subject: isSubject(group) ? group : null,
    professionalId,
  }
}

/** What is counted once in all, such as a visit of two people, has to be counted in all as well. */
async function readRows(
  { tenant }: RequestContext,
  { count, isShared }: Counting<ReportKind>,
  scope: reportQueries.ReportScope,
  catalog: Catalog,
) {
  const { subject, from } = scope
  const needsTotal = isShared === 'always' || (isShared === 'between subjects' && subject !== null)
  const whole = { ...scope, starts: [from], subject: null }
  const queries = (tx: Tx): Query<object>[] =>
    [
      count(tx, scope, catalog),
      ...(needsTotal ? [count(tx, whole, catalog)] : []),
      ...(subject === null || subject === 'source' ? [] : [namesOf[subject](tx)]),
    ] as unknown as Query<object>[]
  try {
    const results = await tenant.db.batch<object[]>(queries, limits)
    const [rows = [], totals = rows] = results as CountedRow[][]
    const names = subject === null || subject === 'source' ? [] : (results.at(-1) as Named[])
    return {
      rows,
      totals: needsTotal ? totals : rows,
      names: new Map<SubjectId, Named['name']>(names.map(({ id, name }) => [id, name])),
    }
  } catch (error) {
    if (isStatementTimeout(error)) fail('REPORT_TOO_LARGE', { cause: error })
    throw error
  }
}

interface Named {
  id: number
  name: NonNullable<ReportRow['subject']>['name']
}

const isSubject = (group: ReportInput['group']): group is reportQueries.ReportSubject =>
  group === 'professional' || group === 'service' || group === 'source' || group === 'staff'

/** A source is its own name. */
function subjectOf(
  id: SubjectId,
  names: ReadonlyMap<SubjectId, Named['name']>,
): ReportRow['subject'] {
  if (id === null) return null
  return typeof id === 'string' ? { id: null, name: id } : { id, name: names.get(id) ?? '' }
}

/** A source has no id. */
type SubjectId = number | string | null

const namesOf = {
  professional: reportQueries.listProfessionalNames,
  service: reportQueries.listServiceNames,
  staff: reportQueries.listStaffNames,
}

/**
 * Those of whom there is something, and who have worked: active ones in display order, then others, then
 * what belongs to nobody. Sources are in the order of their letters, members of staff in that of their names.
 */
function subjectsOf(
  catalog: Catalog,
  subject: reportQueries.ReportSubject,
  counted: ReadonlyMap<SubjectId, unknown>,
  working: WorkingTime,
  names: ReadonlyMap<SubjectId, unknown>,
): SubjectId[] {
  if (subject === 'source')
    return [...counted.keys()].sort((one, other) =>
      one === null || other === null
        ? Number(one === null) - Number(other === null)
        : one < other
          ? -1
          : 1,
    )
  const active =
    subject === 'staff'
      ? [...names.keys()]
      : catalog[subject === 'professional' ? 'professionals' : 'services'].map(({ id }) => id)
  const places = new Map<SubjectId, number>(active.map((id, index) => [id, index]))
  const place = (id: SubjectId) =>
    places.get(id) ?? (id === null ? Number.MAX_SAFE_INTEGER : active.length)
  const worked = [...working.byProfessional].flatMap(([id, minutes]) => (minutes > 0 ? [id] : []))
  const all = new Set([...counted.keys(), ...worked])
  return [...all].sort((one, other) => place(one) - place(other))
}

const minutesOf = ({ byProfessional }: WorkingTime, id: SubjectId): number =>
  typeof id === 'number' ? (byProfessional.get(id) ?? 0) : 0

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0)
