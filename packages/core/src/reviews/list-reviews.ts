import { reviewQueries } from '@silla/db'
import type { Review } from '../catalog/catalog.ts'
import { findProfessional } from '../catalog/find.ts'
import type { RequestContext } from '../request-context.ts'

/** One page of a professional's reviews, the latest first, and the total number. */
export interface Reviews {
  reviews: Review[]
  total: number
}

export interface ReviewsQuery {
  professionalId: number
  offset: number
  limit: number
}

/**
 * Lists the reviews of a professional (D26). One round trip.
 */
export async function listReviews(context: RequestContext, input: ReviewsQuery): Promise<Reviews> {
  const [found] = await reviewsBatch(context, [input])
  return found as Reviews
}

/**
 * The same for several pages in one round trip.
 *
 */
export async function reviewsBatch(
  { tenant }: RequestContext,
  inputs: readonly ReviewsQuery[],
): Promise<Reviews[]> {
  const catalog = await tenant.catalog()
  const ids = inputs.map(({ professionalId }) => findProfessional(catalog, professionalId).id)
  const [rows, counts] = await tenant.db.batch((tx) => [
    reviewQueries.listReviewPages(tx, inputs),
    reviewQueries.countReviews(tx, ids),
  ])
  const totals = new Map(counts.map(({ professionalId, count }) => [professionalId, count]))
  return inputs.map(({ professionalId }, index) => ({
    reviews: rows.filter(({ page }) => page === index + 1).map(({ page, ...review }) => review),
    total: totals.get(professionalId) ?? 0,
  }))
}
