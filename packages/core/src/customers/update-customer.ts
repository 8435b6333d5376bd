import { customerCardQueries, customerMergeQueries, type Tx, waitlistQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../access/allow.ts'
import type { Language } from '../catalog/catalog.ts'
import { emailKey } from '../contact/email.ts'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import type { RequestContext } from '../request-context.ts'
import { storedCustomerId } from '../stored-json.ts'
import { refuseExisting } from './create-customer.ts'
import { type CustomerCard, cardIn } from './customer-card.ts'
import { recordCustomerEvent } from './customer-event.ts'
import { lockCardInScope } from './lock-card.ts'

/** The changes to a card; null leaves a field unchanged. */
export interface CustomerUpdate {
  id: number
  name: string | null
  /** Empty: it is removed. */
  email: string | null
  /** E.164; empty: it is removed */
  phone: string | null
  language: Language | null
  /** The version of the card that the caller has seen; null: whichever it is. */
  version: number | null
}

/**
 * Changes a customer's card (D74). Bookings keep the contact details that they were made with. The e-mail
 * of somebody with an account proves who they are, and belongs to them alone.
 *
 * @throws as `allow` without `customers.contact`; CUSTOMER_NOT_FOUND, VERSION_CONFLICT,
 *   CUSTOMER_HAS_ACCOUNT for another e-mail, CUSTOMER_EXISTS
 */
export async function updateCustomer(
  context: RequestContext,
  input: CustomerUpdate,
): Promise<CustomerCard> {
  allow(context, 'customers.contact')
  return context.tenant.db.transaction(async (tx) => {
    await withIdempotency(context, tx, storedCustomerId, () => writeUpdate(tx, context, input))
    return cardIn(tx, context, input.id)
  })
}

async function writeUpdate(
  tx: Tx,
  context: RequestContext,
  input: CustomerUpdate,
): Promise<{ id: number }> {
  const { id } = input
  const card = await lockCardInScope(tx, context, id)
  if (input.version !== null && input.version !== card.version) fail('VERSION_CONFLICT')
  const email = input.email ?? card.email
  const key = emailKey(email) || null
  if (key !== card.emailKey) {
    if (card.hasAccount) fail('CUSTOMER_HAS_ACCOUNT')
    if (key !== null) await takeEmailKey(tx, key, id)
    // an erasure finds them by the customer then
    if (card.emailKey !== null)
      await waitlistQueries.assignGuestEntries(tx, { customerId: id, emailKey: card.emailKey })
  }
  const changed = {
    id,
    name: input.name ?? card.name,
    email,
    emailKey: key,
    phone: input.phone ?? card.phone,
    language: input.language ?? card.language,
  }
  await customerCardQueries.updateCard(tx, changed)
  await recordCustomerEvent(tx, 'cliente.actualizado', { id, now: context.realClock.now() })
  return { id }
}

/** An e-mail of somebody who was merged into this customer becomes theirs. */
async function takeEmailKey(tx: Tx, key: string, id: number): Promise<void> {
  const [owner] = await customerCardQueries.findByEmailKey(tx, key)
  if (owner && owner.id !== id) await refuseExisting(tx, key)
  if (owner) await customerMergeQueries.releaseEmailKey(tx, key)
}
