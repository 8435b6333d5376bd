import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import { type BookingRow, bookingColumns } from './bookings.ts'
import { deleteMailsTo } from './mails.ts'

/** The customer's visits that somebody still counts on, locked until the transaction ends. */
export const lockUpcomingBookings = (
  tx: Tx,
  input: { customerId: number; now: Date },
): Query<BookingRow> => tx`
  ${bookingColumns(tx)}
  where b.business_id = ${tx.businessId} and b.customer_id = ${input.customerId} and b.starts_at > ${input.now}
    and b.state in ('pending', 'confirmed')
  order by b.id for no key update of b`

/**
 * Everything personal that a business holds of a customer; the books keep what was done, when, by
 * whom and for how much.
 */
export async function erasePersonalData(
  tx: Tx,
  who: { id: number; emailKey: string; now: Date },
): Promise<void> {
  await tx`
    delete from refresh_tokens where business_id = ${tx.businessId} and session_id in (
      select id from sessions where business_id = ${tx.businessId} and customer_id = ${who.id})`
  await Promise.all([
    tx`delete from sessions where business_id = ${tx.businessId} and customer_id = ${who.id}`,
    tx`delete from customer_accounts where business_id = ${tx.businessId} and id = ${who.id}`,
    tx`delete from sign_in_challenges where business_id = ${tx.businessId} and email_key = ${who.emailKey}`,
    tx`delete from sign_in_codes where business_id = ${tx.businessId} and email_key = ${who.emailKey}`,
    deleteMailsTo(tx, who),
    tx`
      update booking_transitions set reason = ''
      where business_id = ${tx.businessId} and booking_id in (
        select id from bookings where business_id = ${tx.businessId} and customer_id = ${who.id})`,
    tx`
      update reviews set customer_name = '', comment = ''
      where business_id = ${tx.businessId} and booking_id in (
        select id from bookings where business_id = ${tx.businessId} and customer_id = ${who.id})`,
    tx`
      update bookings
      set contact_name = '', contact_email = '', contact_phone = '', notes = '', cancel_reason = null
      where business_id = ${tx.businessId} and customer_id = ${who.id}`,
    // what staff wrote, too, is about this customer
    tx`
      update points_movements set concept = concept || '{"note": ""}'
      where business_id = ${tx.businessId} and customer_id = ${who.id} and concept ? 'note'`,
    tx`
      update events set payload = jsonb_set(payload, '{concept,note}', '""')
      where business_id = ${tx.businessId} and payload ->> 'customerId' = ${String(who.id)} and payload -> 'concept' ? 'note'`,
    tx`update orders set notes = '' where business_id = ${tx.businessId} and customer_id = ${who.id}`,
    tx`
      update events
      set payload = jsonb_set(
        payload - 'notes' - 'comment' || ${tx.json({ contact: { name: '', email: '', phone: '' } })}, '{cancellation,reason}', 'null', false)
      where business_id = ${tx.businessId} and payload ->> 'customerId' = ${String(who.id)} and payload ? 'contact'`,
    tx`
      update events set payload = payload || '{"comment": "", "customerName": ""}'
      where business_id = ${tx.businessId} and payload ? 'customerName' and payload ->> 'bookingId' in (
        select id::text from bookings where business_id = ${tx.businessId} and customer_id = ${who.id})`,
    // answers kept for requests that come twice: whoever asked is nobody now, and cannot ask again
    tx`
      delete from idempotency_keys
      where business_id = ${tx.businessId} and (
        jsonb_path_exists(answer, '$.**.customerId ? (@ == $id)', jsonb_build_object('id', ${who.id}::bigint))
        or (answer ? 'customerName' and answer ->> 'id' in (
          select review.id::text from reviews review
          join bookings booking on booking.business_id = ${tx.businessId} and booking.id = review.booking_id
          where review.business_id = ${tx.businessId} and booking.customer_id = ${who.id})))`,
    tx`
      update customers
      set email_key = ${keyOfNobody(who.id)}, email = '', name = '', phone = '', erased_at = ${who.now}
      where business_id = ${tx.businessId} and id = ${who.id}`,
  ])
}

/** No address that anybody could write: it keeps its place in the constraint and finds nobody. */
const keyOfNobody = (id: number) => `erased ${id}`
