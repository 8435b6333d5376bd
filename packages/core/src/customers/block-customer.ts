import { customerQueries } from '@silla/db'
import { allow } from '../access/allow.ts'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import type { RequestContext } from '../request-context.ts'
import { storedCustomerId } from '../stored-json.ts'
import { type CustomerCard, cardIn } from './customer-card.ts'
import { lockCardInScope } from './lock-card.ts'

/**
 * Blocks a customer: new bookings with their e-mail are refused with CUSTOMER_BLOCKED, signed in or
 * not, unless the salon makes them (D15). Existing bookings stay. Blocking again changes nothing. One
 * without an e-mail is marked, and blocked once their card has one (D74).
 *
 * @throws as `allow` without `customers.contact`; CUSTOMER_NOT_FOUND
 */
export const blockCustomer = (context: RequestContext, id: number): Promise<CustomerCard> =>
  setBlocked(context, id, context.realClock.now())

/**
 * Unblocks a customer. Unblocking again changes nothing.
 *
 * @throws as `blockCustomer`
 */
export const unblockCustomer = (context: RequestContext, id: number): Promise<CustomerCard> =>
  setBlocked(context, id, null)

function setBlocked(context: RequestContext, id: number, at: Date | null): Promise<CustomerCard> {
  allow(context, 'customers.contact')
  return context.tenant.db.transaction(async (tx) => {
    await withIdempotency(context, tx, storedCustomerId, async () => {
      await lockCardInScope(tx, context, id)
      const changed = await customerQueries.updateBlocked(tx, { id, at })
      if (changed.length === 0 && context.auditedChange) context.auditedChange.needsNoEntry = true
      return { id }
    })
    return cardIn(tx, context, id)
  })
}
