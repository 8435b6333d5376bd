import type { Catalog } from '@silla/core'
import { currencies } from '@silla/money'
import { type Static, Type } from 'typebox'
import type { Localizer } from './localize.ts'
import { type Page, paginationField, takePage } from './pagination.ts'
import { parseFlag, parseId, type Query } from './query.ts'
import { closed, count, ref, text } from './schema.ts'
import { ServiceWire, serializeService } from './service.ts'

export const ServicesWire = closed({
  servicios: Type.Array(ref(ServiceWire), { description: 'Active services, in display order' }),
  total: count('Services that match, on all pages'),
  moneda: text('Currency code of the prices'),
  simbolo_moneda: text('Symbol of that currency'),
  ...paginationField,
})

/** Null where nothing was asked. */
export interface ServiceFilter {
  categoryId: number | null
  bookableOnline: boolean | null
  featured: boolean | null
}

/** Which services a query asks for. */
export const parseServiceFilter = (query: Query): ServiceFilter => ({
  categoryId: parseId(query, 'categoria_id'),
  bookableOnline: parseFlag(query, 'reservable_online'),
  featured: parseFlag(query, 'destacado'),
})

/** The active services that match. */
export function serializeServices(
  catalog: Catalog,
  filter: ServiceFilter,
  page: Page | null,
  wording: Localizer,
) {
  const matching = catalog.services.filter(
    (service) =>
      isAsked(filter.categoryId, service.categoryId) &&
      isAsked(filter.bookableOnline, service.bookableOnline) &&
      isAsked(filter.featured, service.featured),
  )
  const { items, pagination } = takePage(matching, page)
  return {
    servicios: items.map((service) => serializeService(service, catalog, wording)),
    total: matching.length,
    moneda: catalog.settings.currency,
    simbolo_moneda: currencies[catalog.settings.currency].symbol,
    ...pagination,
  } satisfies Static<typeof ServicesWire>
}

const isAsked = <T>(requested: T | null, actual: T): boolean =>
  requested === null || requested === actual
