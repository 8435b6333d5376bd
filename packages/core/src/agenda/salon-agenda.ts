import { hash } from 'node:crypto'
import { salonAgendaQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { type EpochDay, type Span, zoneOf } from '@silla/slots'
import { allow, refusalFor } from '../access/allow.ts'
import { assertOwnAgenda, ownProfessionalId, seesContacts } from '../access/own-agenda.ts'
import { businessDay, worksOn } from '../availability/business-day.ts'
import { withCatalogOf } from '../calendars/with-catalog-of.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type {
  AgendaDay,
  AgendaInput,
  AgendaLine,
  AgendaPerson,
  SalonAgenda,
} from '../model/salon-agenda.ts'
import type { RequestContext } from '../request-context.ts'
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
  { from, days, professionalId }: AgendaInput,
): Promise<SalonAgenda> {
  allow(context, 'agenda.own')
  if (professionalId !== null) assertOwnAgenda(context, [professionalId])
  const filter = {
    professionalId: professionalId ?? ownProfessionalId(context),
    showsContacts: seesContacts(context),
    showsNotes: refusalFor(context, 'customers.notes') === null,
  }

  const agenda = await withCatalogOf(context, async (catalog) => {
    const dates = datesFrom(catalog, from, days)
    const range = { start: dates[0]?.span.start ?? 0, end: dates.at(-1)?.span.end ?? 0 }
    const rows = await context.tenant.db.query((sql) =>
      salonAgendaQueries.readAgenda(sql, context.tenant.businessId, {
        ...filter,
        from: new Date(range.start * 60_000),
        before: new Date(range.end * 60_000),
        now: context.clock.now(),
      }),
    )
    const { head, people, visits, blocks, holds } = await readRows(rows, catalog)
    const [catalogVersion, position] = head ?? [catalog.version, 0]
    const team = teamOf(catalog, filter.professionalId, people)
    const result: SalonAgenda = {
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
      version: versionOf([from, days, filter], rows),
    }
    return { catalogVersion, result }
  })
  if (agenda === null || (professionalId !== null && agenda.team.length === 0))
    fail('PROFESSIONAL_NOT_FOUND')
  return agenda
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
  const [head] = await rowsOf('head', (row: salonAgendaQueries.AgendaHead) => row)
  return {
    head,
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

/** All of what the agenda is made of: the catalogue is named in the head. */
const versionOf = (input: unknown, rows: readonly salonAgendaQueries.AgendaRow[]): string =>
  hash(
    'sha256',
    `${JSON.stringify(input)}\n${rows.map(({ content }) => content).join('\n')}`,
    'base64url',
  )
