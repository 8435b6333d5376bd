import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { Review } from '../types/catalog.ts'
import type { Page } from '../types/values.ts'

/** One for each booking: returns no row when the booking has one. */
export const insertReview = (
  tx: Tx,
  review: Omit<Review, 'id'> & { professionalId: number; bookingId: number; at: Date },
): Query<{ id: number }> => tx`
  insert into reviews (
    business_id, professional_id, booking_id, customer_name, rating, comment, day, created_at)
  values (${tx.businessId}, ${review.professionalId}, ${review.bookingId}, ${review.customerName},
    ${review.rating}, ${review.comment}, date '1970-01-01' + ${review.day}::int, ${review.at})
  on conflict on constraint reviews_booking_once do nothing
  returning id`

export const findReviewOfBooking = (tx: Tx, bookingId: number): Query<{ id: number }> => tx`
  select id from reviews where business_id = ${tx.businessId} and booking_id = ${bookingId}`

/** Several pages at once, each the latest first; `page` counts the inputs from 1. */
export const listReviewPages = (
  tx: Tx,
  inputs: readonly (Page & { professionalId: number })[],
): Query<Review & { page: number }> => tx`
  select input.page::int, found.id, found.customer_name, found.rating, found.comment,
    found.day - date '1970-01-01' as day
  from unnest(
      ${inputs.map((input) => input.professionalId)}::bigint[],
      ${inputs.map((input) => input.offset)}::bigint[],
      ${inputs.map((input) => input.limit)}::bigint[])
      with ordinality as input (professional_id, skipped, length, page)
    cross join lateral (
      select id, customer_name, rating, comment, day, created_at
      from reviews
      where business_id = ${tx.businessId} and professional_id = input.professional_id
      order by day desc, created_at desc nulls last, id desc
      offset input.skipped limit input.length) as found
  order by input.page, found.day desc, found.created_at desc nulls last, found.id desc`

/** Professionals without reviews have no row. */
export const countReviews = (
  tx: Tx,
  professionalIds: readonly number[],
): Query<{ professionalId: number; count: number }> => tx`
  select professional_id, count(*)::int as count from reviews
  where business_id = ${tx.businessId} and professional_id = any(${professionalIds}::bigint[])
  group by professional_id`
