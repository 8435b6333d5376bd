import type { Catalog } from '@silla/core'
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
  total: count('Professionals that match, on all pages'),
  ...paginationField,
})

export interface ProfessionalFilter {
  /** Null where no service was named. */
  serviceId: number | null
  availableToday: boolean
}

/** Which professionals a query asks for; `disponible_hoy=false` asks nothing (D7b). */
export const parseProfessionalFilter = (query: Params): ProfessionalFilter => ({
  serviceId: parseId(query, 'servicio_id'),
  availableToday: parseBoolean(query, 'disponible_hoy') ?? false,
})

/** The active professionals who offer the service, of those in `among`: everybody when null. */
export function serializeProfessionals(
  catalog: Catalog,
  serviceId: number | null,
  among: ReadonlySet<number> | null,
  page: Page | null,
  locale: Locale,
) {
  const matching = catalog.professionals.filter(
    (professional) =>
      (serviceId === null || professional.serviceIds.includes(serviceId)) &&
      (among === null || among.has(professional.id)),
  )
  const { items, pagination } = takePage(matching, page)
  return {
    profesionales: items.map((professional) => serializeProfessional(professional, locale)),
    total: matching.length,
    ...pagination,
  } satisfies Static<typeof ProfessionalsWire>
}
