import { salonAgendaQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { type EpochDay, type Span, zoneOf } from '@silla/slots'
import { allow, refusalFor } from '../access/allow.ts'
import { readableAgenda, seesContacts } from '../access/own-agenda.ts'
import { businessDay, worksOn } from '../availability/business-day.ts'
import { withCatalogOf } from '../calendars/with-catalog-of.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type {
  AgendaDay,
  AgendaFilter,
  AgendaInput,
  AgendaLine,
  AgendaPerson,
  AgendaReading,
  SalonAgenda,
} from '../model/salon-agenda.ts'
import type { RequestContext, TenantContext } from '../request-context.ts'
import { mapInSlices, openSlices } from '../slices.ts'
import { readBlockRow, readHoldRow, readVisitRow } from './agenda-rows.ts'

/**
 * The agenda of consecutive days (D69), in one round trip. Who is limited to their own agenda gets
 * that one. All visits are returned, however many; they are read in slices.
 *
 * @throws INSUFFICIENT_SCOPE for everybody but the salon; PERMISSION_REQUIRED for somebody else's agenda
 *   without `agenda.all`; PROFESSIONAL_NOT_FOUND
 */
export async function salonAgenda(
  context: RequestContext,
  input: AgendaInput,
): Promise<SalonAgenda> {
  const { agenda } = await agendaUnlessKnown(context, input, null)
  return agenda as SalonAgenda
}

/**
 * What an agenda of somebody depends on besides the salon: who has the same gets the same. It is the
 * reader's rights and not the reader.
 *
 * @throws as `salonAgenda` but for PROFESSIONAL_NOT_FOUND
 */
export function agendaFilter(
  context: RequestContext,
  { professionalId }: AgendaInput,
): AgendaFilter {
  allow(context, 'agenda.own')
  return {
    professionalId: readableAgenda(context, professionalId),
    showsContacts: seesContacts(context),
    showsNotes: refusalFor(context, 'customers.notes') === null,
  }
}

/**
 * The same, unless it was read in a state of the salon that is the present one: nothing of it has changed
 * then, but for the position.
 *
 * @param knownState that of an agenda with the same input and filter; null: there is none
 * @throws as `salonAgenda`
 */
export async function agendaUnlessKnown(
  context: RequestContext,
  input: AgendaInput,
  knownState: string | null,
): Promise<AgendaReading> {
  const reading = await readAgenda(context, input, agendaFilter(context, input), knownState)
  if (reading === null || (input.professionalId !== null && reading.agenda?.team.length === 0))
    fail('PROFESSIONAL_NOT_FOUND')
  return reading
}

/**
 * The agenda of consecutive days with what a filter lets through, for a caller who may see that.
 *
 * @param knownState as `agendaUnlessKnown`
 * @returns null: there is no such professional
 */
export function readAgenda(
  context: TenantContext,
  { from, days }: Pick<AgendaInput, 'from' | 'days'>,
  filter: AgendaFilter,
  knownState: string | null,
): Promise<AgendaReading | null> {
  return withCatalogOf<AgendaReading>(context, async (catalog) => {
    const dates = datesFrom(catalog, from, days)
    const range = { start: dates[0]?.span.start ?? 0, end: dates.at(-1)?.span.end ?? 0 }
    const rows = await context.tenant.db.query((sql) =>
      salonAgendaQueries.readAgenda(sql, context.tenant.businessId, {
        ...filter,
        from: new Date(range.start * 60_000),
        before: new Date(range.end * 60_000),
        now: context.clock.now(),
        knownState,
      }),
    )
    const [first] = rows
    if (first === undefined) return null
    const [catalogVersion, position, state]: salonAgendaQueries.AgendaStateRow = JSON.parse(
      first.content,
    )
    if (state === knownState)
      return { catalogVersion: catalog.version, result: { position, state, agenda: null } }
    const { people, visits, blocks, holds } = await readRows(rows, catalog)
    const team = teamOf(catalog, filter.professionalId, people)
    const agenda: SalonAgenda = {
      timezone: catalog.settings.timezone,
      currency: catalog.settings.currency,
      days: dates.map((date) => ({
        ...businessDay(catalog, date.day),
        ...date,
        works: team.map(({ id }) => ({
          professionalId: id,
          stretches: worksOn(catalog, id, date.day),
        })),
      })),
      team,
      visits: visits.filter((visit) => reachesInto(range, visit)),
      blocks,
      holds: holds.filter((hold) => reachesInto(range, hold)),
      position,
    }
    return { catalogVersion, result: { position, state, agenda } }
  })
}

function datesFrom(
  { settings }: Catalog,
  from: EpochDay,
  days: number,
): Pick<AgendaDay, 'day' | 'span'>[] {
  const zone = zoneOf(settings.timezone)
  return Array.from({ length: days }, (_, index) => {
    const day = from + index
    return { day, span: { start: zone.toEdge(day, 0), end: zone.toEdge(day + 1, 0) } }
  })
}

/** In slices: a day may have hundreds of visits. */
async function readRows(rows: readonly salonAgendaQueries.AgendaRow[], catalog: Catalog) {
  const slices = openSlices()
  return {
    people: await rowsOf('person', ([id, name]: salonAgendaQueries.AgendaPerson) => ({ id, name })),
    visits: await rowsOf('visit', (row: salonAgendaQueries.AgendaVisitRow) =>
      readVisitRow(row, catalog),
    ),
    blocks: await rowsOf('block', readBlockRow),
    holds: await rowsOf('hold', readHoldRow),
  }

  function rowsOf<Row, Result>(
    wanted: salonAgendaQueries.AgendaRow['kind'],
    read: (row: Row) => Result,
  ): Promise<Result[]> {
    const ofKind = rows.filter(({ kind }) => kind === wanted)
    return mapInSlices(slices, ofKind, ({ content }) => read(JSON.parse(content)))
  }
}

/** @param professionalId null: everybody */
function teamOf(
  { professionals }: Catalog,
  professionalId: number | null,
  inactive: readonly { id: number; name: string }[],
): AgendaPerson[] {
  const team = [
    ...professionals.map(({ id, name }) => ({ id, name, active: true })),
    ...inactive.map((person) => ({ ...person, active: false })),
  ]
  return professionalId === null ? team : team.filter(({ id }) => id === professionalId)
}

/** Whether a part of it, buffers included, lies within the days. */
const reachesInto = (range: Span, { lines }: { lines: readonly AgendaLine[] }): boolean =>
  lines.some(({ stretches }) =>
    stretches.some(({ start, end }) => start < range.end && end > range.start),
  )
