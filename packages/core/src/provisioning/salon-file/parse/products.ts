import type { SalonCategory, SalonPackage, SalonProduct } from '../../salon.ts'
import type { SalonFileDocument } from '../schema.ts'
import { type ParseContext, parseCents, textOf } from './parse-context.ts'
import { checkCategory, parsePrices } from './services.ts'

/** In the order of the file; each in a category of products. */
export function parseProducts(
  written: SalonFileDocument['products'],
  categories: readonly SalonCategory[],
  reading: ParseContext,
): SalonProduct[] {
  return Object.entries(written ?? {}).map(([handle, product]) => {
    const path = ['products', handle]
    checkCategory('product', product.category, path, categories, reading)
    return {
      handle,
      categoryHandle: product.category,
      name: textOf(product.name, reading),
      description: textOf(product.description, reading),
      ...parsePrices(product, path, reading),
      pointsAwarded: product.points_awarded ?? 0,
      imageUrl: product.image ?? '',
      featured: product.featured ?? false,
      stock: product.stock ?? null,
    }
  })
}

/** In the order of the file. */
export function parsePackages(
  written: SalonFileDocument['points_packages'],
  reading: ParseContext,
): SalonPackage[] {
  return Object.entries(written ?? {}).map(([handle, offered]) => ({
    handle,
    name: textOf(offered.name, reading),
    points: offered.points,
    priceCents: parseCents(offered.price, ['points_packages', handle, 'price'], reading),
  }))
}
