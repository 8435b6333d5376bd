import type { Catalog, Product } from '@silla/core'
import { currencies, toMajor } from '@silla/money'
import { type Static, Type } from 'typebox'
import { imageUrlOrNull, type Locale, localize } from './localize.ts'
import { type Page, paginationField, takePage } from './pagination.ts'
import { type Params, parseBoolean, parseId } from './params.ts'
import { closed, count, flag, identifier, money, nullable, ref, text } from './schema.ts'

export const ProductWire = closed(
  {
    id: identifier('The product'),
    nombre: text('Name, in the language asked for'),
    descripcion: text('Description, in the language asked for'),
    precio: money('Regular price'),
    precio_oferta: nullable(money('Discounted price; null when there is none')),
    imagen_url: nullable(text('Address of the image, null when there is none')),
    categoria: closed(
      { id: identifier('The category'), nombre: text('Its name') },
      { description: 'The category it belongs to' },
    ),
    stock_disponible: nullable(
      count('How many are left at this moment; null when the business does not count them'),
    ),
    destacado: flag('Featured'),
    puntos_otorga: count('Points it awards'),
  },
  { $id: 'Producto', description: 'Something the business sells' },
)

export const ProductsWire = closed({
  productos: Type.Array(ref(ProductWire), { description: 'Active products, in display order' }),
  total: count('Products that match, on all pages'),
  moneda: text('Currency code of the prices'),
  simbolo_moneda: text('Symbol of that currency'),
  ...paginationField,
})

/** Null where nothing was asked. */
export interface ProductFilter {
  categoryId: number | null
  featured: boolean | null
}

/** Which products a query asks for. */
export const parseProductFilter = (query: Params): ProductFilter => ({
  categoryId: parseId(query, 'categoria_id'),
  featured: parseBoolean(query, 'destacado'),
})

/** The active products that match; `left` says how many there are of those that are counted. */
export function serializeProducts(
  catalog: Catalog,
  left: ReadonlyMap<number, number>,
  filter: ProductFilter,
  page: Page | null,
  locale: Locale,
) {
  const matching = catalog.products.filter(
    (product) =>
      matches(filter.categoryId, product.categoryId) && matches(filter.featured, product.featured),
  )
  const { items, pagination } = takePage(matching, page)
  return {
    productos: items.map((product) =>
      serializeProduct(product, left.get(product.id), catalog, locale),
    ),
    total: matching.length,
    moneda: catalog.settings.currency,
    simbolo_moneda: currencies[catalog.settings.currency].symbol,
    ...pagination,
  } satisfies Static<typeof ProductsWire>
}

const serializeProduct = (
  product: Product,
  left: number | undefined,
  catalog: Catalog,
  locale: Locale,
) =>
  ({
    id: product.id,
    nombre: localize(product.name, locale),
    descripcion: localize(product.description, locale),
    precio: toMajor(product.priceCents),
    precio_oferta: product.offerPriceCents === null ? null : toMajor(product.offerPriceCents),
    imagen_url: imageUrlOrNull(product.imageUrl, locale),
    categoria: {
      id: product.categoryId,
      nombre: localize(
        catalog.categories.find(({ id }) => id === product.categoryId)?.name ?? {},
        locale,
      ),
    },
    stock_disponible: product.isCounted ? (left ?? 0) : null,
    destacado: product.featured,
    puntos_otorga: product.pointsAwarded,
  }) satisfies Static<typeof ProductWire>

const matches = <T>(requested: T | null, actual: T): boolean =>
  requested === null || requested === actual
