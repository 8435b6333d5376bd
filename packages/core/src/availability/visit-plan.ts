import { fail } from '@silla/errors'
import type { VisitPlan } from '@silla/slots'
import type { Catalog, Professional, Service } from '../catalog/catalog.ts'
import { findProfessional, findService } from '../catalog/find.ts'

/** How long a visit takes: `durationMinutes`, else its services, else one slot interval (D13). */
export interface VisitLength {
  durationMinutes: number | null
  serviceIds: number[]
}

/** A visit to look for free time for: who may do it, how long it takes, and its plan. */
export interface VisitOption {
  professionals: Professional[]
  durationMinutes: number
  plan: VisitPlan
}

/**
 * Checks the services and professionals of a visit and plans it.
 *
 * @param query.professionalId null: anybody who offers the services
 * @throws SERVICE_NOT_FOUND, PROFESSIONAL_NOT_FOUND, SERVICE_NOT_OFFERED
 */
export function visitOption(
  catalog: Catalog,
  { professionalId, length }: { professionalId: number | null; length: VisitLength },
): VisitOption {
  const services = servicesOf(catalog, length.serviceIds)
  const professionals =
    professionalId === null
      ? catalog.professionals.filter((one) => offersAll(one, services))
      : [professionalFor(catalog, professionalId, services)]
  const durationMinutes =
    length.durationMinutes ??
    (services.length > 0 ? totalMinutes(services) : catalog.settings.slotIntervalMinutes)
  return { professionals, durationMinutes, plan: simplePlan(durationMinutes, professionals) }
}

/** @throws SERVICE_NOT_FOUND when one of them is not an active service of this salon */
export const servicesOf = (catalog: Catalog, serviceIds: readonly number[]): Service[] =>
  serviceIds.map((id) => findService(catalog, id))

/**
 * The professional of a visit with these services.
 *
 * @throws PROFESSIONAL_NOT_FOUND, SERVICE_NOT_OFFERED
 */
export function professionalFor(
  catalog: Catalog,
  professionalId: number,
  services: readonly Service[],
): Professional {
  const professional = findProfessional(catalog, professionalId)
  return offersAll(professional, services) ? professional : fail('SERVICE_NOT_OFFERED')
}

const offersAll = (professional: Professional, services: readonly Service[]): boolean =>
  services.every((service) => professional.serviceIds.includes(service.id))

export const totalMinutes = (services: readonly Service[]): number =>
  services.reduce((sum, service) => sum + service.durationMinutes, 0)

/**
 * A visit as one segment of time with one professional, the only form in use so far. Waiting times,
 * rooms and several professionals are plans with more segments.
 */
export const simplePlan = (
  lengthMinutes: number,
  professionals: readonly { id: number }[],
): VisitPlan => ({
  segments: [{ offsetMinutes: 0, lengthMinutes, candidates: professionals.map(({ id }) => id) }],
})
