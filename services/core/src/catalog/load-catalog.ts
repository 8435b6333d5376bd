import { catalogQueries as queries, type TenantDoor } from '@silla/db'
import { type EpochDay, parseDate } from '@silla/slots'
import type {
  Business,
  Catalog,
  ClosingDay,
  OpeningDay,
  PointsPackage,
  Product,
  Professional,
  Review,
  ReviewSummary,
  ScheduleException,
  Service,
  Settings,
} from './catalog.ts'

const recentReviewsShown = 5

/** Reads a salon's whole catalogue, at one moment and in one round trip. */
export async function loadCatalog(door: TenantDoor): Promise<Catalog> {
  const [
    profiles,
    openings,
    closings,
    categories,
    services,
    professionals,
    offers,
    shifts,
    exceptions,
    totals,
    reviews,
    products,
    packages,
  ] = await door.ask<CatalogRows>((tx) => [
    queries.businessProfile(tx),
    queries.openingHours(tx),
    queries.closingDays(tx),
    queries.activeCategories(tx),
    queries.activeServices(tx),
    queries.activeProfessionals(tx),
    queries.offeredServices(tx),
    queries.weeklyShifts(tx),
    queries.scheduleExceptions(tx),
    queries.reviewTotals(tx),
    queries.recentReviews(tx, recentReviewsShown),
    queries.activeProducts(tx),
    queries.activePackages(tx),
  ])
  const profile = profiles[0]
  if (!profile) throw new Error(`business ${door.businessId} is registered but has no profile`)

  const offerPairs = new Set(offers.map((offer) => `${offer.professional_id} ${offer.service_id}`))
  const offersIt = (professionalId: number, serviceId: number) => offerPairs.has(`${professionalId} ${serviceId}`)
  const shiftsOf = Map.groupBy(shifts, (row) => row.professional_id)
  const exceptionsOf = Map.groupBy(exceptions, (row) => row.professional_id)
  const reviewsOf = Map.groupBy(reviews, (row) => row.professional_id)
  const totalOf = new Map(totals.map((row) => [row.professional_id, row]))

  return {
    version: profile.catalog_version,
    business: businessOf(door.businessId, profile),
    settings: settingsOf(profile),
    openings: weekOf(openings),
    closings: closings.map(closingOf),
    categories: categories.map((row) => ({
      id: row.id,
      kind: row.kind,
      name: row.name,
      description: row.description,
      imageUrl: row.image_url,
    })),
    services: services.map((row) =>
      serviceOf(
        row,
        professionals.map((one) => one.id).filter((id) => offersIt(id, row.id)),
      ),
    ),
    professionals: professionals.map((row) =>
      professionalOf(row, {
        serviceIds: services.map((one) => one.id).filter((id) => offersIt(row.id, id)),
        shifts: shiftsOf.get(row.id) ?? [],
        exceptions: exceptionsOf.get(row.id) ?? [],
        reviews: reviewsShown(totalOf.get(row.id), reviewsOf.get(row.id) ?? []),
      }),
    ),
    products: products.map(productOf),
    pointsPackages: packages.map(packageOf),
  }
}

type CatalogRows = [
  queries.BusinessRow,
  queries.OpeningRow,
  queries.ClosingRow,
  queries.CategoryRow,
  queries.ServiceRow,
  queries.ProfessionalRow,
  queries.OfferRow,
  queries.ShiftRow,
  queries.ExceptionRow,
  queries.ReviewTotalRow,
  queries.ReviewRow,
  queries.ProductRow,
  queries.PackageRow,
]

const businessOf = (id: string, row: queries.BusinessRow): Business => ({
  id,
  name: row.name,
  description: row.description,
  email: row.email,
  phone: row.phone,
  address: { street: row.street, city: row.city, postalCode: row.postal_code, country: row.country },
  latitude: row.latitude,
  longitude: row.longitude,
  logoUrl: row.logo_url,
  coverUrl: row.cover_url,
  instagram: row.instagram,
  facebook: row.facebook,
  website: row.website,
})

/** No salon has a connected processor account yet, and without one the wish to be paid online cannot be kept (D14). */
const accountCanCharge = false

const settingsOf = (row: queries.BusinessRow): Settings => ({
  currency: row.currency,
  timezone: row.timezone,
  mainLanguage: row.main_language,
  acceptsOnlinePayments: row.accepts_online_payments && accountCanCharge,
  requiresPrepayment: row.requires_prepayment,
  confirmsByHand: row.confirms_by_hand,
  cancellationHours: row.cancellation_hours,
  pointsEnabled: row.points_enabled,
  phoneRequired: row.phone_required,
  slotIntervalMinutes: row.slot_interval_minutes,
  horizonDays: row.horizon_days,
  noticeMinutes: row.notice_minutes,
  autocompleteHours: row.autocomplete_hours,
  reminderHours: row.reminder_hours,
})

/** A weekday without a row is closed. */
function weekOf(rows: queries.OpeningRow[]): OpeningDay[] {
  const rowOf = new Map(rows.map((row) => [row.weekday, row]))
  return [1, 2, 3, 4, 5, 6, 7].map((weekday) => {
    const row = rowOf.get(weekday)
    return {
      weekday,
      opensMinute: row?.opens_minute ?? null,
      closesMinute: row?.closes_minute ?? null,
      breakStartMinute: row?.break_start_minute ?? null,
      breakEndMinute: row?.break_end_minute ?? null,
    }
  })
}

const closingOf = (row: queries.ClosingRow): ClosingDay => ({
  day: epochDay(row.day),
  reason: row.reason,
  fromMinute: row.from_minute,
  toMinute: row.to_minute,
})

const serviceOf = (row: queries.ServiceRow, professionalIds: number[]): Service => ({
  id: row.id,
  categoryId: row.category_id,
  name: row.name,
  description: row.description,
  durationMinutes: row.duration_minutes,
  priceCents: row.price_cents,
  offerPriceCents: row.offer_price_cents,
  pointsAwarded: row.points_awarded,
  pointsPrice: row.points_price,
  imageUrl: row.image_url,
  galleryUrls: row.gallery_urls,
  bookableOnline: row.bookable_online,
  featured: row.featured,
  professionalIds,
})

const productOf = (row: queries.ProductRow): Product => ({
  id: row.id,
  categoryId: row.category_id,
  name: row.name,
  description: row.description,
  priceCents: row.price_cents,
  offerPriceCents: row.offer_price_cents,
  pointsAwarded: row.points_awarded,
  imageUrl: row.image_url,
  featured: row.featured,
  isCounted: row.stock !== null,
})

const packageOf = (row: queries.PackageRow): PointsPackage => ({
  id: row.id,
  name: row.name,
  points: row.points,
  priceCents: row.price_cents,
})

const professionalOf = (
  row: queries.ProfessionalRow,
  own: {
    serviceIds: number[]
    shifts: queries.ShiftRow[]
    exceptions: queries.ExceptionRow[]
    reviews: ReviewSummary
  },
): Professional => ({
  id: row.id,
  name: row.name,
  title: row.title,
  bio: row.bio,
  specialties: row.specialties,
  imageUrl: row.image_url,
  galleryUrls: row.gallery_urls,
  serviceIds: own.serviceIds,
  shifts: own.shifts.map((shift) => ({
    weekday: shift.weekday,
    startMinute: shift.start_minute,
    endMinute: shift.end_minute,
  })),
  exceptions: own.exceptions.map(exceptionOf),
  reviews: own.reviews,
})

const exceptionOf = (row: queries.ExceptionRow): ScheduleException => ({
  day: epochDay(row.day),
  reason: row.reason,
  works: row.start_minutes.length > 0,
  shifts: row.start_minutes.map((startMinute, index) => ({ startMinute, endMinute: row.end_minutes[index] as number })),
})

const reviewsShown = (total: queries.ReviewTotalRow | undefined, recent: queries.ReviewRow[]): ReviewSummary => ({
  count: total?.count ?? 0,
  ratingSum: total?.rating_sum ?? 0,
  recent: recent.map(reviewFrom),
})

export const reviewFrom = (row: queries.ReviewRow): Review => ({
  id: row.id,
  customerName: row.customer_name,
  rating: row.rating,
  comment: row.comment,
  day: epochDay(row.day),
})

function epochDay(text: string): EpochDay {
  const day = parseDate(text)
  if (day === null) throw new RangeError(`the database holds a day that is none: ${text}`)
  return day
}
