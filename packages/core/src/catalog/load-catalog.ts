import { processorAccountQueries, catalogQueries as queries, type TenantDb } from '@silla/db'
import { mapInSlices, type Slices } from '../slices.ts'
import type { Catalog } from './catalog.ts'
import { businessFrom, ordered, orderedText, schedules, weekFrom } from './mappers.ts'

const recentReviewsShown = 5

/**
 * Reads a salon's whole catalogue, at one moment and in one round trip. It is put together in
 * slices, because the largest have thousands of services.
 *
 * @param slices opened before the catalogue is read: after a long read, whose last rows take a part of the
 *   present pass of the event loop, the next slice begins in a pass of its own
 */
export async function loadCatalog(db: TenantDb, slices: Slices): Promise<Catalog> {
  const [
    [profile],
    [settings],
    [account = null],
    senders,
    openings,
    closings,
    categories,
    resourceTypes,
    needs,
    services,
    professionals,
    offered,
    ownTerms,
    shifts,
    exceptions,
    totals,
    reviews,
    products,
    packages,
  ] = await db.batch((tx) => [
    queries.findProfile(tx),
    queries.findSettings(tx),
    processorAccountQueries.findChargingAccount(tx),
    queries.listMessageChannels(tx),
    queries.listOpeningHours(tx),
    queries.listClosingDays(tx),
    queries.listActiveCategories(tx),
    queries.listActiveResourceTypes(tx),
    queries.listNeededResourceTypes(tx),
    queries.listActiveServices(tx),
    queries.listActiveProfessionals(tx),
    queries.listServicesOfProfessionals(tx),
    queries.listOwnTerms(tx),
    queries.listWeeklyShifts(tx),
    queries.listScheduleExceptions(tx),
    queries.listReviewTotals(tx),
    queries.listRecentReviews(tx, recentReviewsShown),
    queries.listActiveProducts(tx),
    queries.listActivePackages(tx),
  ])
  if (!profile || !settings)
    throw new Error(`business ${db.businessId} is registered but has no profile`)
  const { catalogVersion, ...business } = businessFrom(profile)
  // without an account that can charge, the salon cannot be paid online (D14)
  const acceptsOnlinePayments = settings.acceptsOnlinePayments && account !== null

  const servicesOf = new Map(offered.map((row) => [row.professionalId, row.serviceIds]))
  const professionalsOf = await invert(professionals, servicesOf, slices)
  const withSchedule = schedules(shifts, exceptions)
  const needsOf = Map.groupBy(needs, (row) => row.serviceId)
  const ownTermsOf = new Map(ownTerms.map((row) => [row.professionalId, row.ownTerms]))
  const reviewsOf = Map.groupBy(reviews, (row) => row.professionalId)
  const totalOf = new Map(totals.map((row) => [row.professionalId, row]))

  return {
    version: catalogVersion,
    business,
    settings: { ...settings, acceptsOnlinePayments },
    paymentAccount: acceptsOnlinePayments ? account : null,
    messageChannels: senders.map(({ channel }) => channel),
    openings: weekFrom(openings),
    closings: closings.map((row) => ({ ...row, reason: orderedText(row.reason) })),
    categories: categories.map(ordered.category),
    resourceTypes: resourceTypes.map(ordered.resourceType),
    services: await mapInSlices(slices, services, (row) => ({
      ...ordered.service(row),
      professionalIds: professionalsOf.get(row.id) ?? [],
      resourceTypeIds: idsInOrder(resourceTypes, needsOf.get(row.id)),
    })),
    professionals: await mapInSlices(slices, professionals, (row) => ({
      ...withSchedule(row),
      serviceIds: servicesOf.get(row.id) ?? [],
      ownTerms: ownTermsOf.get(row.id) ?? [],
      reviews: {
        count: totalOf.get(row.id)?.count ?? 0,
        ratingSum: totalOf.get(row.id)?.ratingSum ?? 0,
        recent: (reviewsOf.get(row.id) ?? []).map(withoutProfessional),
      },
    })),
    products: await mapInSlices(slices, products, ordered.product),
    pointsPackages: packages.map(ordered.pointsPackage),
  }
}

/** The professionals of each service, in display order. */
async function invert(
  professionals: readonly { id: number }[],
  servicesOf: ReadonlyMap<number, readonly number[]>,
  slices: Slices,
): Promise<ReadonlyMap<number, number[]>> {
  const professionalsOf = new Map<number, number[]>()
  await mapInSlices(slices, professionals, ({ id }) => {
    for (const serviceId of servicesOf.get(id) ?? []) {
      const ids = professionalsOf.get(serviceId)
      if (ids === undefined) professionalsOf.set(serviceId, [id])
      else ids.push(id)
    }
  })
  return professionalsOf
}

function idsInOrder(
  types: readonly { id: number }[],
  needs: readonly queries.Need[] = [],
): number[] {
  if (needs.length === 0) return []
  const needed = new Set(needs.map(({ resourceTypeId }) => resourceTypeId))
  return types.map(({ id }) => id).filter((id) => needed.has(id))
}

const withoutProfessional = <Row extends { professionalId: number }>({
  professionalId,
  ...rest
}: Row) => rest
