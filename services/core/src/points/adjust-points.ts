import { randomUUID } from 'node:crypto'
import { auditQueries, businessQueries, inTransaction, pointsQueries, type Sql } from '@silla/db'
import { emailKey } from '../customers/email-key.ts'
import { type Clock, systemClock } from '../ports/clock.ts'
import { knownBusiness } from '../provisioning/business-summary.ts'
import { ProvisioningProblem } from '../provisioning/problem.ts'

/**
 * Gives a customer points or takes some away, by hand of the platform's staff (D12). The note is about a customer, so it stands in
 * the ledger, which is erased with them, and not in the audit log, which is not.
 *
 * @param ask.points signed; never 0
 * @throws ProvisioningProblem BUSINESS_NOT_FOUND, CUSTOMER_NOT_FOUND, NOT_VALID when nothing is asked for or the balance does not reach
 */
export function adjustPoints(
  admin: Sql,
  ask: { slug: string; email: string; points: number; note: string },
  clock: Clock = systemClock,
): Promise<{ business: string; email: string; points: number; balance: number }> {
  const { slug, email, points, note } = ask
  if (points === 0) throw new ProvisioningProblem('NOT_VALID', 'No points are no adjustment.')
  return inTransaction(admin, async (tx) => {
    const { businessId } = await knownBusiness(businessQueries.businessBySlug(tx, slug), slug)
    const own = await businessQueries.asBusiness(tx, businessId)
    const [customer] = await pointsQueries.customerByEmail(own, emailKey(email))
    if (!customer)
      throw new ProvisioningProblem('CUSTOMER_NOT_FOUND', `${slug} has no customer with the e-mail ${email}.`)
    const [row] = await pointsQueries.movePoints(own, {
      customerId: customer.id,
      kind: 'adjusted',
      points,
      concept: { reason: 'adjustment', note },
      cause: `adjust:${randomUUID()}`,
      bookingId: null,
      at: clock.now(),
    })
    if (row?.outcome !== 'moved') {
      throw new ProvisioningProblem(
        'NOT_VALID',
        `${email} holds ${row?.balance ?? 0} points and cannot lose ${-points}.`,
      )
    }
    await auditQueries.noteChange(own, {
      action: 'points.adjust',
      detail: { customerId: customer.id, points },
      at: clock.now(),
    })
    return { business: slug, email: customer.email, points, balance: row.balance }
  })
}
