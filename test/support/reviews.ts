import { testDatabase } from './database.ts'
import type { TestSalon } from './salon.ts'

export interface ReviewPlan {
  rating: number
  day: string
  customer?: string
  comment?: string
}

/** Inserts reviews as past visits would have, and invalidates the API's catalogue. */
export async function insertReviews(
  salon: TestSalon,
  professional: string,
  reviews: ReviewPlan[],
): Promise<void> {
  const { witness } = await testDatabase()
  const rows = reviews.map(({ rating, day, customer = 'Marta', comment = '' }) => ({
    business_id: salon.businessId,
    professional_id: salon.id(professional),
    customer_name: customer,
    rating,
    comment,
    day,
  }))
  await witness`insert into reviews ${witness(rows)}`
  await witness`select app.touch_catalog(${salon.businessId})`
  await salon.guest.get('/disponibilidad/dias/')
}
