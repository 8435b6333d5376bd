import { customerConsentQueries, customerNoteQueries } from '@silla/db'
import { allow } from '../access/allow.ts'
import type { RequestContext } from '../request-context.ts'
import { recordCustomerEvent } from './customer-event.ts'
import { lockCardInScope } from './lock-card.ts'

export type Consent = customerConsentQueries.ConsentRow
export type ConsentKind = customerConsentQueries.ConsentKind
export type ConsentMeans = customerConsentQueries.ConsentMeans

/** What a customer has agreed to or withdrawn, at the desk. */
export type ConsentInput = Pick<Consent, 'kind' | 'granted' | 'means' | 'wording'> & {
  customerId: number
}

/**
 * Records that a customer agrees to something, or withdraws it; earlier records stay. Without the
 * consent to data about health, the allergies are deleted. That to marketing also becomes the choice of
 * the customer's account (D74).
 *
 * @returns the record, and how many allergies were deleted
 * @throws as `allow` without `customers.notes`; CUSTOMER_NOT_FOUND
 */
export async function recordConsent(
  context: RequestContext,
  { customerId, ...consent }: ConsentInput,
): Promise<Consent & { deletedAllergies: number }> {
  allow(context, 'customers.notes')
  const { kind, granted } = consent
  const recordedAt = context.realClock.now()
  return context.tenant.db.transaction(async (tx) => {
    const { hasAccount } = await lockCardInScope(tx, context, customerId)
    const row = { ...consent, recordedAt }
    const [inserted] = await customerConsentQueries.insertConsent(tx, { ...row, customerId })
    if (!inserted) throw new Error('no consent was inserted')
    if (kind === 'marketing') {
      if (hasAccount)
        await customerConsentQueries.updateAccountMarketing(tx, { customerId, accepts: granted })
      await recordCustomerEvent(tx, 'cliente.actualizado', { id: customerId, now: recordedAt })
    }
    const deleted =
      kind === 'health' && !granted ? await customerNoteQueries.deleteAllergies(tx, customerId) : []
    return { id: inserted.id, ...row, deletedAllergies: deleted.length }
  })
}
