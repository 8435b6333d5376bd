import { salonAgendaQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { addMonths, type EpochDay, zoneOf } from '@silla/slots'
import { allow } from '../access/allow.ts'
import { readableAgenda } from '../access/own-agenda.ts'
import { businessDay, workingMinutes } from '../availability/business-day.ts'
import { withCatalogOf } from '../calendars/with-catalog-of.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { AgendaMonth, AgendaMonthInput, AgendaMonthReading } from '../model/agenda-month.ts'
import type { RequestContext } from '../request-context.ts'
import { mapInSlices, openSlices } from '../slices.ts'

/**
 * How full the days of a month are (D69), in one round trip. Who is limited to their own agenda gets their
 * part of the visits, and their working time; that limit is a condition of the statement.
 *
 * @throws INSUFFICIENT_SCOPE for everybody but the salon; PERMISSION_REQUIRED for somebody else's agenda
 *   without `agenda.all`; PROFESSIONAL_NOT_FOUND
 */
export async function agendaMonth(
  context: RequestContext,
  input: AgendaMonthInput,
): Promise<AgendaMonth> {
  const { month } = await agendaMonthUnlessKnown(context, input, null)
  return month as AgendaMonth
}

/**
 * Whose visits are counted; null: everybody's.
 *
 * @throws as `agendaMonth` but for PROFESSIONAL_NOT_FOUND
 */
export function agendaMonthFilter(
  context: RequestContext,
  { professionalId }: AgendaMonthInput,
): number | null {
  allow(context, 'agenda.own')
  return readableAgenda(context, professionalId)
}

/**
 * The same, unless it was read in a state of the salon that is the present one: nothing of it has changed
 * then, but for the position.
 *
 * @param knownState that of a month with the same input and filter; null: there is none
 * @throws as `agendaMonth`
 */
export async function agendaMonthUnlessKnown(
  context: RequestContext,
  input: AgendaMonthInput,
  knownState: string | null,
): Promise<AgendaMonthReading> {
  const professionalId = agendaMonthFilter(context, input)
  const reading = await withCatalogOf<AgendaMonthReading>(context, async (catalog) => {
    const days = datesOf(catalog, input.from)
    const rows = await context.tenant.db.query((sql) =>
      salonAgendaQueries.readAgendaMonth(sql, context.tenant.businessId, {
        ...{ professionalId, knownState, now: context.clock.now() },
        starts: days.map(({ start }) => start),
        from: days[0]?.start as Date,
        before: days.at(-1)?.end as Date,
      }),
    )
    const [first] = rows
    if (first === undefined) return null
    const [catalogVersion, position, state]: salonAgendaQueries.AgendaStateRow = JSON.parse(
      first.content,
    )
    if (state === knownState) return { catalogVersion, result: { position, state, month: null } }
    if (input.professionalId !== null && !rows.some(({ kind }) => kind === 'person')) return null
    const booked = bookedDays(rows)
    const month: AgendaMonth = {
      ...{ from: input.from, timezone: catalog.settings.timezone, position },
      days: await mapInSlices(openSlices(), days, ({ day }) => {
        const number = day - input.from + 1
        const [, visits, pending, bookedMinutes] = booked.get(number) ?? [number, 0, 0, 0]
        const { kind } = businessDay(catalog, day)
        return {
          ...{ day, kind, visits, pending, bookedMinutes },
          workingMinutes: minutesOfTeam(catalog, professionalId, day),
        }
      }),
    }
    return { catalogVersion, result: { position, state, month } }
  })
  return reading ?? fail('PROFESSIONAL_NOT_FOUND')
}

/** The days of a month, and their midnights. */
function datesOf({ settings }: Catalog, from: EpochDay) {
  const zone = zoneOf(settings.timezone)
  const midnight = (day: EpochDay) => new Date(zone.toEdge(day, 0) * 60_000)
  return Array.from({ length: addMonths(from, 1) - from }, (_, index) => {
    const day = from + index
    return { day, start: midnight(day), end: midnight(day + 1) }
  })
}

/** Of active professionals. */
function minutesOfTeam(catalog: Catalog, professionalId: number | null, day: EpochDay): number {
  const zone = zoneOf(catalog.settings.timezone)
  return catalog.professionals
    .filter(({ id }) => professionalId === null || id === professionalId)
    .reduce((sum, { id }) => sum + workingMinutes(catalog, zone, id, day), 0)
}

/** By the number of the day, from 1 on. */
function bookedDays(
  rows: readonly salonAgendaQueries.AgendaMonthRow[],
): Map<number, salonAgendaQueries.BookedDayRow> {
  const content = rows.find(({ kind }) => kind === 'days')?.content ?? '[]'
  const days: salonAgendaQueries.BookedDayRow[] = JSON.parse(content)
  return new Map(days.map((day) => [day[0], day]))
}
