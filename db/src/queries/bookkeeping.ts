import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { PaymentPurpose } from '../types/payment.ts'
import type { BalanceEntryKind } from '../types/payout.ts'
import type { TillMethod } from '../types/till.ts'
import type { Translated } from '../types/values.ts'
import type { Place } from './payouts.ts'

/** Money that was moved: a line of the balance at the processor, or an entry of the till. */
export interface MovementRow {
  id: number
  createdAt: Date
  /** null: an entry of the till */
  balanceKind: BalanceEntryKind | null
  /** null: a line of the balance */
  method: TillMethod | null
  isReversal: boolean
  amountCents: number
  processorFeeCents: number
  platformFeeCents: number
  tipCents: number
  currency: string
  /** A note of the processor. */
  description: string
  payoutRef: string | null
  /** What the payment was for; null: it is about no payment of Silla's. */
  purpose: PaymentPurpose | null
  /** Of the booking or the order; null: neither. */
  code: string | null
  /** What was booked, ordered or bought, with its price and its VAT; null: nothing of that. */
  items: MovementItem[] | null
}

export interface MovementItem {
  name: Translated
  cents: number
  /** In hundredths of a percent; null: unknown. */
  vatBasisPoints: number | null
}

/**
 * Money that was moved in a period, the earliest first. What a payout takes out of the balance is not part of
 * it: the lines name their payout.
 *
 * What a movement was for is looked up one by one, by the primary key: a plain join may compare each movement
 * with every booking of the salon, as it did without statistics. PostgreSQL uses no index for a comparison with
 * `coalesce` below a policy, because it does not take that for leakproof.
 */
export const listMovements = (
  tx: Tx,
  { from, before, after, limit }: { from: Date; before: Date; after: Place | null; limit: number },
): Query<MovementRow> => {
  // a condition that always holds for the first part: one form of the statement, one plan
  const start = after ?? { at: from, id: 0 }
  return tx`
    with moved as materialized (
      (select entry.id, entry.created_at, entry.kind as balance_kind, null::text as method,
          false as is_reversal, entry.amount_cents, entry.processor_fee_cents,
          entry.platform_fee_cents, 0::bigint as tip_cents, entry.currency, entry.description,
          entry.payout_ref, entry.intent_ref, null::bigint as booking_id, null::bigint as order_id
        from balance_entries entry
        where entry.business_id = ${tx.businessId} and entry.kind <> 'payout'
          and entry.created_at >= ${from} and entry.created_at < ${before}
          and (entry.created_at, entry.id) > (${start.at}, ${start.id})
        order by entry.created_at, entry.id limit ${limit})
      union all
      (select entry.id, entry.created_at, null, entry.method, entry.reverses_id is not null,
          entry.amount_cents, 0, 0, entry.tip_cents, entry.currency, '', null, null,
          entry.booking_id, entry.order_id
        from till_entries entry
        where entry.business_id = ${tx.businessId}
          and entry.created_at >= ${from} and entry.created_at < ${before}
          and (entry.created_at, entry.id) > (${start.at}, ${start.id})
        order by entry.created_at, entry.id limit ${limit})
      order by created_at, id limit ${limit})
    select moved.id, moved.created_at, moved.balance_kind, moved.method, moved.is_reversal,
      moved.amount_cents, moved.processor_fee_cents, moved.platform_fee_cents, moved.tip_cents,
      moved.currency, moved.description, moved.payout_ref, p.purpose,
      coalesce(b.code, o.code) as code,
      coalesce(
        (select jsonb_agg(jsonb_build_object(
            'name', line.name, 'cents', line.charged_cents,
            'vatBasisPoints', line.vat_basis_points) order by line.position)
          from booking_lines line
          where line.business_id = ${tx.businessId} and line.booking_id = b.id),
        (select jsonb_agg(jsonb_build_object(
            'name', line.name, 'cents', line.charged_cents * line.quantity,
            'vatBasisPoints', line.vat_basis_points) order by line.position)
          from order_lines line
          where line.business_id = ${tx.businessId} and line.order_id = o.id),
        (select jsonb_build_array(jsonb_build_object(
            'name', bought.name, 'cents', bought.price_cents, 'vatBasisPoints', null))
          from points_packages bought
          where bought.business_id = ${tx.businessId} and bought.id = p.package_id)) as items
    from moved
    left join lateral (
      select payment.purpose, payment.booking_id, payment.order_id, payment.package_id
      from payments payment
      where payment.business_id = ${tx.businessId} and payment.intent_ref = moved.intent_ref
      limit 1) p on true
    left join lateral (
      select booking.id, booking.code from bookings booking
      where booking.business_id = ${tx.businessId}
        and booking.id = case when p.booking_id is null then moved.booking_id else p.booking_id end
      limit 1) b on true
    left join lateral (
      select purchase.id, purchase.code from orders purchase
      where purchase.business_id = ${tx.businessId}
        and purchase.id = case when p.order_id is null then moved.order_id else p.order_id end
      limit 1) o on true
    order by moved.created_at, moved.id`
}
