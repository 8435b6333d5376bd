import { processorAccountQueries, catalogQueries as queries, type TenantDb } from '@silla/db'
import type { Catalog } from './catalog.ts'
import { ordered, ownTermsIn, weekFrom, withSchedules } from './mappers.ts'

const recentReviewsShown = 5

/** Reads a salon's whole catalogue, at one moment and in one round trip. */
export async function loadCatalog(db: TenantDb): Promise<Catalog> {
  const [
    [profile],
    [settings],
    [account = null],
    openings,
    closings,
    categories,
    resourceTypes,
    needs,
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
    queries.findBusiness(tx),
    queries.findSettings(tx),
    processorAccountQueries.findChargingAccount(tx),
    queries.listOpeningHours(tx),
    queries.listClosingDays(tx),
    queries.listActiveCategories(tx),
    queries.listActiveResourceTypes(tx),
    queries.listNeededResourceTypes(tx),
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
  if (!profile || !settings)
    throw new Error(`business ${db.businessId} is registered but has no profile`)
  const { catalogVersion, ...business } = ordered(profile, 'description')
  // without an account that can charge, the salon cannot be paid online (D14)
  const acceptsOnlinePayments = settings.acceptsOnlinePayments && account !== null

  const needsOf = Map.groupBy(needs, (row) => row.serviceId)
  const offersOf = Map.groupBy(offers, (row) => row.professionalId)
  const offerPairs = new Set(offers.map((offer) => `${offer.professionalId} ${offer.serviceId}`))
  const isOffered = (professionalId: number, serviceId: number) =>
    offerPairs.has(`${professionalId} ${serviceId}`)
  const reviewsOf = Map.groupBy(reviews, (row) => row.professionalId)
  const totalOf = new Map(totals.map((row) => [row.professionalId, row]))

  return {
    version: catalogVersion,
    business,
    settings: { ...settings, acceptsOnlinePayments },
    paymentAccount: acceptsOnlinePayments ? account : null,
    openings: weekFrom(openings),
    closings: closings.map((row) => ordered(row, 'reason')),
    categories: categories.map((row) => ordered(row, 'name', 'description')),
    resourceTypes: resourceTypes.map((row) => ordered(row, 'name')),
    services: services.map((row) => ({
      ...ordered(row, 'name', 'description'),
      professionalIds: professionals.map(({ id }) => id).filter((id) => isOffered(id, row.id)),
      resourceTypeIds: idsInOrder(resourceTypes, needsOf.get(row.id)),
    })),
    professionals: withSchedules(professionals, shifts, exceptions).map((professional) => ({
      ...professional,
      serviceIds: services.map(({ id }) => id).filter((id) => isOffered(professional.id, id)),
      ownTerms: ownTermsIn(offersOf.get(professional.id) ?? [], services),
      reviews: {
        count: totalOf.get(professional.id)?.count ?? 0,
        ratingSum: totalOf.get(professional.id)?.ratingSum ?? 0,
        recent: (reviewsOf.get(professional.id) ?? []).map(
          ({ professionalId, ...review }) => review,
        ),
      },
    })),
    products: products.map((row) => ordered(row, 'name', 'description')),
    pointsPackages: packages.map((row) => ordered(row, 'name')),
  }
}

const idsInOrder = (
  types: readonly { id: number }[],
  needs: readonly queries.Need[] = [],
): number[] =>
  types.map(({ id }) => id).filter((id) => needs.some((need) => need.resourceTypeId === id))
