import { testDatabase } from './database.ts'
import type { TestSalon } from './salon.ts'

/** The points balance of a customer, by email address. */
export async function balanceOf({ businessId }: TestSalon, email: string): Promise<number> {
  const { witness } = await testDatabase()
  const [row] = await witness<{ pointsBalance: number }[]>`
    select points_balance from customers where business_id = ${businessId} and email_key = ${email}`
  return row?.pointsBalance ?? 0
}

/** The movements of one customer, oldest first, as `ganado 10`. */
export async function movementsOf({ businessId }: TestSalon, email: string): Promise<string[]> {
  const { witness } = await testDatabase()
  const rows = await witness<{ kind: string; points: number }[]>`
    select movement.kind, movement.points from points_movements movement
    join customers customer on customer.business_id = movement.business_id and customer.id = movement.customer_id
    where movement.business_id = ${businessId} and customer.email_key = ${email} order by movement.ordinal`
  return rows.map(({ kind, points }) => `${kind} ${points}`)
}

/** Gives a customer points, as an adjustment by the salon. */
export async function givePoints(
  { businessId, clock }: TestSalon,
  customerId: number,
  points: number,
): Promise<void> {
  const { admin } = await testDatabase()
  await admin`select app.move_points(${businessId}, ${customerId}, 'adjusted', ${points},
    ${admin.json({ reason: 'adjustment', note: '' })}, ${`gift:${customerId}:${points}`}, null, ${clock.now()})`
}
