import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'

// Everything a salon shows, read together at one moment (see TenantDb.ask). Inactive rows are left
// out here, once.

export const findBusinessProfile = (tx: Tx): Query<BusinessRow> => tx`
  select b.catalog_version, b.name, b.description, b.email, b.phone, b.street, b.city, b.postal_code, b.country,
    b.latitude, b.longitude, b.logo_url, b.cover_url, b.instagram, b.facebook, b.website,
    s.currency, s.timezone, s.main_language, s.accepts_online_payments, s.requires_prepayment, s.confirms_by_hand,
    s.cancellation_hours, s.points_enabled, s.phone_required, s.slot_interval_minutes, s.horizon_days, s.notice_minutes,
    s.autocomplete_hours, s.reminder_hours,
    exists (
      select from processor_accounts account
      where account.business_id = ${tx.businessId} and account.disconnected_at is null and account.ready) as can_charge
  from businesses b
  join business_settings s on s.business_id = b.business_id
  where b.business_id = ${tx.businessId}`

export const listOpeningHours = (tx: Tx): Query<OpeningRow> => tx`
  select weekday, opens_minute, closes_minute, break_start_minute, break_end_minute
  from opening_hours where business_id = ${tx.businessId} order by weekday`

export const listClosingDays = (tx: Tx): Query<ClosingRow> => tx`
  select day::text, reason, from_minute, to_minute
  from closing_days where business_id = ${tx.businessId} order by day, from_minute nulls first, id`

export const listActiveCategories = (tx: Tx): Query<CategoryRow> => tx`
  select id, kind, name, description, image_url
  from categories where business_id = ${tx.businessId} and active order by position, id`

export const listActiveServices = (tx: Tx): Query<ServiceRow> => tx`
  select id, category_id, name, description, duration_minutes, price_cents, offer_price_cents, points_awarded, points_price,
    image_url, gallery_urls, bookable_online, featured
  from services where business_id = ${tx.businessId} and active order by position, id`

export const listActiveProfessionals = (tx: Tx): Query<ProfessionalRow> => tx`
  select id, name, title, bio, specialties, image_url, gallery_urls
  from professionals where business_id = ${tx.businessId} and active order by position, id`

export const listActiveProducts = (tx: Tx): Query<ProductRow> => tx`
  select id, category_id, name, description, price_cents, offer_price_cents, points_awarded, image_url, featured, stock
  from products where business_id = ${tx.businessId} and active order by position, id`

export const listActivePackages = (tx: Tx): Query<PackageRow> => tx`
  select id, name, points, price_cents
  from points_packages where business_id = ${tx.businessId} and active order by position, id`

export const listOfferedServices = (tx: Tx): Query<OfferRow> => tx`
  select professional_id, service_id from professional_services where business_id = ${tx.businessId}`

export const listWeeklyShifts = (tx: Tx): Query<ShiftRow> => tx`
  select professional_id, weekday, start_minute, end_minute
  from shifts where business_id = ${tx.businessId} order by professional_id, weekday, start_minute`

export const listScheduleExceptions = (tx: Tx): Query<ExceptionRow> => tx`
  select professional_id, day::text, reason, start_minutes, end_minutes
  from schedule_exceptions where business_id = ${tx.businessId} order by professional_id, day`

export const listReviewTotals = (tx: Tx): Query<ReviewTotalRow> => tx`
  select professional_id, count(*)::int as count, sum(rating)::int as rating_sum
  from reviews where business_id = ${tx.businessId} group by professional_id`

/** The latest of each professional, so many at most. */
export const listRecentReviews = (tx: Tx, atMost: number): Query<ReviewRow> => tx`
  select ranked.id, ranked.professional_id, ranked.customer_name, ranked.rating, ranked.comment, ranked.day::text
  from (
    select id, professional_id, customer_name, rating, comment, day,
      row_number() over (partition by professional_id order by day desc, id desc) as rank
    from reviews where business_id = ${tx.businessId}
  ) ranked
  where ranked.rank <= ${atMost}
  order by ranked.professional_id, ranked.rank`

/** Which version is in force; a copy under another one is old. */
export const findCatalogVersion = (tx: Tx): Query<{ catalogVersion: number }> => tx`
  select catalog_version from businesses where business_id = ${tx.businessId}`

/** A text in the languages it was written in. */
export type TextRow = { es?: string; en?: string; ar?: string }

export interface BusinessRow {
  catalogVersion: number
  name: string
  description: TextRow
  email: string
  phone: string
  street: string
  city: string
  postalCode: string
  country: string
  latitude: number | null
  longitude: number | null
  logoUrl: string
  coverUrl: string
  instagram: string
  facebook: string
  website: string
  currency: 'EUR' | 'USD' | 'GBP' | 'AED'
  timezone: string
  mainLanguage: 'es' | 'en' | 'ar'
  acceptsOnlinePayments: boolean
  requiresPrepayment: boolean
  confirmsByHand: boolean
  cancellationHours: number
  pointsEnabled: boolean
  phoneRequired: boolean
  slotIntervalMinutes: 15 | 30
  horizonDays: number
  noticeMinutes: number
  autocompleteHours: number | null
  reminderHours: number | null
  /** There is a connected processor account that may charge cards. */
  canCharge: boolean
}

export interface OpeningRow {
  weekday: number
  opensMinute: number
  closesMinute: number
  breakStartMinute: number | null
  breakEndMinute: number | null
}

export interface ClosingRow {
  day: string
  reason: TextRow
  fromMinute: number | null
  toMinute: number | null
}

export interface CategoryRow {
  id: number
  kind: 'service' | 'product'
  name: TextRow
  description: TextRow
  imageUrl: string
}

export interface ServiceRow {
  id: number
  categoryId: number
  name: TextRow
  description: TextRow
  durationMinutes: number
  priceCents: number
  offerPriceCents: number | null
  pointsAwarded: number
  pointsPrice: number
  imageUrl: string
  galleryUrls: string[]
  bookableOnline: boolean
  featured: boolean
}

export interface ProductRow {
  id: number
  categoryId: number
  name: TextRow
  description: TextRow
  priceCents: number
  offerPriceCents: number | null
  pointsAwarded: number
  imageUrl: string
  featured: boolean
  /** What came in so far, those that were sold included; null when nobody counts. */
  stock: number | null
}

export interface PackageRow {
  id: number
  name: TextRow
  points: number
  priceCents: number
}

export interface ProfessionalRow {
  id: number
  name: string
  title: TextRow
  bio: TextRow
  specialties: TextRow[]
  imageUrl: string
  galleryUrls: string[]
}

export interface OfferRow {
  professionalId: number
  serviceId: number
}

export interface ShiftRow {
  professionalId: number
  weekday: number
  startMinute: number
  endMinute: number
}

export interface ExceptionRow {
  professionalId: number
  day: string
  reason: TextRow
  startMinutes: number[]
  endMinutes: number[]
}

export interface ReviewTotalRow {
  professionalId: number
  count: number
  ratingSum: number
}

export interface ReviewRow {
  id: number
  professionalId: number
  customerName: string
  rating: number
  comment: string
  day: string
}
