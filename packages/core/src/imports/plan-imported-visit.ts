import { type ImportNote, importNote } from '@silla/errors'
import { placeVisit, type ServiceTerms, type VisitCandidate } from '@silla/slots'
import { scheduleOf } from '../availability/schedule.ts'
import { type PricedLine, priceOf } from '../bookings/price.ts'
import type { Catalog, Professional, Service } from '../catalog/catalog.ts'
import { termsOf } from '../catalog/terms.ts'
import type { BookingLine } from '../model/booking.ts'
import type { BusyTimes } from './busy-times.ts'
import type { BookingRow } from './read-booking-file.ts'

/** A visit of a file, as it is written. */
export interface ImportedVisit {
  lines: BookingLine[]
  endsAt: Date
  /** Empty for one that is over: what is past takes no time. */
  claims: VisitCandidate['claims']
  subtotalCents: number
  totalCents: number
  pointsEarned: number
}

/** Why a visit is not imported. */
export interface VisitRefusal {
  outcome: 'refused' | 'clash'
  note: ImportNote
}

/**
 * Plans a visit of a file by the rules of a booking that the salon makes itself (D45): any minute within
 * working hours that is free. One that is over is history: it is as long as the file says, claims nothing,
 * and gives no points. Minutes and price of the file replace those of the catalogue.
 */
export function planImportedVisit(
  catalog: Catalog,
  row: BookingRow,
  services: readonly Service[],
  professional: Professional,
  taken: BusyTimes,
  now: Date,
): ImportedVisit | VisitRefusal {
  const terms = termsFor(catalog, services, professional, row.durationMinutes)
  if (terms === null)
    return refused(importNote('services_too_long', { minutes: row.durationMinutes as number }))
  const start = Math.floor(row.startsAt.getTime() / 60_000)
  const minutes = terms.reduce((sum, { phases }) => sum + total(phases), 0)
  if ((start + minutes) * 60_000 <= now.getTime())
    return withPrice(catalog, row, services, professional, pastCandidate(start, terms), false)

  const missing = services.find(({ id }) => !professional.serviceIds.includes(id))
  if (missing) {
    const service = nameOf(catalog, missing)
    return refused(importNote('not_offered', { professional: professional.name, service }))
  }
  const { business, professionals } = scheduleOf(catalog)
  const placement = placeVisit({
    business: { ...business, slotIntervalMinutes: 1 },
    professionals,
    busy: taken.busy,
    plan: { lines: terms.map((line) => [line]), onePerson: true },
    day: row.day,
    startMinute: row.startMinute,
    bookableFrom: Number.NEGATIVE_INFINITY,
  })
  if (placement.kind !== 'placed') {
    if (placement.kind !== 'taken') return refused(importNote(placement.kind))
    const resources = [professional.id, ...terms.flatMap(({ units }) => units.flat())]
    const buffer = terms.at(-1)?.bufferMinutes ?? 0
    const owner = taken.ownerOf(resources, start, start + minutes + buffer)
    return { outcome: 'clash', note: owner ?? importNote('taken') }
  }
  const [candidate] = placement.candidates
  return withPrice(catalog, row, services, professional, candidate as VisitCandidate, true)
}

const refused = (note: ImportNote): VisitRefusal => ({ outcome: 'refused', note })

const nameOf = ({ settings }: Catalog, { name }: Service) =>
  name[settings.mainLanguage] ?? Object.values(name)[0] ?? ''

/**
 * The terms of each service, with the minutes of the file: the last service takes what is left. null:
 * nothing is.
 */
function termsFor(
  { resourceTypes }: Catalog,
  services: readonly Service[],
  professional: Professional,
  durationMinutes: number | null,
): ServiceTerms[] | null {
  const terms = services.map(
    (service): ServiceTerms => ({
      professionalId: professional.id,
      phases: termsOf(service, professional).phases,
      bufferMinutes: service.bufferMinutes,
      units: service.resourceTypeIds.map(
        (id) => resourceTypes.find((type) => type.id === id)?.unitIds ?? [],
      ),
    }),
  )
  const minutes = terms.reduce((sum, { phases }) => sum + total(phases), 0)
  if (durationMinutes === null || durationMinutes === minutes) return terms
  const last = terms.at(-1) as ServiceTerms
  const rest = durationMinutes - (minutes - total(last.phases))
  return rest > 0 ? [...terms.slice(0, -1), { ...last, phases: [rest] }] : null
}

const total = (phases: readonly number[]) => phases.reduce((sum, minutes) => sum + minutes, 0)

function pastCandidate(start: number, terms: readonly ServiceTerms[]): VisitCandidate {
  let end = start
  const lines = terms.map(({ professionalId, phases }) => {
    const from = end
    end += total(phases)
    return { professionalId, start: from, end, phases, bufferMinutes: 0, unitIds: [] }
  })
  return { start, end, lines, claims: [] }
}

function withPrice(
  { settings }: Catalog,
  { priceCents }: BookingRow,
  services: readonly Service[],
  professional: Professional,
  candidate: VisitCandidate,
  givesPoints: boolean,
): ImportedVisit {
  const terms = services.map((service) => ({ ...service, ...termsOf(service, professional) }))
  const priced = priceOf(terms, {
    ...settings,
    pointsEnabled: settings.pointsEnabled && givesPoints,
  })
  const lines = priceCents === null ? priced.lines : charged(priced.lines, priceCents)
  const sum = (of: (line: PricedLine) => number) => lines.reduce((all, line) => all + of(line), 0)
  return {
    lines: candidate.lines.map(({ start, end, phases, bufferMinutes, unitIds }, index) => ({
      ...(lines[index] as PricedLine),
      durationMinutes: end - start,
      professional: { id: professional.id, name: professional.name },
      startsAt: new Date(start * 60_000),
      endsAt: new Date(end * 60_000),
      ...{ phases, bufferMinutes, unitIds },
    })),
    endsAt: new Date(candidate.end * 60_000),
    claims: candidate.claims,
    subtotalCents: sum((line) => line.priceCents),
    totalCents: sum((line) => line.chargedCents),
    pointsEarned: priced.pointsEarned,
  }
}

/** The price of the file in place of the prices of the lines: each gets its own as far as it goes. */
function charged(lines: readonly PricedLine[], priceCents: number): PricedLine[] {
  let left = priceCents
  return lines.map((line, index) => {
    const cents = index === lines.length - 1 ? left : Math.min(left, line.chargedCents)
    left -= cents
    return { ...line, priceCents: cents, chargedCents: cents }
  })
}
