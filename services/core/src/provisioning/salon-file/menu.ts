import type { SalonCategory, SalonService } from '../salon.ts'
import { centsOf, type Reading, textOf } from './reading.ts'
import type { WrittenSalon } from './schema.ts'
import { nearest } from './spelling.ts'

/** In the order of the file. */
export function readCategories(written: WrittenSalon['categories'], reading: Reading): SalonCategory[] {
  return Object.entries(written ?? {}).map(([handle, category]) => ({
    handle,
    kind: category.kind ?? 'service',
    name: textOf(category.name, reading),
    description: textOf(category.description, reading),
    imageUrl: category.image ?? '',
  }))
}

/** In the order of the file; each in a category of services. */
export function readServices(
  written: WrittenSalon['services'],
  categories: readonly SalonCategory[],
  reading: Reading,
): SalonService[] {
  const kinds = new Map(categories.map(({ handle, kind }) => [handle, kind]))
  return Object.entries(written ?? {}).map(([handle, service]) => {
    const path = ['services', handle]
    const kind = kinds.get(service.category)
    if (kind === undefined)
      reading.wrong([...path, 'category'], unknownHandle('category', service.category, kinds.keys()))
    if (kind === 'product') reading.wrong([...path, 'category'], `"${service.category}" is a category of products`)
    const priceCents = centsOf(service.price, [...path, 'price'], reading)
    const offerPriceCents =
      service.offer_price === undefined ? null : centsOf(service.offer_price, [...path, 'offer_price'], reading)
    if (offerPriceCents !== null && offerPriceCents >= priceCents) {
      reading.wrong([...path, 'offer_price'], `an offer is below the price, which is ${service.price}`)
    }
    return {
      handle,
      categoryHandle: service.category,
      name: textOf(service.name, reading),
      description: textOf(service.description, reading),
      durationMinutes: service.duration,
      priceCents,
      offerPriceCents,
      pointsAwarded: service.points_awarded ?? 0,
      pointsPrice: service.points_price ?? 0,
      imageUrl: service.image ?? '',
      galleryUrls: service.gallery ?? [],
      bookableOnline: service.bookable_online ?? true,
      featured: service.featured ?? false,
    }
  })
}

/** "no service is called "cotre", did you mean "corte"? Known: ..." */
export function unknownHandle(what: string, handle: string, known: Iterable<string>): string {
  const all = [...known]
  const meant = nearest(handle, all)
  const words = all.length > mostWordsTold ? `${all.slice(0, mostWordsTold).join(', ')} ...` : all.join(', ')
  const hint = meant === undefined ? '.' : `, did you mean "${meant}"?`
  return `no ${what} is called "${handle}"${hint} Known: ${words === '' ? 'none' : words}`
}

const mostWordsTold = 20
