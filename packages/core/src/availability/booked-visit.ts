import { fail } from '@silla/errors'
import type { ServiceTerms, VisitPlan } from '@silla/slots'
import type { Catalog, Professional, Service } from '../catalog/catalog.ts'
import { findProfessional } from '../catalog/find.ts'
import { type Terms, termsOf } from '../catalog/terms.ts'
import type { BookingLine, WantedProfessionals } from '../model/booking.ts'
import { type MovedBooking, requestedMinutes, type VisitQuery, visitPlan } from './visit-plan.ts'

/**
 * The plan of a booked visit for another time or other people: its services in the minutes that were
 * booked, except with a person who has a duration of their own, with the buffers and the kinds of
 * places that were booked (D37). A service that the salon no longer has can still be done by the
 * person it was booked with.
 *
 * @param wanted.professionalIds as many as the visit has services
 * @throws PROFESSIONAL_NOT_FOUND, SERVICE_NOT_OFFERED
 */
export function bookedVisitPlan(
  catalog: Catalog,
  lines: readonly BookingLine[],
  wanted: WantedProfessionals,
): VisitPlan {
  const ids = lines.map((line, index) => wantedId(wanted, line, index))
  const onePerson =
    wanted.kind === 'one' ||
    (wanted.kind === 'without' && wanted.onePerson && ids.every((id) => id === null))
  const isWanted = ({ id }: Professional) =>
    wanted.kind !== 'without' || id !== wanted.professionalId
  const found = ids.map((id) => (id === null ? null : findProfessional(catalog, id)))
  const people = lines.map((line, index) => {
    const professional = found[index]
    const candidates = professional ? [professional] : catalog.professionals.filter(isWanted)
    const done = onePerson ? lines : [line]
    return candidates.filter((one) => done.every((each) => does(catalog, one, each)))
  })
  if (people.some((each) => each.length === 0)) fail('SERVICE_NOT_OFFERED')
  return {
    lines: lines.map((_, index) => bookedTerms(catalog, lines, index, people[index] ?? [])),
    onePerson: lines.length === 1 || onePerson || isOneOf(ids),
  }
}

/** The terms of a line of a booked visit with each of some people. */
export function bookedTerms(
  catalog: Catalog,
  lines: readonly BookingLine[],
  index: number,
  people: readonly Professional[],
): ServiceTerms[] {
  const line = lines[index] as BookingLine
  const bufferMinutes = bookedBuffer(catalog, lines, index)
  const units = bookedUnits(catalog, line)
  return people.map((professional) => ({
    professionalId: professional.id,
    phases: changedTerms(catalog, line, professional)?.phases ?? line.phases,
    ...{ bufferMinutes, units },
  }))
}

const isOneOf = (ids: readonly (number | null)[]): boolean =>
  !ids.includes(null) && new Set(ids).size === 1

/** Whether a visit stays with the people who were booked for it. */
export const keepsProfessionals = (
  lines: readonly BookingLine[],
  wanted: WantedProfessionals,
): boolean =>
  lines.every((line, index) => {
    if (wanted.kind === 'without' && line.professional.id === wanted.professionalId) return false
    const id = wantedId(wanted, line, index)
    return id === null || id === line.professional.id
  }) &&
  (wanted.kind !== 'one' || new Set(lines.map(({ professional }) => professional.id)).size === 1)

function wantedId(wanted: WantedProfessionals, line: BookingLine, index: number): number | null {
  switch (wanted.kind) {
    case 'same':
      return line.professional.id
    case 'one':
      return wanted.professionalId
    case 'each':
      return wanted.professionalIds[index] ?? null
    case 'without':
      return line.professional.id === wanted.professionalId ? null : line.professional.id
  }
}

/**
 * Whether the booked people still work at the salon and do these services, as far as the salon still
 * has them.
 */
export const bookedPeopleStay = (catalog: Catalog, lines: readonly BookingLine[]): boolean =>
  lines.every((line) =>
    catalog.professionals.some(
      (one) => one.id === line.professional.id && does(catalog, one, line),
    ),
  )

/** Those who leave the salon's catalogue take what they offer with them; services do as well. */
export const does = (catalog: Catalog, professional: Professional, line: BookingLine): boolean =>
  professional.serviceIds.includes(line.serviceId) ||
  (professional.id === line.professional.id && bookedService(catalog, line) === undefined)

/** The service of a line as it is now; undefined when the salon no longer has it. */
export const bookedService = (catalog: Catalog, { serviceId }: BookingLine): Service | undefined =>
  catalog.services.find(({ id }) => id === serviceId)

/**
 * The buffer that was booked after a service. Where it ended with the next service of the same person
 * only a part of it is stored; the service's own buffer of now stands for the rest.
 */
function bookedBuffer(catalog: Catalog, lines: readonly BookingLine[], index: number): number {
  const line = lines[index] as BookingLine
  const { bufferMinutes, professional, endsAt } = line
  const next = lines.slice(index + 1).find((one) => one.professional.id === professional.id)
  const isShortened = next?.startsAt.getTime() === endsAt.getTime() + bufferMinutes * 60_000
  return isShortened
    ? Math.max(bufferMinutes, bookedService(catalog, line)?.bufferMinutes ?? 0)
    : bufferMinutes
}

/**
 * Of each kind of place that was booked its units of now, also where the booked one is gone. A kind
 * that the salon has no more is not needed any more.
 */
const bookedUnits = ({ resourceTypes }: Catalog, { unitIds }: BookingLine): number[][] =>
  unitIds.flatMap((id) => {
    const type = resourceTypes.find(
      (one) => one.unitIds.includes(id) || one.retiredUnitIds.includes(id),
    )
    return type === undefined ? [] : [type.unitIds]
  })

/** The terms of another person, where that person or the one before has a duration of their own. */
function changedTerms(
  catalog: Catalog,
  line: BookingLine,
  professional: Professional,
): Terms | null {
  const service = bookedService(catalog, line)
  if (service === undefined || professional.id === line.professional.id) return null
  const before = catalog.professionals.find(({ id }) => id === line.professional.id)
  const isOwn = [professional, before].some((one) =>
    one?.ownTerms.some((own) => own.serviceId === service.id && own.durationMinutes !== null),
  )
  return isOwn ? termsOf(service, professional) : null
}

/**
 * A query for another time of a booking. Without services and duration the visit is the booked one,
 * and one that several people do stays with them unless the query names somebody.
 */
export function queryFor<Query extends VisitQuery>(query: Query, moved: MovedBooking): Query {
  const { professionalId, length, lines } = query
  const namesVisit =
    lines !== null || length.durationMinutes !== null || length.serviceIds.length > 0
  const people = new Set(moved.lines.map(({ professional }) => professional.id))
  if (namesVisit || professionalId !== null || people.size === 1) return { ...query, moved }
  const booked = moved.lines.map(({ serviceId, professional }) => ({
    serviceId,
    professionalId: professional.id,
  }))
  return { ...query, moved, lines: booked }
}

/** The plan of a query, and its minutes as long as nobody has a duration of their own. */
export interface QueriedVisit {
  plan: VisitPlan
  durationMinutes: number
}

/**
 * The visit that a query is about. For a booking that is to be moved it is the booked one, unless
 * the query names other services or a duration (D37).
 *
 * @throws SERVICE_NOT_FOUND, PROFESSIONAL_NOT_FOUND, SERVICE_NOT_OFFERED
 */
export function queriedVisit(catalog: Catalog, query: VisitQuery): QueriedVisit {
  const { moved } = query
  if (moved === undefined || !isForBooking(query, moved.lines))
    return { plan: visitPlan(catalog, query), durationMinutes: requestedMinutes(catalog, query) }
  const booked = bookedVisitPlan(catalog, moved.lines, wantedBy(query))
  // slots for lines name who does each line, also for a single one
  const plan = query.lines === null ? booked : { ...booked, onePerson: false }
  const minutes = plan.lines.map(([terms]) => sum(terms?.phases ?? []))
  return { plan, durationMinutes: sum(minutes) }
}

function isForBooking({ length, lines }: VisitQuery, booked: readonly BookingLine[]): boolean {
  if (length.durationMinutes !== null) return false
  const ids = lines?.map(({ serviceId }) => serviceId) ?? length.serviceIds
  if (ids.length === 0) return true
  return ids.length === booked.length && ids.every((id, index) => id === booked[index]?.serviceId)
}

const wantedBy = ({ professionalId, lines }: VisitQuery): WantedProfessionals =>
  lines === null
    ? { kind: 'one', professionalId }
    : { kind: 'each', professionalIds: lines.map((line) => line.professionalId), field: '' }

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0)
