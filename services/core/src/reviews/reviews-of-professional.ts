import { type catalogQueries, reviewQueries } from '@silla/db'
import type { Caller } from '../caller.ts'
import type { Review } from '../catalog/catalog.ts'
import { professionalOf } from '../catalog/find.ts'
import { reviewFrom } from '../catalog/from-rows.ts'

/**
 * What was said about a professional, the latest first (D26): one page, and how many there are in all. One round trip.
 *
 * @throws PROFESSIONAL_NOT_FOUND
 */
export async function reviewsOfProfessional(
  { tenant }: Caller,
  ask: { professionalId: number; offset: number; limit: number },
): Promise<{ reviews: Review[]; total: number }> {
  professionalOf(await tenant.catalog(), ask.professionalId)
  const [rows, [counted]] = await tenant.door.ask<[catalogQueries.ReviewRow, { count: number }]>((tx) => [
    reviewQueries.reviewsOfProfessional(tx, ask),
    reviewQueries.reviewCount(tx, ask.professionalId),
  ])
  return { reviews: rows.map(reviewFrom), total: counted?.count ?? 0 }
}
