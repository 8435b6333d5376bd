import { type Catalog, mapInSlices, openSlices, type Product } from '@silla/core'
import { currencies, toMajor } from '@silla/money'
import { type Static, Type } from 'typebox'
import { imageUrlOrNull, type Locale, localize } from './localize.ts'
import { type Page, paginationField, takePage } from './pagination.ts'
import { type Params, parseBoolean, parseId } from './params.ts'
import { closed, count, flag, identifier, money, nullable, ref, text } from './schema.ts'

export const ProductWire = closed(
  {
    id: identifier('The product'),
    nombre: text('Name, in the requested language'),
    descripcion: text('Description, in the requested language'),
    precio: money('Regular price'),
    precio_oferta: nullable(money('Discounted price; null when there is none')),
    imagen_url: nullable(text('Address of the image, null when there is none')),
    categoria: closed(
      { id: identifier('The category'), nombre: text('Name') },
      { description: 'The category it belongs to' },
    ),
    stock_disponible: nullable(count('Current stock; null when the business does not count it')),
    destacado: flag('Whether it is featured'),
    puntos_otorga: count('Points it awards'),
  },
  { $id: 'Producto', description: 'A product for sale' },
)

export const ProductsWire = closed({
  productos: Type.Array(ref(ProductWire), { description: 'Active products, in display order' }),
  total: count('Number of matching products, on all pages'),
  moneda: text('Currency code of the prices'),
  simbolo_moneda: text('Symbol of that currency'),
  ...paginationField,
})

/** A null field does not filter. */
export interface ProductFilter {
  categoryId: number | null
  featured: boolean | null
}

export const parseProductFilter = (params: Params): ProductFilter => ({
  categoryId: parseId(params, 'categoria_id'),
  featured: parseBoolean(params, 'destacado'),
})

/**
 * The active products that match the filter; `stock` holds the counted ones. In slices, because a salon
 * may have a thousand.
 */
export async function serializeProducts(
  catalog: Catalog,
  stock: ReadonlyMap<number, number>,
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
    productos: await mapInSlices(openSlices(), items, (product) =>
      serializeProduct(product, stock.get(product.id), catalog, locale),
    ),
    total: matching.length,
    moneda: catalog.settings.currency,
    simbolo_moneda: currencies[catalog.settings.currency].symbol,
    ...pagination,
  } satisfies Static<typeof ProductsWire>
}

const serializeProduct = (
  product: Product,
  stock: number | undefined,
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
    stock_disponible: product.isCounted ? (stock ?? 0) : null,
    destacado: product.featured,
    puntos_otorga: product.pointsAwarded,
  }) satisfies Static<typeof ProductWire>

const matches = <T>(filter: T | null, value: T): boolean => filter === null || filter === value
