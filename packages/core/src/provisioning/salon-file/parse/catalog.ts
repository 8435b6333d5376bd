import { closestMatch } from '../../../text.ts'
import type { SalonCategory, SalonPackage, SalonProduct, SalonService } from '../../salon.ts'
import type { SalonFileDocument } from '../schema.ts'
import { type ParseContext, parseCents, parseText } from './values.ts'
import type { Path } from './yaml-document.ts'

/** In the order of the file. */
export function parseCategories(
  written: SalonFileDocument['categories'],
  reading: ParseContext,
): SalonCategory[] {
  return Object.entries(written ?? {}).map(([handle, category]) => ({
    handle,
    kind: category.kind ?? 'service',
    name: parseText(category.name, reading),
    description: parseText(category.description, reading),
    imageUrl: category.image ?? '',
  }))
}

/** In the order of the file; each in a category of services. */
export function parseServices(
  written: SalonFileDocument['services'],
  categories: readonly SalonCategory[],
  reading: ParseContext,
): SalonService[] {
  return Object.entries(written ?? {}).map(([handle, service]) => {
    const path = ['services', handle]
    checkCategory('service', service.category, path, categories, reading)
    return {
      handle,
      categoryHandle: service.category,
      name: parseText(service.name, reading),
      description: parseText(service.description, reading),
      durationMinutes: service.duration,
      ...parsePrices(service, path, reading),
      pointsAwarded: service.points_awarded ?? 0,
      pointsPrice: service.points_price ?? 0,
      imageUrl: service.image ?? '',
      galleryUrls: service.gallery ?? [],
      bookableOnline: service.bookable_online ?? true,
      featured: service.featured ?? false,
    }
  })
}

/** Tells of a category that is not there, or that groups something else. */
function checkCategory(
  kind: SalonCategory['kind'],
  category: string,
  path: Path,
  categories: readonly SalonCategory[],
  reading: ParseContext,
): void {
  const known = categories.find(({ handle }) => handle === category)
  const handles = categories.map(({ handle }) => handle)
  if (known === undefined)
    reading.addProblem([...path, 'category'], unknownHandle('category', category, handles))
  else if (known.kind !== kind)
    reading.addProblem([...path, 'category'], `"${category}" is a category of ${known.kind}s`)
}

/** The regular price and the offer, which is below it. */
function parsePrices(
  written: { price: number; offer_price?: number },
  path: Path,
  reading: ParseContext,
): { priceCents: number; offerPriceCents: number | null } {
  const priceCents = parseCents(written.price, [...path, 'price'], reading)
  const offerPriceCents =
    written.offer_price === undefined
      ? null
      : parseCents(written.offer_price, [...path, 'offer_price'], reading)
  if (offerPriceCents !== null && offerPriceCents >= priceCents) {
    reading.addProblem(
      [...path, 'offer_price'],
      `an offer is below the price, which is ${written.price}`,
    )
  }
  return { priceCents, offerPriceCents }
}

/** "no service is called "cotre", did you mean "corte"? Known: ..." */
export function unknownHandle(what: string, handle: string, known: Iterable<string>): string {
  const all = [...known]
  const meant = closestMatch(handle, all)
  const words =
    all.length > mostWordsTold ? `${all.slice(0, mostWordsTold).join(', ')} ...` : all.join(', ')
  const hint = meant === null ? '.' : `, did you mean "${meant}"?`
  return `no ${what} is called "${handle}"${hint} Known: ${words === '' ? 'none' : words}`
}

const mostWordsTold = 20

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
      name: parseText(product.name, reading),
      description: parseText(product.description, reading),
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
    name: parseText(offered.name, reading),
    points: offered.points,
    priceCents: parseCents(offered.price, ['points_packages', handle, 'price'], reading),
  }))
}
