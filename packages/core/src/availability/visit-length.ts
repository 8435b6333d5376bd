import { fail } from '@silla/errors'
import type { Catalog, Professional, Service } from '../catalog/catalog.ts'
import { findService } from '../catalog/find.ts'

/**
 * How long a visit is asked to be: a number of minutes, else what its services take, else one step
 * of the grid (D13).
 */
export interface VisitLength {
  durationMinutes: number | null
  serviceIds: number[]
}

/** @throws SERVICE_NOT_FOUND when one of them is not an active service of this salon */
export const servicesOf = (catalog: Catalog, serviceIds: readonly number[]): Service[] =>
  serviceIds.map((id) => findService(catalog, id))

/** Minutes of a visit; the asked ones win over the services'. */
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
