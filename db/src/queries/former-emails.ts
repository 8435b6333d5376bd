import type { Tx } from '../tenant-db.ts'

/**
 * A query of the addresses under which a customer has booked or waited, and which are nobody else's now. Emails, and
 * offers by message to a guest, say only the address, which may have been another one then.
 */
export const formerEmails = (
  tx: Tx,
  { id, emailKey }: { id: number; emailKey: string | null },
) => tx`
  select former.email
  from (
    select lower(booking.contact_email) as email from bookings booking
    where booking.business_id = ${tx.businessId} and booking.customer_id = ${id}
    union all
    select entry.email_key from waitlist_entries entry
    where entry.business_id = ${tx.businessId}
      and (entry.customer_id = ${id} or entry.email_key = ${emailKey})) former
  where not exists (
    select from customers other
    where other.business_id = ${tx.businessId} and other.email_key = former.email
      and other.id <> ${id})`
