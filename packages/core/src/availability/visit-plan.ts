import { fail } from '@silla/errors'
import type { VisitPlan } from '@silla/slots'
import type { Catalog, Professional, Service } from '../catalog/catalog.ts'
import { findService } from '../catalog/find.ts'

/** How long a visit takes: `durationMinutes`, else its services, else one slot interval (D13). */
export interface VisitLength {
  durationMinutes: number | null
  serviceIds: number[]
}

/** @throws SERVICE_NOT_FOUND when one of them is not an active service of this salon */
export const servicesOf = (catalog: Catalog, serviceIds: readonly number[]): Service[] =>
  serviceIds.map((id) => findService(catalog, id))

/** Minutes of a visit; an explicit duration takes precedence over the services. */
export const minutesOf = (
  catalog: Catalog,
  length: VisitLength,
  services: readonly Service[],
): number =>
  length.durationMinutes ??
  (services.length > 0 ? totalMinutes(services) : catalog.settings.slotIntervalMinutes)

export const totalMinutes = (services: readonly Service[]): number =>
  services.reduce((sum, service) => sum + service.durationMinutes, 0)

/** @throws SERVICE_NOT_OFFERED */
export function assertOffered(professional: Professional, services: readonly Service[]): void {
  if (!offersAll(professional, services)) fail('SERVICE_NOT_OFFERED')
}

export const offersAll = (professional: Professional, services: readonly Service[]): boolean =>
  services.every((service) => professional.serviceIds.includes(service.id))

/**
 * A visit as one segment of time with one professional, the only form in use so far. Waiting times,
 * rooms and several professionals are plans with more segments.
 */
export const simplePlan = (
  lengthMinutes: number,
  professionalIds: readonly number[],
): VisitPlan => ({
  segments: [{ offsetMinutes: 0, lengthMinutes, candidates: professionalIds }],
})
