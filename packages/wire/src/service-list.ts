import { type Catalog, mapInSlices, openSlices } from '@silla/core'
import { currencies } from '@silla/money'
import { type Static, Type } from 'typebox'
import { type Page, paginationField, takePage } from './pagination.ts'
import { type Params, parseBoolean, parseId } from './params.ts'
import { closed, count, ref, text } from './schema.ts'
import { type ServiceReader, ServiceWire, serializeService } from './service.ts'

export const ServicesWire = closed({
  servicios: Type.Array(ref(ServiceWire), { description: 'Active services, in display order' }),
  total: count('Number of matching services, on all pages'),
  moneda: text('Currency code of the prices'),
  simbolo_moneda: text('Symbol of that currency'),
  ...paginationField,
})

/** A null field does not filter. */
export interface ServiceFilter {
  categoryId: number | null
  bookableOnline: boolean | null
  featured: boolean | null
}

export const parseServiceFilter = (params: Params): ServiceFilter => ({
  categoryId: parseId(params, 'categoria_id'),
  bookableOnline: parseBoolean(params, 'reservable_online'),
  featured: parseBoolean(params, 'destacado'),
})

/** The active services that match the filter: in slices, because a salon may have thousands. */
export async function serializeServices(
  catalog: Catalog,
  filter: ServiceFilter,
  page: Page | null,
  reader: ServiceReader,
) {
  const matching = catalog.services.filter(
    (service) =>
      matches(filter.categoryId, service.categoryId) &&
      matches(filter.bookableOnline, service.bookableOnline) &&
      matches(filter.featured, service.featured),
  )
  const { items, pagination } = takePage(matching, page)
  return {
    servicios: await mapInSlices(openSlices(), items, (service) =>
      serializeService(service, catalog, reader),
    ),
    total: matching.length,
    moneda: catalog.settings.currency,
    simbolo_moneda: currencies[catalog.settings.currency].symbol,
    ...pagination,
  } satisfies Static<typeof ServicesWire>
}

const matches = <T>(filter: T | null, value: T): boolean => filter === null || filter === value
