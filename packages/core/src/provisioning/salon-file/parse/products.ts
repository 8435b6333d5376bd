import type { SalonCategory, SalonPackage, SalonProduct } from '../../salon.ts'
import type { WrittenSalon } from '../schema.ts'
import { centsOf, type Reading, textOf } from './parse-context.ts'
import { checkCategory, readPrices } from './services.ts'

/** In the order of the file; each in a category of products. */
export function readProducts(
  written: WrittenSalon['products'],
  categories: readonly SalonCategory[],
  reading: Reading,
): SalonProduct[] {
  return Object.entries(written ?? {}).map(([handle, product]) => {
    const path = ['products', handle]
    checkCategory('product', product.category, path, categories, reading)
    return {
      handle,
      categoryHandle: product.category,
      name: textOf(product.name, reading),
      description: textOf(product.description, reading),
      ...readPrices(product, path, reading),
      pointsAwarded: product.points_awarded ?? 0,
      imageUrl: product.image ?? '',
      featured: product.featured ?? false,
      stock: product.stock ?? null,
    }
  })
}

/** In the order of the file. */
export function readPackages(written: WrittenSalon['points_packages'], reading: Reading): SalonPackage[] {
  return Object.entries(written ?? {}).map(([handle, offered]) => ({
    handle,
    name: textOf(offered.name, reading),
    points: offered.points,
    priceCents: centsOf(offered.price, ['points_packages', handle, 'price'], reading),
  }))
}
