import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'

// Nightly maintenance of one business: rows past their retention, and work that is overdue. What is kept by
// the month is dropped for all businesses together (partitions.ts).

export const deleteExpired = (
  tx: Tx,
  before: { yesterday: Date; lastMonth: Date },
): Query<object>[] => [
  tx`
    delete from sign_in_challenges
    where business_id = ${tx.businessId} and created_at < ${before.yesterday}`,
  tx`
    delete from sign_in_codes
    where business_id = ${tx.businessId} and asked_at < ${before.yesterday}`,
  tx`
    delete from refresh_tokens
    where business_id = ${tx.businessId} and expires_at < ${before.yesterday}`,
  tx`
    delete from sessions session
    where session.business_id = ${tx.businessId} and session.signed_in_at < ${before.yesterday}
      and not exists (
        select from refresh_tokens token
        where token.business_id = ${tx.businessId} and token.session_id = session.id)`,
  tx`
    delete from staff_used_challenges
    where business_id = ${tx.businessId} and expires_at < ${before.yesterday}`,
  tx`
    delete from staff_sessions
    where business_id = ${tx.businessId} and expires_at < ${before.yesterday}`,
  tx`
    delete from staff_devices device
    where device.business_id = ${tx.businessId}
      and (device.expires_at < ${before.yesterday} or device.ended_at < ${before.yesterday})
      and not exists (
        select from staff_sessions session
        where session.business_id = ${tx.businessId} and session.device_id = device.id)`,
  tx`
    delete from staff_recovery_codes
    where business_id = ${tx.businessId} and used_at < ${before.yesterday}`,
  tx`
    delete from onboarding_codes
    where business_id = ${tx.businessId} and sent_at < ${before.yesterday}`,
  tx`
    delete from claims
    where business_id = ${tx.businessId} and owner_kind = 'hold'
      and expires_at < ${before.yesterday}`,
  tx`
    delete from holds
    where business_id = ${tx.businessId} and expires_at < ${before.yesterday}`,
  tx`
    delete from idempotency_keys
    where business_id = ${tx.businessId} and created_at < ${before.yesterday}`,
  tx`
    delete from guest_booking_counts
    where business_id = ${tx.businessId} and day < ${before.yesterday}::date`,
  tx`
    delete from waitlist_offers
    where business_id = ${tx.businessId} and entry_id in (
      select id from waitlist_entries
      where business_id = ${tx.businessId} and updated_at < ${before.lastMonth}
        and state not in ('waiting', 'offered'))`,
  tx`
    delete from waitlist_entries
    where business_id = ${tx.businessId} and updated_at < ${before.lastMonth}
      and state not in ('waiting', 'offered')`,
]

/** Overdue bookings: pending ones past their deadline, and past ones that are not completed. */
export const listOverdueBookings = (
  tx: Tx,
  before: { expired: Date; over: Date | null },
): Query<{ id: number; task: string }> => tx`
  select booking.id, 'expire-booking' as task from bookings booking
  where booking.business_id = ${tx.businessId} and booking.state = 'pending'
    and booking.expires_at < ${before.expired}
  union all
  select booking.id, 'complete-booking' from bookings booking
  where booking.business_id = ${tx.businessId} and booking.state = 'confirmed'
    and booking.ends_at < ${before.over}`

/** Pending orders past their deadline. */
export const listOverdueOrders = (tx: Tx, before: Date): Query<{ id: number }> => tx`
  select placed.id from orders placed
  where placed.business_id = ${tx.businessId} and placed.state = 'pending'
    and placed.expires_at < ${before}`
