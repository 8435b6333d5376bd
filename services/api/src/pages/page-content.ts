import type { Catalog, Professional, Review, Service } from '@silla/core'
import { termsOf } from '@silla/core'
import type { EpochDay, LocalSpan } from '@silla/slots'

/** What a booking page shows of a service: its terms with the professional who is cheapest. */
export interface ServiceOffer {
  service: Service
  durationMinutes: number
  priceCents: number
  /** The regular price where `priceCents` is an offer; null: it is no offer. */
  regularPriceCents: number | null
  /** With another professional it costs more. */
  isLowest: boolean
  /** It can be chosen in the widget. */
  bookable: boolean
}

/** The services by category, in display order; categories without one are left out. */
export function offersByCategory(catalog: Catalog) {
  return catalog.categories.flatMap((category) => {
    const offers = catalog.services
      .filter(({ categoryId }) => categoryId === category.id)
      .map((service) => offerOf(service, catalog))
    return offers.length === 0 ? [] : [{ category, offers }]
  })
}

export const hasBookableService = (catalog: Catalog): boolean =>
  catalog.services.some((service) => isBookable(service))

const isBookable = ({ bookableOnline, professionalIds }: Service): boolean =>
  bookableOnline && professionalIds.length > 0

function offerOf(service: Service, { professionals }: Catalog): ServiceOffer {
  const all = professionals
    .filter(({ id }) => service.professionalIds.includes(id))
    .map((professional) => termsOf(service, professional))
    .map((terms) => ({ ...terms, dueCents: terms.offerPriceCents ?? terms.priceCents }))
    .sort((one, other) => one.dueCents - other.dueCents)
  const cheapest = all[0] ?? {
    ...service,
    dueCents: service.offerPriceCents ?? service.priceCents,
  }
  return {
    service,
    durationMinutes: cheapest.durationMinutes,
    priceCents: cheapest.dueCents,
    regularPriceCents: cheapest.offerPriceCents === null ? null : cheapest.priceCents,
    isLowest: all.some(({ dueCents }) => dueCents > cheapest.dueCents),
    bookable: isBookable(service),
  }
}

/** The mean of all reviews; null without reviews. */
export function ratingOf({ professionals }: Catalog): { mean: number; count: number } | null {
  const count = professionals.reduce((sum, { reviews }) => sum + reviews.count, 0)
  const ratings = professionals.reduce((sum, { reviews }) => sum + reviews.ratingSum, 0)
  return count === 0 ? null : { mean: ratings / count, count }
}

const reviewsShown = 6

/** The latest reviews with a comment, of all professionals. */
export function latestReviews({
  professionals,
}: Catalog): { review: Review; professional: Professional }[] {
  return professionals
    .flatMap((professional) =>
      professional.reviews.recent.map((review) => ({ review, professional })),
    )
    .filter(({ review }) => review.comment !== '')
    .sort((one, other) => other.review.day - one.review.day || other.review.id - one.review.id)
    .slice(0, reviewsShown)
}

/** One closing, or several days in a row with the same reason. */
export interface ClosedPeriod {
  first: EpochDay
  last: EpochDay
  /** null: the whole day. */
  span: LocalSpan | null
  reason: Catalog['closings'][number]['reason']
}

const daysAhead = 60
const periodsShown = 8

/** The closing days of the next weeks, official holidays among them. */
export function comingClosings({ closings }: Catalog, today: EpochDay): ClosedPeriod[] {
  const periods: ClosedPeriod[] = []
  for (const { day, reason, fromMinute, toMinute } of closings) {
    if (day < today || day > today + daysAhead) continue
    const span =
      fromMinute === null || toMinute === null
        ? null
        : { startMinute: fromMinute, endMinute: toMinute }
    const previous = periods.at(-1)
    const continues =
      previous !== undefined &&
      previous.last === day - 1 &&
      previous.span === null &&
      span === null &&
      JSON.stringify(previous.reason) === JSON.stringify(reason)
    if (continues) previous.last = day
    else periods.push({ first: day, last: day, span, reason })
  }
  return periods.slice(0, periodsShown)
}
