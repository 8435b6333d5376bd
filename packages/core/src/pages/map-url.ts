import type { Business } from '../catalog/catalog.ts'

/** The salon on a map, for visitors who look for the way: a link, which loads nothing by itself. */
export function mapUrl({ name, address }: Pick<Business, 'name' | 'address'>): string {
  const { street, postalCode, city, country } = address
  const query = [name, street, `${postalCode} ${city}`.trim(), country].filter(Boolean).join(', ')
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`
}
