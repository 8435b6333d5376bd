import { type Query, recordset } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { BalanceEntry, Payout, PayoutSums } from '../types/payout.ts'

/** A payout as the processor reports it. */
export type NewPayout = Omit<Payout, 'id'>

/**
 * Inserts a payout or updates it. Returns no row when nothing has changed, and for one that has failed
 * already, which stays so.
 */
export const upsertPayout = (tx: Tx, payout: NewPayout): Query<{ id: number }> => tx`
  insert into payouts (
    business_id, account_ref, payout_ref, state, amount_cents, currency, arrives_on, failure_code,
    failure_message, created_at)
  values (
    ${tx.businessId}, ${payout.account}, ${payout.payoutRef}, ${payout.state},
    ${payout.amountCents}, ${payout.currency}, ${payout.arrivesOn}::date, ${payout.failureCode},
    ${payout.failureMessage}, ${payout.createdAt})
  on conflict (business_id, payout_ref) do update set
    state = excluded.state, arrives_on = excluded.arrives_on, failure_code = excluded.failure_code,
    failure_message = excluded.failure_message
  where payouts.business_id = ${tx.businessId} and payouts.state <> 'failed'
    and (payouts.state, payouts.arrives_on) is distinct from (excluded.state, excluded.arrives_on)
  returning id`

/** A payout of which it is known what it contains. */
export const findReadPayout = (tx: Tx, payoutRef: string): Query<{ id: number }> => tx`
  select id from payouts
  where business_id = ${tx.businessId} and payout_ref = ${payoutRef} and contents_read`

export const updateContentsRead = (tx: Tx, payoutRef: string): Query<object> => tx`
  update payouts set contents_read = true
  where business_id = ${tx.businessId} and payout_ref = ${payoutRef}`

/** A line of the balance as the processor reports it. */
export type NewBalanceEntry = Omit<BalanceEntry, 'id'>

/**
 * Inserts lines of the balance, or updates them.
 *
 * @param payoutRef the payout that contains them; null: unknown
 */
export const upsertBalanceEntries = (
  tx: Tx,
  {
    account,
    payoutRef,
    entries,
  }: { account: string; payoutRef: string | null; entries: readonly NewBalanceEntry[] },
): Query<object> => tx`
  insert into balance_entries (
    business_id, account_ref, entry_ref, kind, intent_ref, amount_cents, processor_fee_cents,
    platform_fee_cents, net_cents, currency, description, payout_ref, created_at)
  select ${tx.businessId}::uuid, ${account}, entry.entry_ref, entry.kind, entry.intent_ref,
    entry.amount_cents, entry.processor_fee_cents, entry.platform_fee_cents, entry.net_cents,
    entry.currency, entry.description, ${payoutRef}::text, entry.created_at
  from jsonb_to_recordset(${recordset(tx, entries)}) as entry (
    entry_ref text, kind text, intent_ref text, amount_cents bigint, processor_fee_cents bigint,
    platform_fee_cents bigint, net_cents bigint, currency text, description text,
    created_at timestamptz)
  on conflict (business_id, entry_ref) do update set
    kind = excluded.kind, intent_ref = excluded.intent_ref, description = excluded.description,
    payout_ref = coalesce(excluded.payout_ref, balance_entries.payout_ref)
  where balance_entries.business_id = excluded.business_id
  returning id`

/** How far the balance of an account was read. */
export interface BalanceReading {
  /** Everything before is known. */
  readTo: Date
  /** Where a reading that was interrupted has begun; null: there is none. */
  readingTo: Date | null
  /** The last line that it has stored. */
  afterRef: string | null
}

export const findBalanceReading = (tx: Tx, account: string): Query<BalanceReading> => tx`
  select read_to, reading_to, after_ref from balance_readings
  where business_id = ${tx.businessId} and account_ref = ${account}`

export const upsertBalanceReading = (
  tx: Tx,
  { account, readTo, readingTo, afterRef }: BalanceReading & { account: string },
): Query<object> => tx`
  insert into balance_readings (business_id, account_ref, read_to, reading_to, after_ref)
  values (${tx.businessId}, ${account}, ${readTo}, ${readingTo}, ${afterRef})
  on conflict (business_id, account_ref) do update set
    read_to = excluded.read_to, reading_to = excluded.reading_to, after_ref = excluded.after_ref
  where balance_readings.business_id = ${tx.businessId}`

/** The place of a row in the order of its list. */
export interface Place {
  at: Date
  id: number
}

export interface PayoutFilter {
  /** null: no limit */
  from: Date | null
  before: Date | null
  /** Only those after this one in the list. */
  after: Place | null
  limit: number
}

/** The latest first. */
export const listPayouts = (tx: Tx, filter: PayoutFilter): Query<Payout> => tx`
  ${payoutColumns(tx)}
    ${filter.from === null ? tx`` : tx`and payout.created_at >= ${filter.from}`}
    ${filter.before === null ? tx`` : tx`and payout.created_at < ${filter.before}`}
    ${filter.after === null ? tx`` : tx`and (payout.created_at, payout.id) < (${filter.after.at}, ${filter.after.id})`}
  order by payout.created_at desc, payout.id desc limit ${filter.limit}`

export const findPayout = (tx: Tx, id: number): Query<Payout> => tx`
  ${payoutColumns(tx)} and payout.id = ${id}`

const payoutColumns = (tx: Tx) => tx`
  select payout.id, payout.account_ref as account, payout.payout_ref, payout.state,
    payout.amount_cents, payout.currency, payout.arrives_on::text as arrives_on,
    payout.failure_code, payout.failure_message, payout.created_at
  from payouts payout where payout.business_id = ${tx.businessId}`

export const sumPayout = (tx: Tx, payoutRef: string): Query<PayoutSums> => tx`
  select count(*)::int as entry_count,
    coalesce(sum(amount_cents) filter (where kind = 'charge'), 0)::bigint as gross_cents,
    coalesce(sum(amount_cents) filter (where kind in ('refund', 'refund_failure')), 0)::bigint
      as refunded_cents,
    coalesce(sum(amount_cents) filter (where kind in ('dispute', 'dispute_reversal')), 0)::bigint
      as disputed_cents,
    coalesce(sum(amount_cents) filter (where kind in ('fee', 'payout_failure', 'other')), 0)::bigint
      as other_cents,
    coalesce(sum(processor_fee_cents), 0)::bigint as processor_fee_cents,
    coalesce(sum(platform_fee_cents), 0)::bigint as platform_fee_cents,
    coalesce(sum(net_cents), 0)::bigint as net_cents
  from balance_entries
  where business_id = ${tx.businessId} and payout_ref = ${payoutRef} and kind <> 'payout'`

/** A line of a payout, with the payment that it is about. */
export interface PayoutEntryRow extends BalanceEntry {
  /** null: it is about no payment of Silla's */
  paymentId: number | null
  bookingId: number | null
  orderId: number | null
  /** Of the booking or the order; null: neither. */
  code: string | null
}

/** The lines of a payout without its own line, the earliest first. */
export const listPayoutEntries = (
  tx: Tx,
  { payoutRef, after, limit }: { payoutRef: string; after: Place | null; limit: number },
): Query<PayoutEntryRow> => tx`
  select entry.id, entry.entry_ref, entry.kind, entry.intent_ref, entry.amount_cents,
    entry.processor_fee_cents, entry.platform_fee_cents, entry.net_cents, entry.currency,
    entry.description, entry.created_at, p.id as payment_id, p.booking_id, p.order_id,
    coalesce(b.code, o.code) as code
  from balance_entries entry
  left join payments p on p.business_id = ${tx.businessId} and p.intent_ref = entry.intent_ref
  left join bookings b on b.business_id = ${tx.businessId} and b.id = p.booking_id
  left join orders o on o.business_id = ${tx.businessId} and o.id = p.order_id
  where entry.business_id = ${tx.businessId} and entry.payout_ref = ${payoutRef}
    and entry.kind <> 'payout'
    ${after === null ? tx`` : tx`and (entry.created_at, entry.id) > (${after.at}, ${after.id})`}
  order by entry.created_at, entry.id limit ${limit}`
