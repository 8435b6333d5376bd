import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import { type BookingRow, bookingColumns } from './bookings.ts'
import { deleteMailsTo } from './mails.ts'

/** The customer's upcoming bookings, locked until the transaction ends. */
export const lockUpcomingBookings = (
  tx: Tx,
  input: { customerId: number; now: Date },
): Query<BookingRow> => tx`
  ${bookingColumns(tx)}
  where b.business_id = ${tx.businessId} and b.customer_id = ${input.customerId} and b.starts_at > ${input.now}
    and b.state in ('pending', 'confirmed')
  order by b.id for no key update of b`

/**
 * Erases a customer's personal data; bookings, payments and points keep services, times, staff and
 * amounts.
 */
export async function erasePersonalData(
  tx: Tx,
  customer: { id: number; emailKey: string; now: Date },
): Promise<void> {
  await tx`
    delete from refresh_tokens where business_id = ${tx.businessId} and session_id in (
      select id from sessions where business_id = ${tx.businessId} and customer_id = ${customer.id})`
  await Promise.all([
    tx`delete from sessions where business_id = ${tx.businessId} and customer_id = ${customer.id}`,
    tx`delete from customer_accounts where business_id = ${tx.businessId} and id = ${customer.id}`,
    tx`delete from sign_in_challenges where business_id = ${tx.businessId} and email_key = ${customer.emailKey}`,
    tx`delete from sign_in_codes where business_id = ${tx.businessId} and email_key = ${customer.emailKey}`,
    deleteMailsTo(tx, customer),
    tx`
      update booking_transitions set reason = ''
      where business_id = ${tx.businessId} and booking_id in (
        select id from bookings where business_id = ${tx.businessId} and customer_id = ${customer.id})`,
    tx`
      update reviews set customer_name = '', comment = ''
      where business_id = ${tx.businessId} and booking_id in (
        select id from bookings where business_id = ${tx.businessId} and customer_id = ${customer.id})`,
    tx`
      update bookings
      set contact_name = '', contact_email = '', contact_phone = '', notes = '', cancel_reason = null
      where business_id = ${tx.businessId} and customer_id = ${customer.id}`,
    // notes by staff may be about this customer
    tx`
      update points_movements set concept = concept || '{"note": ""}'
      where business_id = ${tx.businessId} and customer_id = ${customer.id} and concept ? 'note'`,
    tx`
      update events set payload = jsonb_set(payload, '{concept,note}', '""')
      where business_id = ${tx.businessId} and payload ->> 'customerId' = ${String(customer.id)} and payload -> 'concept' ? 'note'`,
    tx`update orders set notes = '' where business_id = ${tx.businessId} and customer_id = ${customer.id}`,
    tx`
      update events
      set payload = jsonb_set(
        payload - 'notes' - 'comment' || ${tx.json({ contact: { name: '', email: '', phone: '' } })}, '{cancellation,reason}', 'null', false)
      where business_id = ${tx.businessId} and payload ->> 'customerId' = ${String(customer.id)} and payload ? 'contact'`,
    tx`
      update events set payload = payload || '{"comment": "", "customerName": ""}'
      where business_id = ${tx.businessId} and payload ? 'customerName' and payload ->> 'bookingId' in (
        select id::text from bookings where business_id = ${tx.businessId} and customer_id = ${customer.id})`,
    // stored responses of idempotent requests: the customer cannot repeat them
    tx`
      delete from idempotency_keys
      where business_id = ${tx.businessId} and (
        jsonb_path_exists(answer, '$.**.customerId ? (@ == $id)', jsonb_build_object('id', ${customer.id}::bigint))
        or (answer ? 'customerName' and answer ->> 'id' in (
          select review.id::text from reviews review
          join bookings booking on booking.business_id = ${tx.businessId} and booking.id = review.booking_id
          where review.business_id = ${tx.businessId} and booking.customer_id = ${customer.id})))`,
    tx`
      update customers
      set email_key = ${erasedEmailKey(customer.id)}, email = '', name = '', phone = '', erased_at = ${customer.now}
      where business_id = ${tx.businessId} and id = ${customer.id}`,
  ])
}

/** Not a valid address: satisfies the unique constraint and matches no request. */
const erasedEmailKey = (id: number) => `erased ${id}`
