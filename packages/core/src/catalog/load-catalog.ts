import { catalogQueries as queries, type TenantDb } from '@silla/db'
import type { Catalog, ReviewSummary, Settings } from './catalog.ts'
import {
  categoryFrom,
  closingFrom,
  packageFrom,
  productFrom,
  professionalFrom,
  profileFrom,
  reviewFrom,
  serviceFrom,
  settingsFrom,
  weekFrom,
} from './mappers.ts'

const recentReviewsShown = 5

/** Reads a salon's whole catalogue, at one moment and in one round trip. */
export async function loadCatalog(db: TenantDb): Promise<Catalog> {
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
  ] = await db.batch((tx) => [
    queries.findBusinessProfile(tx),
    queries.listOpeningHours(tx),
    queries.listClosingDays(tx),
    queries.listActiveCategories(tx),
    queries.listActiveServices(tx),
    queries.listActiveProfessionals(tx),
    queries.listOfferedServices(tx),
    queries.listWeeklyShifts(tx),
    queries.listScheduleExceptions(tx),
    queries.listReviewTotals(tx),
    queries.listRecentReviews(tx, recentReviewsShown),
    queries.listActiveProducts(tx),
    queries.listActivePackages(tx),
  ])
  const profile = profiles[0]
  if (!profile) throw new Error(`business ${db.businessId} is registered but has no profile`)

  const offerPairs = new Set(offers.map((offer) => `${offer.professionalId} ${offer.serviceId}`))
  const offersIt = (professionalId: number, serviceId: number) =>
    offerPairs.has(`${professionalId} ${serviceId}`)
  const shiftsOf = Map.groupBy(shifts, (row) => row.professionalId)
  const exceptionsOf = Map.groupBy(exceptions, (row) => row.professionalId)
  const reviewsOf = Map.groupBy(reviews, (row) => row.professionalId)
  const totalOf = new Map(totals.map((row) => [row.professionalId, row]))

  return {
    version: profile.catalogVersion,
    business: { id: db.businessId, ...profileFrom(profile) },
    settings: settingsInForce(profile),
    openings: weekFrom(openings),
    closings: closings.map(closingFrom),
    categories: categories.map((row) => ({ id: row.id, ...categoryFrom(row) })),
    services: services.map((row) => ({
      id: row.id,
      categoryId: row.categoryId,
      ...serviceFrom(row),
      professionalIds: professionals.map((one) => one.id).filter((id) => offersIt(id, row.id)),
    })),
    professionals: professionals.map((row) => ({
      id: row.id,
      ...professionalFrom(row, {
        shifts: shiftsOf.get(row.id) ?? [],
        exceptions: exceptionsOf.get(row.id) ?? [],
      }),
      serviceIds: services.map((one) => one.id).filter((id) => offersIt(row.id, id)),
      reviews: reviewsFrom(totalOf.get(row.id), reviewsOf.get(row.id) ?? []),
    })),
    products: products.map((row) => ({
      id: row.id,
      categoryId: row.categoryId,
      ...productFrom(row),
      isCounted: row.stock !== null,
    })),
    pointsPackages: packages.map((row) => ({ id: row.id, ...packageFrom(row) })),
  }
}

/** Online payment needs an account that can charge, whatever the setting (D14). */
function settingsInForce(profile: queries.BusinessRow): Settings {
  const settings = settingsFrom(profile)
  return { ...settings, acceptsOnlinePayments: settings.acceptsOnlinePayments && profile.canCharge }
}

const reviewsFrom = (
  total: queries.ReviewTotalRow | undefined,
  recent: queries.ReviewRow[],
): ReviewSummary => ({
  count: total?.count ?? 0,
  ratingSum: total?.ratingSum ?? 0,
  recent: recent.map(reviewFrom),
})
