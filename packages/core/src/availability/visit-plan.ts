import { fail } from '@silla/errors'
import type { ServiceTerms, VisitPlan } from '@silla/slots'
import { LRUCache } from 'lru-cache'
import type { Catalog, Professional, Service } from '../catalog/catalog.ts'
import { findProfessional, findService } from '../catalog/find.ts'
import { termsOf } from '../catalog/terms.ts'
import type { BookingLine } from '../model/booking.ts'

/** A visit to look for free time for. */
export interface VisitQuery {
  /** One professional for all; null: anybody who offers all services (D32), or see `lines` */
  professionalId: number | null
  length: VisitLength
  /** Each service with a professional of its own (D33), in place of the others; null: no such lines */
  lines: readonly VisitLine[] | null
  /** The booking that is to be moved: its own time counts as free (D37). */
  moved?: MovedBooking
}

export interface MovedBooking {
  bookingId: number
  lines: readonly BookingLine[]
}

/** How long a visit takes: `durationMinutes`, else its services, else one slot interval (D13). */
export interface VisitLength {
  durationMinutes: number | null
  serviceIds: number[]
}

/** A service of a visit, and who carries it out. */
export interface VisitLine {
  serviceId: number
  /** null: anybody who offers it */
  professionalId: number | null
}

/**
 * Checks the services and professionals of a visit and plans it. Those who may do a line are in
 * display order (`inOrderOfAssignment`). Planned once for a version of the catalogue.
 *
 * @throws SERVICE_NOT_FOUND, PROFESSIONAL_NOT_FOUND, SERVICE_NOT_OFFERED
 */
export function visitPlan(catalog: Catalog, query: VisitQuery): VisitPlan {
  const { professionalId, length, lines } = query
  const { business, version } = catalog
  const key = `${business.id} ${version} ${JSON.stringify([professionalId, length, lines])}`
  let plan = plans.get(key)
  if (plan === undefined) {
    plan = planFor(catalog, query)
    plans.set(key, plan)
  }
  return plan
}

/** Few enough for the memory: one of 10 services and 20 professionals takes 30 kB. */
const plans = new LRUCache<string, VisitPlan>({ max: 200 })

function planFor(catalog: Catalog, { professionalId, length, lines }: VisitQuery): VisitPlan {
  if (lines !== null) return linesPlan(catalog, lines)
  const services = servicesOf(catalog, length.serviceIds)
  const professionals =
    professionalId === null
      ? catalog.professionals.filter((one) => offersAll(one, services))
      : [professionalFor(catalog, professionalId, services)]
  return length.durationMinutes === null && services.length > 0
    ? servicesPlan(catalog, services, professionals)
    : unbrokenPlan(length.durationMinutes ?? catalog.settings.slotIntervalMinutes, professionals)
}

/**
 * How long a visit takes as it is queried: with the terms of the named professionals, else with those
 * of the services.
 */
export function requestedMinutes(
  catalog: Catalog,
  { professionalId, length, lines }: VisitQuery,
): number {
  const minutesOf = (serviceId: number, doneBy: number | null): number => {
    const service = findService(catalog, serviceId)
    return doneBy === null
      ? service.durationMinutes
      : termsOf(service, findProfessional(catalog, doneBy)).durationMinutes
  }
  if (lines !== null)
    return sum(lines.map((line) => minutesOf(line.serviceId, line.professionalId)))
  if (length.durationMinutes !== null) return length.durationMinutes
  if (length.serviceIds.length === 0) return catalog.settings.slotIntervalMinutes
  return sum(length.serviceIds.map((id) => minutesOf(id, professionalId)))
}

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0)

/** @throws SERVICE_NOT_FOUND when one of them is not an active service of this salon */
export const servicesOf = (catalog: Catalog, serviceIds: readonly number[]): Service[] =>
  serviceIds.map((id) => findService(catalog, id))

/**
 * The professional of a visit with these services.
 *
 * @throws PROFESSIONAL_NOT_FOUND, SERVICE_NOT_OFFERED
 */
function professionalFor(
  catalog: Catalog,
  professionalId: number,
  services: readonly Service[],
): Professional {
  const professional = findProfessional(catalog, professionalId)
  return offersAll(professional, services) ? professional : fail('SERVICE_NOT_OFFERED')
}

const offersAll = (professional: Professional, services: readonly Service[]): boolean =>
  services.every((service) => professional.serviceIds.includes(service.id))

/** Services one after the other, all by one of the professionals, who are in order of preference. */
export const servicesPlan = (
  catalog: Catalog,
  services: readonly Service[],
  professionals: readonly Professional[],
): VisitPlan => ({
  lines: services.map((service) => termsOfEach(catalog, service, professionals)),
  onePerson: true,
})

/**
 * Services one after the other, each by a professional of its own.
 *
 * @throws SERVICE_NOT_FOUND, PROFESSIONAL_NOT_FOUND, SERVICE_NOT_OFFERED
 */
function linesPlan(catalog: Catalog, lines: readonly VisitLine[]): VisitPlan {
  const services = servicesOf(
    catalog,
    lines.map(({ serviceId }) => serviceId),
  )
  for (const { professionalId } of lines)
    if (professionalId !== null) findProfessional(catalog, professionalId)
  return {
    lines: lines.map(({ professionalId }, index) => {
      const service = services[index] as Service
      const professionals =
        professionalId === null
          ? catalog.professionals.filter((one) => offersAll(one, [service]))
          : [professionalFor(catalog, professionalId, [service])]
      return termsOfEach(catalog, service, professionals)
    }),
    onePerson: false,
  }
}

/** Unbroken work by one of the professionals, whatever it is for. */
export const unbrokenPlan = (
  durationMinutes: number,
  professionals: readonly { id: number }[],
): VisitPlan => ({
  lines: [
    professionals.map(({ id }) => ({
      professionalId: id,
      phases: [durationMinutes],
      bufferMinutes: 0,
      units: [],
    })),
  ],
  onePerson: true,
})

/** The terms of a service with each of some people, as the catalogue has them. */
export function termsOfEach(
  catalog: Catalog,
  service: Service,
  professionals: readonly Professional[],
): ServiceTerms[] {
  const units = unitsFor(catalog, service)
  return professionals.map((professional) => ({
    professionalId: professional.id,
    phases: termsOf(service, professional).phases,
    bufferMinutes: service.bufferMinutes,
    units,
  }))
}

/** Of each resource type that a service needs, its units. */
const unitsFor = ({ resourceTypes }: Catalog, { resourceTypeIds }: Service): number[][] =>
  resourceTypeIds.map((id) => resourceTypes.find((type) => type.id === id)?.unitIds ?? [])
