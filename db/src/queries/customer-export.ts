import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { CardConsent, SavedCard } from '../types/card.ts'
import type { Movement } from '../types/customer.ts'
import type { MessageChannel, MessageKind, MessageState } from '../types/message.ts'
import type { PaymentState, Refund } from '../types/payment.ts'
import type { Currency } from '../types/values.ts'

// What a business stores about one customer besides bookings, orders and movements of points, for
// the export of their data.

export interface ExportedReview {
  id: number
  bookingId: number
  professionalId: number
  rating: number
  comment: string
  /** YYYY-MM-DD */
  day: string
}

export const listReviewsByCustomer = (tx: Tx, customerId: number): Query<ExportedReview> => tx`
  select review.id, review.booking_id, review.professional_id, review.rating, review.comment,
    review.day::text
  from reviews review
  join bookings booking
    on booking.business_id = ${tx.businessId} and booking.id = review.booking_id
  where review.business_id = ${tx.businessId} and booking.customer_id = ${customerId}
  order by review.day desc, review.created_at desc nulls last, review.id desc`

export interface ExportedSession {
  signedInAt: Date
  endedAt: Date | null
}

export const listSessionsByCustomer = (tx: Tx, customerId: number): Query<ExportedSession> => tx`
  select signed_in_at, ended_at from sessions
  where business_id = ${tx.businessId} and customer_id = ${customerId}
  order by signed_in_at desc, id desc`

export interface ExportedEmail {
  kind: string
  subject: string
  createdAt: Date
}

/** The customer, and those who were merged into them (D74). For a condition on `customers customer`. */
const isOrWasMergedInto = (tx: Tx, customerId: number) =>
  tx`(customer.id = ${customerId} or customer.merged_into = ${customerId})`

/** The newest first; of those who were merged into the customer as well. */
export const listMovementsByCustomer = (tx: Tx, customerId: number): Query<Movement> => tx`
  select movement.id, movement.kind, movement.points, movement.balance_after, movement.concept,
    movement.booking_id, movement.created_at
  from customers customer
  join points_movements movement
    on movement.business_id = ${tx.businessId} and movement.customer_id = customer.id
  where customer.business_id = ${tx.businessId} and ${isOrWasMergedInto(tx, customerId)}
  order by movement.created_at desc, movement.customer_id, movement.ordinal desc`

/** Emails to the customer's address that have not been deleted yet. */
export const listEmailsByCustomer = (tx: Tx, customerId: number): Query<ExportedEmail> => tx`
  select mail.kind, mail.subject, mail.created_at
  from customers customer
  join mails mail
    on mail.business_id = ${tx.businessId} and lower(trim(mail.to_email)) = customer.email_key
  where customer.business_id = ${tx.businessId} and ${isOrWasMergedInto(tx, customerId)}
  order by mail.created_at desc, mail.id desc`

/** A message to the customer's phone. */
export interface ExportedMessage {
  kind: MessageKind
  channel: MessageChannel
  to: string
  state: MessageState
  createdAt: Date
}

/** Messages to the customer that have not been deleted yet. */
export const listMessagesByCustomer = (tx: Tx, customerId: number): Query<ExportedMessage> => tx`
  select message.kind, message.channel, message.to_phone as "to", message.state,
    message.created_at
  from customers customer
  join messages message
    on message.business_id = ${tx.businessId} and message.customer_id = customer.id
  where customer.business_id = ${tx.businessId} and ${isOrWasMergedInto(tx, customerId)}
  order by message.created_at desc, message.id desc`

/** What somebody has written in the history of a booking. */
export interface ExportedRemark {
  bookingId: number
  /** What the customer reads as the reason; may be empty. */
  reason: string
  /** What only the salon reads; may be empty. */
  note: string
  writtenAt: Date
}

/** The newest first. */
export const listRemarksByCustomer = (tx: Tx, customerId: number): Query<ExportedRemark> => tx`
  select transition.booking_id, transition.reason, transition.note,
    transition.occurred_at as written_at
  from booking_transitions transition
  join bookings booking
    on booking.business_id = ${tx.businessId} and booking.id = transition.booking_id
  where transition.business_id = ${tx.businessId} and booking.customer_id = ${customerId}
    and (transition.reason <> '' or transition.note <> '')
  order by transition.occurred_at desc, transition.id desc`

/** A card that they left with a booking, and what they agreed to (D50). */
export interface ExportedCard
  extends Pick<
      SavedCard,
      'id' | 'bookingId' | 'state' | 'brand' | 'last4' | 'expiresOn' | 'createdAt'
    >,
    CardConsent {
  /** From which they agreed; null: unknown. */
  address: string | null
}

/** The newest first; of those who were merged into the customer as well. */
export const listCardsByCustomer = (tx: Tx, customerId: number): Query<ExportedCard> => tx`
  select card.id, card.booking_id, card.state, card.brand, card.last4,
    card.expires_on::text as expires_on, card.created_at, consent.version, consent.body,
    consent.language, consent.no_show_cents, consent.late_cancel_cents, consent.currency,
    consent.accepted_at, consent.address
  from customers customer
  join saved_cards card
    on card.business_id = ${tx.businessId} and card.customer_id = customer.id
  join card_consents consent
    on consent.business_id = ${tx.businessId} and consent.card_id = card.id
  where customer.business_id = ${tx.businessId} and ${isOrWasMergedInto(tx, customerId)}
  order by card.created_at desc, card.id desc`

export interface ExportedPayment {
  id: number
  /** Exactly one of the three is set. */
  bookingId: number | null
  orderId: number | null
  packageId: number | null
  state: PaymentState
  amountCents: number
  currency: Currency
  receiptUrl: string
  createdAt: Date
  /** In the order of their requests; null when there is none. Dates are strings, as in JSON. */
  refunds: (Pick<Refund, 'amountCents' | 'state'> & { createdAt: string })[] | null
}

export const listPaymentsByCustomer = (tx: Tx, customerId: number): Query<ExportedPayment> => tx`
  select payment.id, payment.booking_id, payment.order_id, payment.package_id, payment.state,
    payment.amount_cents, payment.currency, payment.receipt_url, payment.created_at,
    (select jsonb_agg(
        jsonb_build_object(
          'amountCents', refund.amount_cents, 'state', refund.state,
          'createdAt', refund.created_at)
        order by refund.created_at, refund.id)
      from refunds refund
      where refund.business_id = ${tx.businessId} and refund.payment_id = payment.id) as refunds
  from payments payment
  where payment.business_id = ${tx.businessId} and payment.customer_id = ${customerId}
  order by payment.created_at desc, payment.id desc`
