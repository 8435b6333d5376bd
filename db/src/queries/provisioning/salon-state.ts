import {
  categoryFields,
  packageFields,
  productFields,
  professionalFields,
  resourceTypeFields,
  serviceFields,
} from '../../catalog-fields.ts'
import type { Query } from '../../pool.ts'
import type { Tx } from '../../tenant-db.ts'
import type {
  Category,
  PointsPackage,
  Product,
  ProfessionalFields,
  ResourceType,
  ServiceFields,
} from '../../types/catalog.ts'
import { selectColumns } from '../field-columns.ts'

// The rows of a salon by handle, including inactive ones, because a handle that is used again means
// the same row. The rest is read by the queries of the catalogue.

export interface EntryState {
  handle: string
  position: number
  active: boolean
}

export type HandleTable =
  | 'categories'
  | 'resource_types'
  | 'services'
  | 'professionals'
  | 'products'
  | 'points_packages'

export const categoriesWithHandles = (tx: Tx): Query<Category & EntryState> => tx`
  select id, handle, ${selectColumns(tx, categoryFields)}, position, active
  from categories where business_id = ${tx.businessId} order by position, id`

export const servicesWithHandles = (tx: Tx): Query<ServiceFields & EntryState> => tx`
  select id, handle, category_id, ${selectColumns(tx, serviceFields)}, position, active
  from services where business_id = ${tx.businessId} order by position, id`

export const professionalsWithHandles = (tx: Tx): Query<ProfessionalFields & EntryState> => tx`
  select id, handle, ${selectColumns(tx, professionalFields)}, position, active
  from professionals where business_id = ${tx.businessId} order by position, id`

export const resourceTypesWithHandles = (
  tx: Tx,
): Query<Pick<ResourceType, 'id' | 'name'> & EntryState> => tx`
  select id, handle, ${selectColumns(tx, resourceTypeFields)}, position, active
  from resource_types where business_id = ${tx.businessId} order by position, id`

/** One of the interchangeable units of a resource type. */
export interface ResourceUnit {
  id: number
  resourceTypeId: number
  /** Unique within the type; it is not given again when the unit is retired. */
  number: number
  active: boolean
}

export const listResourceUnits = (tx: Tx): Query<ResourceUnit> => tx`
  select id, resource_type_id, number, active
  from resource_units where business_id = ${tx.businessId} order by resource_type_id, number`

/** `stock`: what was delivered in total, including what was sold; null: it is not counted. */
export type StockedProduct = Omit<Product, 'isCounted'> & { stock: number | null }

export const productsWithHandles = (tx: Tx): Query<StockedProduct & EntryState> => tx`
  select id, handle, category_id, ${selectColumns(tx, productFields)}, position, active
  from products where business_id = ${tx.businessId} order by position, id`

export const packagesWithHandles = (tx: Tx): Query<PointsPackage & EntryState> => tx`
  select id, handle, ${selectColumns(tx, packageFields)}, position, active
  from points_packages where business_id = ${tx.businessId} order by position, id`

/** The salon file that was applied last, as JSON. */
export const findLastFile = (tx: Tx): Query<{ number: number; document: string }> => tx`
  select number, document from salon_files where business_id = ${tx.businessId}
  order by number desc limit 1`

/** Lets other changes of what the salon has configured wait until the transaction ends. */
export const lockSettings = (tx: Tx): Query<object> => tx`
  select from business_settings where business_id = ${tx.businessId} for no key update`

export const hasBookings = (tx: Tx): Query<{ hasBookings: boolean }> => tx`
  select exists (
    select from bookings where business_id = ${tx.businessId}) as has_bookings`

export const findHandleId = (
  tx: Tx,
  table: HandleTable,
  handle: string,
): Query<{ id: number }> => tx`
  select id from ${tx(table)} where business_id = ${tx.businessId} and handle = ${handle}`

export interface UpcomingBooking {
  id: number
  code: string
  startsAt: Date
  /** In order; dates are strings, as in JSON. */
  lines: { serviceId: number; professionalId: number; startsAt: string; phases: number[] }[]
  customerName: string
}

export interface UpcomingFilter {
  now: Date
  /** One of them does a part of the visit; null: anybody. */
  professionalIds: readonly number[] | null
  /** The visit begins between them; null: at any time. */
  starts: { from: Date; to: Date } | null
}

/** Bookings that have not ended, by start. None lasts longer than 24 hours. */
export const listUpcomingBookings = (
  tx: Tx,
  { now, professionalIds, starts }: UpcomingFilter,
): Query<UpcomingBooking> => tx`
  select b.id, b.code, b.starts_at,
    (select coalesce(jsonb_agg(jsonb_build_object(
        'serviceId', line.service_id, 'professionalId', line.professional_id,
        'startsAt', line.starts_at, 'phases', line.phase_minutes) order by line.position), '[]')
      from booking_lines line
      where line.business_id = ${tx.businessId} and line.booking_id = b.id) as lines,
    b.contact_name as customer_name
  from bookings b
  where b.business_id = ${tx.businessId} and b.ends_at > ${now}
    and b.starts_at > ${new Date(now.getTime() - 24 * 3_600_000)}
    and b.starts_at >= coalesce(${starts?.from ?? null}::timestamptz, '-infinity')
    and b.starts_at < coalesce(${starts?.to ?? null}::timestamptz, 'infinity')
    and b.state in ('pending', 'confirmed')
    and (${professionalIds === null}::boolean or exists (
      select from booking_lines part
      where part.business_id = ${tx.businessId} and part.booking_id = b.id
        and part.professional_id = any(${[...(professionalIds ?? [])]}::bigint[])))
  order by b.starts_at, b.id`

/** A claim on a unit that has not ended. */
export interface UnitClaim {
  unitId: number
  /** Null: another owner than a booking, such as a block. */
  bookingId: number | null
}

export const listUnitClaims = (
  tx: Tx,
  unitIds: readonly number[],
  now: Date,
): Query<UnitClaim> => tx`
  select resource_id as unit_id, case owner_kind when 'booking' then owner_id end as booking_id
  from claims
  where business_id = ${tx.businessId} and resource_id = any(${[...unitIds]}::bigint[])
    and starts_at > ${new Date(now.getTime() - 24 * 3_600_000)} and ends_at > ${now}
    and (expires_at is null or expires_at > ${now})`
