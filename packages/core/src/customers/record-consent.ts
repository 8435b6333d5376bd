import { customerConsentQueries, customerNoteQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../access/allow.ts'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import { isMessageChannel, writeChannelConsent } from '../messages/channel-consents.ts'
import type { RequestContext } from '../request-context.ts'
import { storedConsent } from '../stored-json.ts'
import { recordCustomerEvent } from './customer-event.ts'
import { lockCardInScope } from './lock-card.ts'

export type Consent = customerConsentQueries.ConsentRow
export type ConsentKind = customerConsentQueries.ConsentKind
export type ConsentMeans = customerConsentQueries.ConsentMeans

/** What a customer has agreed to or withdrawn, at the desk. */
export type ConsentInput = Pick<Consent, 'kind' | 'granted' | 'means' | 'wording'> & {
  customerId: number
  /** Of messages: what others have agreed to with the same number stays. */
  isNumberShared: boolean
}

/**
 * Records that a customer agrees to something, or withdraws it; earlier records stay. Without the
 * consent to data about health, the allergies are deleted. That to marketing also becomes the choice of
 * the customer's account (D74). That to messages is for the number that the customer has, and ends those of
 * others to this number unless they share it (D77).
 *
 * @returns the record, and how many allergies were deleted
 * @throws as `allow` without `customers.notes`; CUSTOMER_NOT_FOUND; MESSAGES_NEED_PHONE
 */
export async function recordConsent(
  context: RequestContext,
  { customerId, ...consent }: ConsentInput,
): Promise<Consent & { deletedAllergies: number }> {
  allow(context, 'customers.notes')
  const recordedAt = context.realClock.now()
  return context.tenant.db.transaction(async (tx) => {
    const { hasAccount, phone } = await lockCardInScope(tx, context, customerId)
    if (isMessageChannel(consent.kind) && consent.granted && phone === '')
      fail('MESSAGES_NEED_PHONE')
    const { identity } = context
    const staffId = identity.kind === 'staff' ? identity.staffId : null
    // the wording may name the customer, so a repetition reads it from the record
    const { id, deletedAllergies } = await withIdempotency(context, tx, storedConsent, () =>
      writeConsent(tx, { ...consent, customerId, hasAccount, phone, staffId, recordedAt }),
    )
    const [record] = await customerConsentQueries.findConsentById(tx, { id, customerId })
    if (!record) throw new Error(`consent ${id} does not exist`)
    return { ...record, deletedAllergies }
  })
}

async function writeConsent(
  tx: Tx,
  {
    hasAccount,
    phone,
    isNumberShared,
    ...consent
  }: ConsentInput & {
    hasAccount: boolean
    phone: string
    staffId: number | null
    recordedAt: Date
  },
): Promise<{ id: number; deletedAllergies: number }> {
  const { customerId, kind, granted, recordedAt } = consent
  if (isMessageChannel(kind)) {
    const id = await writeChannelConsent(tx, {
      ...{ ...consent, channel: kind, phone, isNumberShared },
    })
    return { id, deletedAllergies: 0 }
  }
  const [inserted] = await customerConsentQueries.insertConsent(tx, {
    ...consent,
    phone: '',
    recordedBy: 'business',
  })
  if (!inserted) throw new Error('no consent was inserted')
  if (kind === 'marketing') {
    if (hasAccount)
      await customerConsentQueries.updateAccountMarketing(tx, { customerId, accepts: granted })
    await recordCustomerEvent(tx, 'cliente.actualizado', { id: customerId, now: recordedAt })
  }
  const deleted =
    kind === 'health' && !granted ? await customerNoteQueries.deleteAllergies(tx, customerId) : []
  return { id: inserted.id, deletedAllergies: deleted.length }
}
