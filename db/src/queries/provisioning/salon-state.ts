import type { Tx } from '../../tenant-db.ts'
import type {
  CategoryRow,
  PackageRow,
  ProductRow,
  ProfessionalRow,
  ServiceRow,
} from '../catalog.ts'

// What is on record for a salon that is about to be set up anew: rows by handle, inactive ones
// among them, since a handle that comes back means the same row. What a row has in common with the
// catalogue is read by the catalogue's questions.

export interface WithHandle {
  handle: string
  position: number
  active: boolean
}

export const categoriesWithHandles = (tx: Tx) => tx<(CategoryRow & WithHandle)[]>`
  select id, handle, kind, name, description, image_url, position, active
  from categories where business_id = ${tx.businessId} order by position, id`

export const servicesWithHandles = (tx: Tx) => tx<(ServiceRow & WithHandle)[]>`
  select id, handle, category_id, name, description, duration_minutes, price_cents, offer_price_cents, points_awarded,
    points_price, image_url, gallery_urls, bookable_online, featured, position, active
  from services where business_id = ${tx.businessId} order by position, id`

export const professionalsWithHandles = (tx: Tx) => tx<(ProfessionalRow & WithHandle)[]>`
  select id, handle, name, title, bio, specialties, image_url, gallery_urls, position, active
  from professionals where business_id = ${tx.businessId} order by position, id`

export const productsWithHandles = (tx: Tx) => tx<(ProductRow & WithHandle)[]>`
  select id, handle, category_id, name, description, price_cents, offer_price_cents, points_awarded, image_url, featured,
    stock, position, active
  from products where business_id = ${tx.businessId} order by position, id`

export const packagesWithHandles = (tx: Tx) => tx<(PackageRow & WithHandle)[]>`
  select id, handle, name, points, price_cents, position, active
  from points_packages where business_id = ${tx.businessId} order by position, id`

export interface UpcomingBooking {
  code: string
  startsAt: Date
  endsAt: Date
  professionalId: number
  serviceIds: number[]
  customerName: string
}

/** Bookings that somebody still counts on, by start. */
export const listUpcomingBookings = (tx: Tx, now: Date) => tx<UpcomingBooking[]>`
  select b.code, b.starts_at as "startsAt", b.ends_at as "endsAt", b.professional_id as "professionalId",
    (select coalesce(array_agg(line.service_id order by line.position), '{}') from booking_lines line
      where line.business_id = ${tx.businessId} and line.booking_id = b.id) as "serviceIds",
    b.contact_name as "customerName"
  from bookings b
  where b.business_id = ${tx.businessId} and b.ends_at > ${now} and b.state in ('pending', 'confirmed')
  order by b.starts_at, b.id`
