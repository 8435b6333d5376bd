import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { ReviewRow } from './catalog.ts'

/** One for each booking: no row when there is one already. */
export const insertReview = (tx: Tx, review: NewReviewRow): Query<{ id: number }> => tx`
  insert into reviews (business_id, professional_id, booking_id, customer_name, rating, comment, day)
  values (${tx.businessId}, ${review.professionalId}, ${review.bookingId}, ${review.customerName}, ${review.rating},
    ${review.comment}, ${review.day})
  on conflict on constraint reviews_booking_once do nothing
  returning id`

/** What the salon shows has changed: its version moves on and every process drops its copy. */
export const touchCatalog = (tx: Tx): Query<object> =>
  tx`select app.touch_catalog(${tx.businessId})`

/** Several pages at once, each the latest first; `page` says whose a row is, from 1. */
export const listReviewPages = (
  tx: Tx,
  inputs: readonly { professionalId: number; offset: number; limit: number }[],
): Query<PagedReviewRow> => tx`
  select asked.page::int, found.id, found.professional_id, found.customer_name, found.rating, found.comment, found.day::text
  from unnest(${inputs.map((input) => input.professionalId)}::bigint[], ${inputs.map((query) => query.offset)}::bigint[],
      ${inputs.map((params) => params.limit)}::bigint[]) with ordinality as asked (professional_id, skipped, wanted, page)
    cross join lateral (
      select id, professional_id, customer_name, rating, comment, day
      from reviews where business_id = ${tx.businessId} and professional_id = asked.professional_id
      order by day desc, id desc offset asked.skipped limit asked.wanted) as found
  order by asked.page, found.day desc, found.id desc`

export interface PagedReviewRow extends ReviewRow {
  page: number
}

/** No row for whom nothing was said about. */
export const countReviews = (
  tx: Tx,
  professionalIds: readonly number[],
): Query<ReviewCountRow> => tx`
  select professional_id, count(*)::int as count from reviews
  where business_id = ${tx.businessId} and professional_id = any(${professionalIds}::bigint[])
  group by professional_id`

export interface ReviewCountRow {
  professionalId: number
  count: number
}

export interface NewReviewRow {
  professionalId: number
  bookingId: number
  customerName: string
  rating: number
  comment: string
  /** YYYY-MM-DD */
  day: string
}
