import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'

// What a customer has agreed to, as the salon has recorded it (D74).

/** `sms`, `whatsapp`: messages about bookings, to one number (D77) */
export type ConsentKind = 'marketing' | 'health' | 'sms' | 'whatsapp'

/**
 * `message`: a reply to a message; `reassigned`: another customer has the number now
 */
export type ConsentMeans =
  | 'in_person'
  | 'paper'
  | 'phone'
  | 'email'
  | 'online'
  | 'message'
  | 'reassigned'

/** Who recorded it. */
export type ConsentRecorder = 'customer' | 'business' | 'system'

export interface ConsentRow {
  id: number
  kind: ConsentKind
  /** false: it was withdrawn */
  granted: boolean
  means: ConsentMeans
  /** What they agreed to, in the words that they read or heard; may be empty. */
  wording: string
  /** The number that messages may go to; empty: it is about none. */
  phone: string
  recordedAt: Date
}

/** The customer's row has to be locked. */
export const insertConsent = (
  tx: Tx,
  consent: Omit<ConsentRow, 'id'> & {
    customerId: number
    recordedBy: ConsentRecorder
    /** null: nobody of the salon's staff */
    staffId: number | null
  },
): Query<{ id: number }> => tx`
  insert into customer_consents (
    business_id, customer_id, kind, granted, means, wording, phone, recorded_by, staff_id,
    recorded_at, ordinal)
  select ${tx.businessId}, ${consent.customerId}, ${consent.kind}, ${consent.granted},
    ${consent.means}, ${consent.wording}, ${consent.phone}, ${consent.recordedBy},
    ${consent.staffId}, ${consent.recordedAt}, coalesce(max(ordinal), 0) + 1
  from customer_consents
  where business_id = ${tx.businessId} and customer_id = ${consent.customerId}
    and kind = ${consent.kind}
  returning id`

/** The newest first. */
export const listConsents = (tx: Tx, customerId: number): Query<ConsentRow> => tx`
  select id, kind, granted, means, wording, phone, recorded_at from customer_consents
  where business_id = ${tx.businessId} and customer_id = ${customerId}
  order by recorded_at desc, kind, ordinal desc`

export const findConsentById = (
  tx: Tx,
  { id, customerId }: { id: number; customerId: number },
): Query<ConsentRow> => tx`
  select id, kind, granted, means, wording, phone, recorded_at from customer_consents
  where business_id = ${tx.businessId} and customer_id = ${customerId} and id = ${id}`

/** What counts now for one kind; no row: nothing was recorded. */
export const findConsent = (
  tx: Tx,
  { customerId, kind }: { customerId: number; kind: ConsentKind },
): Query<{ granted: boolean }> => tx`
  select granted from customer_consents
  where business_id = ${tx.businessId} and customer_id = ${customerId} and kind = ${kind}
  order by ordinal desc limit 1`

/** With an account, the customer chooses themselves, too. */
export const updateAccountMarketing = (
  tx: Tx,
  { customerId, accepts }: { customerId: number; accepts: boolean },
): Query<object> => tx`
  update customer_accounts set accepts_marketing = ${accepts}
  where business_id = ${tx.businessId} and id = ${customerId}`
