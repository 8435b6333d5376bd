import { randomUUID } from 'node:crypto'
import { auditQueries, businessQueries, inTransaction, pointsQueries, type Sql } from '@silla/db'
import { findBusiness } from '../business/business-summary.ts'
import { ProvisioningError } from '../business/provisioning-error.ts'
import { type Clock, systemClock, tenantTime } from '../clock.ts'
import { lockCustomer } from './find-customer.ts'

/**
 * Adds or subtracts points of a customer, by platform staff (D12). The reason is personal data, so
 * it is stored in the ledger, which is erased with the customer, and not in the audit log, which is
 * not.
 *
 * @param input.customer e-mail or id
 * @param input.points signed; never 0
 * @throws ProvisioningError BUSINESS_NOT_FOUND, CUSTOMER_NOT_FOUND, NOT_VALID for 0 points, an
 *   empty reason or a balance that is too low
 */
export function adjustPoints(
  admin: Sql,
  input: { slug: string; customer: string; points: number; reason: string },
  clock: Clock = systemClock,
): Promise<AdjustedPoints> {
  const { slug, points } = input
  const note = readReason(input.reason)
  if (points === 0) throw new ProvisioningError('NOT_VALID', 'No points are no adjustment.')
  return inTransaction(admin, async (tx) => {
    const business = await findBusiness(businessQueries.findBusinessBySlug(tx, slug), slug)
    const { businessId, clockOffsetMilliseconds } = business
    const own = await businessQueries.setTenant(tx, businessId)
    const customer = await lockCustomer(own, slug, input.customer)
    const [row] = await pointsQueries.insertPointsMovement(own, {
      customerId: customer.id,
      kind: 'adjusted',
      points,
      concept: { reason: 'adjustment', note },
      cause: `adjust:${randomUUID()}`,
      bookingId: null,
      at: tenantTime(clock.now(), clockOffsetMilliseconds),
    })
    if (row?.outcome !== 'moved') {
      throw new ProvisioningError(
        'NOT_VALID',
        `${customer.email || `Customer ${customer.id}`} holds ${row?.balance ?? 0} points and cannot lose ${-points}.`,
      )
    }
    await auditQueries.insertAuditEntry(own, {
      action: 'customers.adjust-points',
      detail: { customerId: customer.id, points },
      at: clock.now(),
    })
    return {
      business: slug,
      customerId: customer.id,
      email: customer.email,
      points,
      balance: row.balance,
    }
  })
}

export interface AdjustedPoints {
  business: string
  customerId: number
  /** Empty for a customer without one. */
  email: string
  points: number
  balance: number
}

/** The reason in one line, as the customer sees it. */
function readReason(text: string): string {
  const note = text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  if (note === '') throw new ProvisioningError('NOT_VALID', 'A reason has to say something.')
  if ([...note].length > 500)
    throw new ProvisioningError('NOT_VALID', 'A reason has at most 500 characters.')
  return note
}
