import type { BookingState } from './model/model.ts'
import type { World } from './world.ts'

/** All rows of a salon that the checks look at. Times are epoch minutes unless named otherwise. */
export interface SalonRows {
  bookings: BookingRow[]
  claims: ClaimRow[]
  /** `email` null: nobody is known by it. */
  customers: { id: number; email: string | null; balance: number }[]
  /** By customer, oldest first. */
  movements: MovementRow[]
  /** Those that pay for something: a visit, an order or points. */
  payments: PaymentRow[]
  /** Those of fees (D46). */
  feePayments: PaymentRow[]
  cards: CardRow[]
  fees: FeeRow[]
  refunds: RefundRow[]
  disputes: { paymentId: number; amountCents: number; state: 'open' | 'won' | 'lost' }[]
  orders: { id: number; state: string; totalCents: number; pointsAwarded: number }[]
  /** What was taken at the desk. */
  entries: EntryRow[]
  products: { id: number; taken: number }[]
  /** The connected account may charge; null: there is none. */
  canCharge: boolean | null
}

export interface ClaimRow {
  kind: 'booking' | 'hold' | 'block'
  resourceId: number
  ownerId: number
  start: number
  end: number
}

export interface BookingRow {
  id: number
  state: BookingState
  professionalId: number
  customerId: number
  start: number
  end: number
  /** Epoch milliseconds. */
  expiresAt: number | null
  totalCents: number
  pointsUsed: number
  pointsEarned: number
  paymentRequired: boolean
  depositCents: number | null
  guarantee: { noShowCents: number; lateCancelCents: number } | null
  discountCents: number
  hasArrived: boolean
  paymentId: number | null
  cancelledBy: string | null
  moves: MoveRow[]
}

/** A change of a booking's state. `from` is null for its creation. */
export interface MoveRow {
  from: BookingState | null
  to: BookingState
  actor: string
  /** Epoch milliseconds. */
  at: number
}

export interface MovementRow {
  customerId: number
  ordinal: number
  kind: string
  points: number
  balanceAfter: number
  bookingId: number | null
}

export interface PaymentRow {
  id: number
  bookingId: number | null
  orderId: number | null
  customerId: number
  amountCents: number
  receivedCents: number
  refundSeenCents: number
  pointsBought: number
  state: string
  isOpen: boolean
  applied: boolean
  intentRef: string | null
}

/** A card that was left with a booking, or is being left. */
export interface CardRow {
  id: number
  bookingId: number
  state: 'pending' | 'saved' | 'expired' | 'retired'
  setupRef: string | null
  cardRef: string | null
}

export interface FeeRow {
  id: number
  bookingId: number
  paymentId: number
  reason: 'no_show' | 'late_cancel'
  amountCents: number
  state: 'requested' | 'charged' | 'action' | 'failed' | 'waived'
}

export interface EntryRow {
  id: number
  bookingId: number | null
  orderId: number | null
  method: 'cash' | 'card' | 'other'
  amountCents: number
  tipCents: number
  reversesId: number | null
}

export interface RefundRow {
  id: number
  paymentId: number
  /** `business`: by the salon. */
  reason: string
  amountCents: number
  state: 'pending' | 'completed' | 'failed' | 'cancelled'
}

export const allPayments = ({
  payments,
  feePayments,
}: Pick<SalonRows, 'payments' | 'feePayments'>): PaymentRow[] => [...payments, ...feePayments]

/** One statement, on one snapshot. */
export async function readRows({ database }: World, businessId: string): Promise<SalonRows> {
  const [row] = await database.witness<{ rows: StoredRows }[]>`
    select jsonb_build_object(
      'bookings', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'state', state, 'professionalId', professional_id, 'customerId', customer_id,
          'start', extract(epoch from starts_at) / 60, 'end', extract(epoch from ends_at) / 60,
          'expiresAt', floor(extract(epoch from expires_at) * 1000), 'totalCents', total_cents,
          'pointsUsed', points_used, 'pointsEarned', points_earned,
          'paymentRequired', payment_required, 'paymentId', payment_id,
          'depositCents', deposit_cents, 'guarantee', guarantee, 'discountCents', discount_cents,
          'hasArrived', arrived_at is not null,
          'cancelledBy', cancelled_by, 'moves', (
            select jsonb_agg(jsonb_build_object(
              'from', from_state, 'to', to_state, 'actor', actor,
              'at', floor(extract(epoch from occurred_at) * 1000)))
            from booking_transitions
            where business_id = ${businessId} and booking_id = bookings.id))), '[]')
        from bookings where business_id = ${businessId}),
      'claims', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'kind', owner_kind, 'resourceId', resource_id, 'ownerId', owner_id,
          'start', extract(epoch from starts_at) / 60, 'end', extract(epoch from ends_at) / 60)
        ), '[]')
        from claims where business_id = ${businessId}),
      'customers', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'email', email, 'balance', points_balance)), '[]')
        from customers where business_id = ${businessId}),
      'movements', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'customerId', customer_id, 'ordinal', ordinal, 'kind', kind, 'points', points,
          'balanceAfter', balance_after, 'bookingId', booking_id)
          order by customer_id, ordinal), '[]')
        from points_movements where business_id = ${businessId}),
      'payments', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'bookingId', booking_id, 'orderId', order_id, 'customerId', customer_id,
          'amountCents', amount_cents, 'receivedCents', received_cents,
          'refundSeenCents', refund_seen_cents, 'pointsBought', points_bought, 'state', state,
          'isOpen', is_open, 'applied', applied, 'intentRef', intent_ref,
          'purpose', purpose)), '[]')
        from payments where business_id = ${businessId}),
      'cards', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'bookingId', booking_id, 'state', state, 'setupRef', setup_ref,
          'cardRef', card_ref) order by created_at, id), '[]')
        from saved_cards where business_id = ${businessId}),
      'fees', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'bookingId', booking_id, 'paymentId', payment_id, 'reason', reason,
          'amountCents', amount_cents, 'state', state) order by created_at, id), '[]')
        from fees where business_id = ${businessId}),
      'refunds', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'paymentId', payment_id, 'reason', reason, 'amountCents', amount_cents,
          'state', state)), '[]')
        from refunds where business_id = ${businessId}),
      'disputes', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'paymentId', payment_id, 'amountCents', amount_cents, 'state', state)), '[]')
        from disputes where business_id = ${businessId}),
      'orders', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'state', state, 'totalCents', total_cents,
          'pointsAwarded', points_awarded)), '[]')
        from orders where business_id = ${businessId}),
      'entries', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'bookingId', booking_id, 'orderId', order_id, 'method', method,
          'amountCents', amount_cents, 'tipCents', tip_cents, 'reversesId', reverses_id)), '[]')
        from till_entries where business_id = ${businessId}),
      'products', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'taken', taken)), '[]')
        from products where business_id = ${businessId}),
      'canCharge', (
        select ready from processor_accounts
        where business_id = ${businessId} and disconnected_at is null)) as rows`
  if (!row) throw new Error('no rows')
  const { payments, ...rows } = row.rows
  return {
    ...rows,
    payments: payments.filter(({ purpose }) => purpose !== 'fee'),
    feePayments: payments.filter(({ purpose }) => purpose === 'fee'),
  }
}

interface StoredRows extends Omit<SalonRows, 'payments' | 'feePayments'> {
  payments: (PaymentRow & { purpose: 'total' | 'deposit' | 'fee' })[]
}
