import { fail } from '@silla/errors'
import type { VisitPlan } from '@silla/slots'
import type { Catalog, Professional, Service } from '../catalog/catalog.ts'
import { findProfessional, findService } from '../catalog/find.ts'
import { termsOf } from '../catalog/terms.ts'

/** How long a visit takes: `durationMinutes`, else its services, else one slot interval (D13). */
export interface VisitLength {
  durationMinutes: number | null
  serviceIds: number[]
}

/** A visit to look for free time for: who may do it, and its plan. */
export interface VisitOption {
  professionals: Professional[]
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
  const plan =
    length.durationMinutes === null && services.length > 0
      ? servicesPlan(catalog, services, professionals)
      : unbrokenPlan(length.durationMinutes ?? catalog.settings.slotIntervalMinutes, professionals)
  return { professionals, plan }
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

/** Services one after the other, all by one of the professionals, who are in order of preference. */
export const servicesPlan = (
  catalog: Catalog,
  services: readonly Service[],
  professionals: readonly Professional[],
): VisitPlan => ({
  lines: services.map((service) => {
    const units = unitsFor(catalog, service)
    return professionals.map((professional) => ({
      professionalId: professional.id,
      phases: termsOf(service, professional).phases,
      bufferMinutes: service.bufferMinutes,
      units,
    }))
  }),
  onePerson: true,
})

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

/** Of each resource type that a service needs, its units. */
const unitsFor = ({ resourceTypes }: Catalog, { resourceTypeIds }: Service): number[][] =>
  resourceTypeIds.map((id) => resourceTypes.find((type) => type.id === id)?.unitIds ?? [])
