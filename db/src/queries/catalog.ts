import { profileFields, settingsFields } from '../business-fields.ts'
import {
  categoryFields,
  packageFields,
  productFields,
  professionalFields,
  resourceTypeFields,
  serviceFields,
} from '../catalog-fields.ts'
import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type {
  Category,
  ClosingDay,
  OpeningDay,
  OwnTerms,
  PointsPackage,
  Product,
  ProfessionalFields,
  ProfileFields,
  ResourceType,
  Review,
  ServiceFields,
  Settings,
} from '../types/catalog.ts'
import type { MessageChannel } from '../types/message.ts'
import type { Translated } from '../types/values.ts'
import { selectColumns } from './field-columns.ts'

// The catalogue of a salon, read in one batch (TenantDb.batch). Inactive rows are excluded here.
// Days are integers: days since 1970-01-01.

export const findProfile = (
  tx: Tx,
): Query<ProfileFields & { id: string; catalogVersion: number }> => tx`
  select business_id as id, catalog_version, ${selectColumns(tx, profileFields)}
  from businesses where business_id = ${tx.businessId}`

export const findSettings = (tx: Tx): Query<Settings> => tx`
  select ${selectColumns(tx, settingsFields)}
  from business_settings where business_id = ${tx.businessId}`

/** By which channels the salon sends messages (D77); WhatsApp first. */
export const listMessageChannels = (tx: Tx): Query<{ channel: MessageChannel }> => tx`
  select channel from message_senders where business_id = ${tx.businessId} order by channel desc`

/** Closed weekdays have no row. */
export const listOpeningHours = (tx: Tx): Query<OpeningDay> => tx`
  select weekday, opens_minute, closes_minute, break_start_minute, break_end_minute
  from opening_hours where business_id = ${tx.businessId} order by weekday`

export const listClosingDays = (tx: Tx): Query<ClosingDay> => tx`
  select day - date '1970-01-01' as day, reason, from_minute, to_minute
  from closing_days
  where business_id = ${tx.businessId} order by day, from_minute nulls first, id`

export const listActiveCategories = (tx: Tx): Query<Category> => tx`
  select id, ${selectColumns(tx, categoryFields)}
  from categories where business_id = ${tx.businessId} and active order by position, id`

export const listActiveServices = (tx: Tx): Query<ServiceFields> => tx`
  select id, category_id, ${selectColumns(tx, serviceFields)}
  from services where business_id = ${tx.businessId} and active order by position, id`

export const listActiveProfessionals = (tx: Tx): Query<ProfessionalFields> => tx`
  select id, ${selectColumns(tx, professionalFields)}
  from professionals where business_id = ${tx.businessId} and active order by position, id`

export const listActiveProducts = (tx: Tx): Query<Product> => tx`
  select id, category_id, ${selectColumns(tx, shownProductFields)}, stock is not null as is_counted
  from products where business_id = ${tx.businessId} and active order by position, id`

const { stock, ...shownProductFields } = productFields

export const listActivePackages = (tx: Tx): Query<PointsPackage> => tx`
  select id, ${selectColumns(tx, packageFields)}
  from points_packages where business_id = ${tx.businessId} and active order by position, id`

export const listActiveResourceTypes = (tx: Tx): Query<ResourceType> => tx`
  select type.id, ${selectColumns(tx, resourceTypeFields)},
    array(
      select unit.id from resource_units unit
      where unit.business_id = ${tx.businessId} and unit.resource_type_id = type.id and unit.active
      order by unit.number) as unit_ids,
    array(
      select unit.id from resource_units unit
      where unit.business_id = ${tx.businessId} and unit.resource_type_id = type.id
        and not unit.active
      order by unit.number) as retired_unit_ids
  from resource_types type
  where type.business_id = ${tx.businessId} and type.active order by type.position, type.id`

export const listNeededResourceTypes = (tx: Tx): Query<Need> => tx`
  select service_id, resource_type_id
  from service_resource_types where business_id = ${tx.businessId}`

/** The active services of each professional in display order: one row, however many there are. */
export const listServicesOfProfessionals = (tx: Tx): Query<ServicesOfProfessional> => tx`
  select offer.professional_id,
    array_agg(offer.service_id order by service.position, service.id) as service_ids
  from professional_services offer
  join services service
    on service.business_id = ${tx.businessId} and service.id = offer.service_id and service.active
  where offer.business_id = ${tx.businessId}
  group by offer.professional_id`

/** The active services whose terms differ for a professional, in display order. */
export const listOwnTerms = (tx: Tx): Query<OwnTermsOfProfessional> => tx`
  select offer.professional_id,
    json_agg(
      json_build_object('serviceId', offer.service_id, 'durationMinutes', offer.duration_minutes,
        'phases', offer.phase_minutes, 'priceCents', offer.price_cents)
      order by service.position, service.id) as own_terms
  from professional_services offer
  join services service
    on service.business_id = ${tx.businessId} and service.id = offer.service_id and service.active
  where offer.business_id = ${tx.businessId}
    and (offer.duration_minutes is not null or offer.price_cents is not null)
  group by offer.professional_id`

export const listWeeklyShifts = (tx: Tx): Query<Shift> => tx`
  select professional_id, weekday, start_minute, end_minute
  from shifts where business_id = ${tx.businessId} order by professional_id, weekday, start_minute`

export const listScheduleExceptions = (tx: Tx): Query<ScheduleExceptionRow> => tx`
  select professional_id, day - date '1970-01-01' as day, reason, start_minutes, end_minutes
  from schedule_exceptions
  where business_id = ${tx.businessId} order by professional_id, day`

export const listReviewTotals = (tx: Tx): Query<ReviewTotal> => tx`
  select professional_id, count(*)::int as count, sum(rating)::int as rating_sum
  from reviews where business_id = ${tx.businessId} group by professional_id`

/** The latest `limit` reviews of each professional. */
export const listRecentReviews = (
  tx: Tx,
  limit: number,
): Query<Review & { professionalId: number }> => tx`
  select ranked.id, ranked.professional_id, ranked.customer_name, ranked.rating, ranked.comment,
    ranked.day - date '1970-01-01' as day
  from (
    select id, professional_id, customer_name, rating, comment, day,
      row_number() over (
        partition by professional_id order by day desc, created_at desc nulls last, id desc) as rank
    from reviews where business_id = ${tx.businessId}
  ) ranked
  where ranked.rank <= ${limit}
  order by ranked.professional_id, ranked.rank`

/** The current version; a copy with another one is outdated. */
export const findCatalogVersion = (tx: Tx): Query<{ catalogVersion: number }> => tx`
  select catalog_version from businesses where business_id = ${tx.businessId}`

/**
 * The current version, which cannot change until the transaction ends: for whatever claims time, so
 * that nothing is booked or blocked against a change of the catalogue that is being committed.
 */
export const shareCatalogVersion = (tx: Tx): Query<{ catalogVersion: number }> => tx`
  select catalog_version from businesses where business_id = ${tx.businessId} for key share`

/** Increments the version: every process drops its copy of the catalogue at the commit. */
export const touchCatalog = (tx: Tx): Query<object> =>
  tx`select app.touch_catalog(${tx.businessId})`

/**
 * Waits for the visits that are being booked with the current version, and lets further ones wait
 * until the transaction ends (`app.book_visit`).
 */
export const lockCatalog = (tx: Tx): Query<object> => tx`
  select from businesses where business_id = ${tx.businessId} for update`

/** A service takes one unit of the type (D35). */
export interface Need {
  serviceId: number
  resourceTypeId: number
}

/** A service that a professional offers, on the same terms as the salon or on own ones. */
export interface Offer extends OwnTerms {
  professionalId: number
}

export interface ServicesOfProfessional {
  professionalId: number
  serviceIds: number[]
}

export interface OwnTermsOfProfessional {
  professionalId: number
  ownTerms: OwnTerms[]
}

export interface Shift {
  professionalId: number
  weekday: number
  startMinute: number
  endMinute: number
}

/** What replaces the shifts of one day; without minutes the professional does not work. */
export interface ScheduleExceptionRow {
  professionalId: number
  day: number
  reason: Translated
  startMinutes: number[]
  endMinutes: number[]
}

export interface ReviewTotal {
  professionalId: number
  count: number
  ratingSum: number
}
