import { type Catalog, mapInSlices, openSlices } from '@silla/core'
import { type Static, Type } from 'typebox'
import type { Locale } from './localize.ts'
import { type Page, paginationField, takePage } from './pagination.ts'
import { type Params, parseBoolean, parseId } from './params.ts'
import { ProfessionalWire, serializeProfessional } from './professional.ts'
import { closed, count, ref } from './schema.ts'

export const ProfessionalsWire = closed({
  profesionales: Type.Array(ref(ProfessionalWire), {
    description: 'Active professionals, in display order',
  }),
  total: count('Number of matching professionals, on all pages'),
  ...paginationField,
})

export interface ProfessionalFilter {
  /** Null: any service. */
  serviceId: number | null
  availableToday: boolean
}

/** The filters of a list of professionals; `disponible_hoy=false` does not filter (D7b). */
export const parseProfessionalFilter = (params: Params): ProfessionalFilter => ({
  serviceId: parseId(params, 'servicio_id'),
  availableToday: parseBoolean(params, 'disponible_hoy') ?? false,
})

/**
 * The active professionals who offer the service and are in `ids`; null does not filter. In slices,
 * because a salon may have hundreds.
 */
export async function serializeProfessionals(
  catalog: Catalog,
  serviceId: number | null,
  ids: ReadonlySet<number> | null,
  page: Page | null,
  locale: Locale,
) {
  const matching = catalog.professionals.filter(
    (professional) =>
      (serviceId === null || professional.serviceIds.includes(serviceId)) &&
      (ids === null || ids.has(professional.id)),
  )
  const { items, pagination } = takePage(matching, page)
  return {
    profesionales: await mapInSlices(openSlices(), items, (professional) =>
      serializeProfessional(professional, locale),
    ),
    total: matching.length,
    ...pagination,
  } satisfies Static<typeof ProfessionalsWire>
}
