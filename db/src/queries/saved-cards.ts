import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { CardConsent, SavedCard } from '../types/card.ts'

export const findCard = (tx: Tx, id: number): Query<SavedCardRow> => tx`
  ${cardColumns(tx)} where card.business_id = ${tx.businessId} and card.id = ${id}`

/** Locks the card until the transaction ends; its booking has to be locked before. */
export const lockCard = (tx: Tx, id: number): Query<SavedCardRow> => tx`
  ${cardColumns(tx)} where card.business_id = ${tx.businessId} and card.id = ${id}
  for no key update of card`

export const findCardBySetup = (tx: Tx, setupRef: string): Query<SavedCardRow> => tx`
  ${cardColumns(tx)} where card.business_id = ${tx.businessId} and card.setup_ref = ${setupRef}`

/** The card to which the fee of this payment is charged. */
export const findCardOfFee = (tx: Tx, paymentId: number): Query<SavedCardRow> => tx`
  ${cardColumns(tx)}
  join fees fee on fee.business_id = card.business_id and fee.card_id = card.id
  where card.business_id = ${tx.businessId} and fee.business_id = ${tx.businessId}
    and fee.payment_id = ${paymentId}`

/** The card that is being saved with a booking, or is saved. */
export const findCardOfBooking = (tx: Tx, bookingId: number): Query<SavedCardRow> => tx`
  ${cardColumns(tx)}
  where card.business_id = ${tx.businessId} and card.booking_id = ${bookingId}
    and card.state in ('pending', 'saved')`

/** The cards of a customer and of those who were merged into them (D74), the first first. */
export const listCardsOfCustomer = (tx: Tx, customerId: number): Query<SavedCardRow> => tx`
  ${cardColumns(tx)}
  where card.business_id = ${tx.businessId}
    and (customer.id = ${customerId} or customer.merged_into = ${customerId})
  order by card.created_at, card.id`

/** What the customer agreed to when they left a card. */
export const findConsent = (tx: Tx, cardId: number): Query<CardConsent> => tx`
  select version, body, language, no_show_cents, late_cancel_cents, currency, accepted_at
  from card_consents where business_id = ${tx.businessId} and card_id = ${cardId}`

/** What the customer agreed to when they left a card that was saved with a booking, also when it is gone. */
export const findConsentOfBooking = (tx: Tx, bookingId: number): Query<CardConsent> => tx`
  select consent.version, consent.body, consent.language, consent.no_show_cents,
    consent.late_cancel_cents, consent.currency, consent.accepted_at
  from card_consents consent
  join saved_cards card
    on card.business_id = ${tx.businessId} and card.id = consent.card_id
  where consent.business_id = ${tx.businessId} and card.booking_id = ${bookingId}
    and card.card_ref is not null
  order by consent.accepted_at desc limit 1`

/** Returns no row when the booking has a card already. */
export const insertCard = (
  tx: Tx,
  card: Pick<SavedCard, 'bookingId' | 'customerId' | 'account' | 'processorKey' | 'createdAt'>,
): Query<{ id: number }> => tx`
  insert into saved_cards (
    business_id, booking_id, customer_id, account_ref, processor_key, created_at, updated_at)
  values (
    ${tx.businessId}, ${card.bookingId}, ${card.customerId}, ${card.account}, ${card.processorKey},
    ${card.createdAt}, ${card.createdAt})
  on conflict do nothing
  returning id`

/** Of the same card a later agreement replaces the one before. */
export const upsertConsent = (
  tx: Tx,
  consent: CardConsent & { cardId: number; address: string | null },
): Query<object> => tx`
  insert into card_consents (
    business_id, card_id, version, body, language, no_show_cents, late_cancel_cents, currency,
    accepted_at, address)
  values (
    ${tx.businessId}, ${consent.cardId}, ${consent.version}, ${consent.body}, ${consent.language},
    ${consent.noShowCents}, ${consent.lateCancelCents}, ${consent.currency}, ${consent.acceptedAt},
    ${consent.address})
  on conflict (business_id, card_id) do update set
    version = excluded.version, body = excluded.body, language = excluded.language,
    no_show_cents = excluded.no_show_cents, late_cancel_cents = excluded.late_cancel_cents,
    accepted_at = excluded.accepted_at, address = excluded.address
  where card_consents.business_id = ${tx.businessId}`

/** A reference that is known never changes. */
export const updateSetupRef = (
  tx: Tx,
  { id, setupRef, at }: { id: number; setupRef: string; at: Date },
): Query<object> => tx`
  update saved_cards set setup_ref = ${setupRef}, updated_at = ${at}
  where business_id = ${tx.businessId} and id = ${id} and setup_ref is null`

/** The processor stores a failure under the previous key. */
export const updateCardKey = (
  tx: Tx,
  { id, before, key }: { id: number; before: string; key: string },
): Query<object> => tx`
  update saved_cards set processor_key = ${key}
  where business_id = ${tx.businessId} and id = ${id} and processor_key = ${before}
    and setup_ref is null`

/** Writes what became of a card; the row has to be locked. */
export const updateCard = (
  tx: Tx,
  card: Pick<
    SavedCard,
    'id' | 'state' | 'cardRef' | 'customerRef' | 'brand' | 'last4' | 'expiresOn' | 'failureMessage'
  > & { at: Date },
): Query<object> => tx`
  update saved_cards
  set state = ${card.state}, card_ref = ${card.cardRef}, customer_ref = ${card.customerRef},
    brand = ${card.brand}, last4 = ${card.last4}, expires_on = ${card.expiresOn},
    failure_message = ${card.failureMessage}, updated_at = ${card.at}
  where business_id = ${tx.businessId} and id = ${card.id}`

/** A card with its customer; the condition follows. */
const cardColumns = (tx: Tx) => tx`
  select card.id, card.booking_id, card.customer_id, card.account_ref as account, card.state,
    card.processor_key, card.setup_ref, card.card_ref, card.customer_ref, card.brand, card.last4,
    card.expires_on::text as expires_on, card.failure_message, card.created_at,
    customer.name as customer_name, customer.email as customer_email
  from saved_cards card
  join customers customer
    on customer.business_id = card.business_id and customer.id = card.customer_id`

export interface SavedCardRow extends SavedCard {
  customerName: string
  customerEmail: string
}
