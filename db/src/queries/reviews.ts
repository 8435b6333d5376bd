import type { Tx } from '../door.ts'
import type { Question } from '../pool.ts'
import type { ReviewRow } from './catalog.ts'

/** One for each booking: no row when there is one already. */
export const addReview = (tx: Tx, review: NewReviewRow): Question<{ id: number }> => tx`
  insert into reviews (business_id, professional_id, booking_id, customer_name, rating, comment, day)
  values (${tx.businessId}, ${review.professionalId}, ${review.bookingId}, ${review.customerName}, ${review.rating},
    ${review.comment}, ${review.day})
  on conflict on constraint reviews_booking_once do nothing
  returning id`

/** What the salon shows has changed: its version moves on and every process drops its copy. */
export const touchCatalog = (tx: Tx): Question<object> => tx`select app.touch_catalog(${tx.businessId})`

/** The latest first. */
export const reviewsOfProfessional = (
  tx: Tx,
  ask: { professionalId: number; offset: number; limit: number },
): Question<ReviewRow> => tx`
  select id, professional_id, customer_name, rating, comment, day::text
  from reviews where business_id = ${tx.businessId} and professional_id = ${ask.professionalId}
  order by day desc, id desc offset ${ask.offset} limit ${ask.limit}`

export const reviewCount = (tx: Tx, professionalId: number): Question<{ count: number }> => tx`
  select count(*)::int as count from reviews where business_id = ${tx.businessId} and professional_id = ${professionalId}`

export interface NewReviewRow {
  professionalId: number
  bookingId: number
  customerName: string
  rating: number
  comment: string
  /** YYYY-MM-DD */
  day: string
}
