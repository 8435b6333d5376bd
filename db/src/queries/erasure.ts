import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import { type BookingRow, bookingColumns } from './bookings.ts'
import { updatedSearchColumns } from './customer-words.ts'
import { eraseResponses } from './event-deliveries.ts'
import { deleteMailsTo } from './mails.ts'
import { deleteMessagesTo } from './messages.ts'

/** The customer's upcoming bookings, locked until the transaction ends. */
export const lockUpcomingBookings = (
  tx: Tx,
  { customerId, now }: { customerId: number; now: Date },
): Query<BookingRow> => tx`
  ${bookingColumns(tx)}
  where b.business_id = ${tx.businessId} and b.customer_id = ${customerId}
    and b.starts_at > ${now} and b.state in ('pending', 'confirmed')
  order by b.id for no key update of b`

/**
 * Deletes the personal data of a customer. What was done when, by whom and for how much is kept.
 *
 * @param customer.emailKey null: they have no e-mail
 */
export async function erasePersonalData(
  tx: Tx,
  customer: { id: number; emailKey: string | null; now: Date },
): Promise<void> {
  const { id, emailKey } = customer
  const ownBookings = tx`
    select id from bookings where business_id = ${tx.businessId} and customer_id = ${id}`
  await tx`
    delete from refresh_tokens where business_id = ${tx.businessId} and session_id in (
      select id from sessions where business_id = ${tx.businessId} and customer_id = ${id})`
  const ownEntries = tx`
    select id from waitlist_entries
    where business_id = ${tx.businessId} and (customer_id = ${id} or email_key = ${emailKey})`
  // while bookings and entries still say the addresses
  await deleteMessagesTo(tx, customer)
  await deleteMailsTo(tx, customer)
  // a guest's entry has no customer, and is found by the address of then
  await tx`
    update events
    set payload = payload || ${tx.json(erasedContact)}
    where business_id = ${tx.businessId} and type like 'espera.%' and (
      lower(payload -> 'contact' ->> 'email') = ${emailKey}
      or payload ->> 'id' in (select own.id::text from (${ownEntries}) own))`
  await tx`
    update holds set limit_scope = null
    where business_id = ${tx.businessId} and id in (
      select hold_id from waitlist_offers
      where business_id = ${tx.businessId} and entry_id in (${ownEntries}))`
  // the job of an open offer frees its time
  await tx`
    delete from waitlist_offers
    where business_id = ${tx.businessId} and entry_id in (${ownEntries})`
  await Promise.all([
    tx`
      delete from waitlist_entries
      where business_id = ${tx.businessId} and (customer_id = ${id} or email_key = ${emailKey})`,
    tx`
      update saved_cards set brand = '', last4 = '', expires_on = null, failure_message = ''
      where business_id = ${tx.businessId} and customer_id = ${id}`,
    tx`
      update card_consents set address = null
      where business_id = ${tx.businessId} and card_id in (
        select card.id from saved_cards card
        where card.business_id = ${tx.businessId} and card.customer_id = ${id})`,
    tx`delete from customer_notes where business_id = ${tx.businessId} and customer_id = ${id}`,
    tx`delete from customer_consents where business_id = ${tx.businessId} and customer_id = ${id}`,
    tx`delete from sessions where business_id = ${tx.businessId} and customer_id = ${id}`,
    tx`delete from customer_accounts where business_id = ${tx.businessId} and id = ${id}`,
    tx`
      delete from sign_in_challenges
      where business_id = ${tx.businessId} and email_key = ${emailKey}`,
    tx`delete from sign_in_codes where business_id = ${tx.businessId} and email_key = ${emailKey}`,
    tx`
      update booking_transitions set reason = '', note = ''
      where business_id = ${tx.businessId} and booking_id in (${ownBookings})`,
    tx`
      update till_entries set reason = ''
      where business_id = ${tx.businessId} and reason <> '' and (
        booking_id in (${ownBookings}) or order_id in (
          select id from orders where business_id = ${tx.businessId} and customer_id = ${id}))`,
    tx`
      update events set payload = payload || '{"reason": ""}'
      where business_id = ${tx.businessId} and payload ->> 'customerId' = ${String(id)}
        and type in ('cobro.registrado', 'cobro.anulado')`,
    tx`
      update holds set limit_scope = null
      where business_id = ${tx.businessId} and booking_id in (${ownBookings})`,
    tx`
      update reviews set customer_name = '', comment = ''
      where business_id = ${tx.businessId} and booking_id in (${ownBookings})`,
    tx`
      update bookings
      set contact_name = '', contact_email = '', contact_phone = '', notes = '',
        cancel_reason = null
      where business_id = ${tx.businessId} and customer_id = ${id}`,
    // notes by staff are about the customer, too
    tx`
      update points_movements set concept = concept || '{"note": ""}'
      where business_id = ${tx.businessId} and customer_id = ${id} and concept ? 'note'`,
    tx`
      update events set payload = jsonb_set(payload, '{concept,note}', '""')
      where business_id = ${tx.businessId} and payload ->> 'customerId' = ${String(id)}
        and payload -> 'concept' ? 'note'`,
    tx`
      update orders set notes = '' where business_id = ${tx.businessId} and customer_id = ${id}`,
    tx`
      update events
      set payload = jsonb_set(
        payload || ${tx.json(erasedContact)}, '{cancellation,reason}', 'null', false)
      where business_id = ${tx.businessId} and payload ->> 'customerId' = ${String(id)}
        and payload ? 'contact'`,
    tx`
      update events set payload = payload || '{"comment": "", "customerName": ""}'
      where business_id = ${tx.businessId} and payload ? 'customerName'
        and payload ->> 'bookingId' in (
          select id::text from bookings
          where business_id = ${tx.businessId} and customer_id = ${id})`,
    tx`
      update events
      set payload = jsonb_set('{}', '{customerId}', payload -> 'customerId')
      where business_id = ${tx.businessId} and payload ->> 'customerId' = ${String(id)}
        and type in (
          'cliente.creado', 'cliente.registrado', 'cliente.actualizado', 'cliente.borrado')`,
    // stored responses: the customer cannot repeat these requests any more
    tx`
      delete from idempotency_keys
      where business_id = ${tx.businessId} and (
        jsonb_path_exists(
          answer, '$.**.customerId ? (@ == $id)', jsonb_build_object('id', ${id}::bigint))
        or (answer ? 'customerName' and answer ->> 'id' in (
          select review.id::text from reviews review
          join bookings booking
            on booking.business_id = ${tx.businessId} and booking.id = review.booking_id
          where review.business_id = ${tx.businessId} and booking.customer_id = ${id})))`,
    tx`
      update customers
      set email_key = ${erasedEmailKey(id)}, email = '', name = '', phone = '',
        ${updatedSearchColumns(tx, { name: '', phone: '' })},
        erased_at = ${customer.now}
      where business_id = ${tx.businessId} and id = ${id}`,
  ])
  // by now the customer and the events count as erased
  await eraseResponses(tx)
}

/** What replaces the contact details of bookings, orders and entries of the waitlist. */
const erasedContact = { contact: { name: '', email: '', phone: '' }, notes: '' }

/** Unique, and equal to no valid e-mail. */
const erasedEmailKey = (id: number) => `erased ${id}`
