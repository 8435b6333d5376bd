import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { HoldFields } from '../types/hold.ts'
import type { MessageChannel } from '../types/message.ts'
import type { Contact, Currency, Language, Page } from '../types/values.ts'
import type { WaitlistEntryFields, WaitlistOfferFields, WaitlistState } from '../types/waitlist.ts'
import type { BookingLineRow } from './bookings.ts'

/**
 * Serialises new entries that count together, until the transaction ends: one lock for each, taken
 * in one order.
 */
export const lockWaitlistScopes = (tx: Tx, scopes: readonly string[]): Query<object> => tx`
  select pg_advisory_xact_lock(hashtextextended(${tx.businessId}::text || scope.name, 2))
  from (select name from unnest(${[...scopes]}::text[]) as each (name) order by name) scope`

/** How many live entries an e-mail, a phone and a client address have. */
export const countLiveEntries = (
  tx: Tx,
  { emailKey, phone, clientAddress, now }: WaitlistScopes & { now: Date },
): Query<{ byEmail: number; byPhone: number; byAddress: number }> => tx`
  select
    count(*) filter (where email_key = ${emailKey})::int as by_email,
    count(*) filter (where contact_phone = ${phone} and contact_phone <> '')::int as by_phone,
    count(*) filter (where client_address = ${clientAddress})::int as by_address
  from waitlist_entries
  where business_id = ${tx.businessId} and state in ('waiting', 'offered') and ends_at > ${now}`

/** Returns its id. */
export const insertWaitlistEntry = (tx: Tx, entry: NewWaitlistEntry): Query<{ id: number }> => tx`
  insert into waitlist_entries (
    business_id, code, state, service_ids, professional_id, line_professional_ids, first_day, last_day, ends_at,
    from_minute, to_minute, customer_id, email_key, contact_name, contact_email, contact_phone,
    language, notes, client_address, message_channels, message_wording, created_at, updated_at)
  values (
    ${tx.businessId}, ${entry.code}, 'waiting', ${entry.serviceIds}::bigint[],
    ${entry.professionalId},
    ${entry.lineProfessionalIds}::bigint[], date '1970-01-01' + ${entry.firstDay}::int,
    date '1970-01-01' + ${entry.lastDay}::int, ${entry.endsAt}, ${entry.fromMinute},
    ${entry.toMinute}, ${entry.customerId}, ${entry.emailKey}, ${entry.contact.name},
    ${entry.contact.email}, ${entry.contact.phone}, ${entry.language}, ${entry.notes},
    ${entry.clientAddress}, ${[...entry.messageChannels]}::text[], ${entry.messageWording},
    ${entry.createdAt}, ${entry.createdAt})
  returning id`

export const findWaitlistEntry = (tx: Tx, id: number): Query<WaitlistEntryRow> => tx`
  ${entryColumns(tx)} where entry.business_id = ${tx.businessId} and entry.id = ${id}`

export const findWaitlistEntryByCode = (tx: Tx, code: string): Query<WaitlistEntryRow> => tx`
  ${entryColumns(tx)} where entry.business_id = ${tx.businessId} and entry.code = ${code}`

/** Locks the row until the transaction ends, then reads it: as `lockBooking`. */
export async function lockWaitlistEntry(tx: Tx, id: number): Promise<WaitlistEntryRow[]> {
  const lock = tx`
    select from waitlist_entries where business_id = ${tx.businessId} and id = ${id}
    for no key update`
  const [, rows] = await Promise.all([lock, findWaitlistEntry(tx, id)])
  return rows
}

/** Those that wait, in order of entry; from the one after `after` on. */
export const listWaitingEntries = (
  tx: Tx,
  { after, limit }: { after: { createdAt: Date; id: number } | null; limit: number },
): Query<WaitlistEntryRow> => tx`
  ${entryColumns(tx)}
  where entry.business_id = ${tx.businessId} and entry.state = 'waiting'
    and ${
      after === null
        ? tx`true`
        : tx`(entry.created_at, entry.id) > (${after.createdAt}::timestamptz, ${after.id}::bigint)`
    }
  order by entry.created_at, entry.id limit ${limit}`

/** Those with an open offer. */
export const listOfferedEntries = (tx: Tx): Query<{ id: number }> => tx`
  select entry.id from waitlist_entries entry
  where entry.business_id = ${tx.businessId} and entry.state = 'offered'
  order by entry.created_at, entry.id`

/** Latest first. */
export const listWaitlistEntries = (
  tx: Tx,
  input: WaitlistFilter & Page,
): Query<WaitlistEntryRow> => tx`
  ${entryColumns(tx)}
  where entry.business_id = ${tx.businessId} and ${matchesFilter(tx, input)}
  order by entry.created_at desc, entry.id desc offset ${input.offset} limit ${input.limit}`

/** Those of a customer, also the ones that they made as a guest, or as one who was merged into them. */
export const listWaitlistOfCustomer = (tx: Tx, customerId: number): Query<WaitlistEntryRow> => tx`
  ${entryColumns(tx)}
  where entry.business_id = ${tx.businessId} and (
    entry.customer_id = ${customerId} or entry.email_key in (
      select customer.email_key from customers customer
      where customer.business_id = ${tx.businessId}
        and (customer.id = ${customerId} or customer.merged_into = ${customerId})))
  order by entry.created_at desc, entry.id desc`

export const countWaitlistEntries = (tx: Tx, input: WaitlistFilter): Query<{ count: number }> => tx`
  select count(*)::int as count from waitlist_entries entry
  where entry.business_id = ${tx.businessId} and ${matchesFilter(tx, input)}`

const matchesFilter = (tx: Tx, { customerId, state }: WaitlistFilter) => tx`
  ${customerId === null ? tx`true` : tx`entry.customer_id = ${customerId}`}
  and ${state === null ? tx`true` : tx`entry.state = ${state}`}`

const entryColumns = (tx: Tx) => tx`
  select entry.id, entry.code, entry.state, entry.first_day - date '1970-01-01' as first_day,
    entry.last_day - date '1970-01-01' as last_day, entry.ends_at, entry.from_minute,
    entry.to_minute, entry.line_professional_ids, entry.customer_id, entry.language, entry.notes, entry.unanswered_offers,
    entry.booking_id, entry.message_channels, entry.message_wording, entry.created_at,
    entry.updated_at,
    jsonb_build_object(
      'name', entry.contact_name, 'email', entry.contact_email, 'phone', entry.contact_phone)
      as contact,
    (select jsonb_agg(jsonb_build_object('id', service.id, 'name', service.name)
        order by array_position(entry.service_ids, service.id))
      from services service
      where service.business_id = ${tx.businessId} and service.id = any (entry.service_ids))
      as services,
    (select jsonb_build_object('id', person.id, 'name', person.name) from professionals person
      where person.business_id = ${tx.businessId} and person.id = entry.professional_id)
      as professional,
    (select jsonb_build_object(
        'id', offer.id, 'entryId', offer.entry_id, 'holdId', offer.hold_id,
        'startsAt', offer.starts_at, 'endsAt', offer.ends_at, 'expiresAt', offer.expires_at,
        'professional', jsonb_build_object('id', person.id, 'name', person.name))
      from waitlist_offers offer
      join professionals person
        on person.business_id = ${tx.businessId} and person.id = offer.professional_ids[1]
      where offer.business_id = ${tx.businessId} and offer.entry_id = entry.id
        and offer.outcome is null) as offer
  from waitlist_entries entry`

/** Writes the state of an entry; the row has to be locked. An ended one has no client address. */
export const updateWaitlistEntry = (
  tx: Tx,
  to: Pick<WaitlistEntryFields, 'id' | 'state' | 'unansweredOffers' | 'bookingId' | 'updatedAt'>,
): Query<object> => tx`
  update waitlist_entries
  set state = ${to.state}, unanswered_offers = ${to.unansweredOffers},
    booking_id = ${to.bookingId}, updated_at = ${to.updatedAt},
    client_address = case when ${to.state} in ('waiting', 'offered') then client_address end
  where business_id = ${tx.businessId} and id = ${to.id}`

/** From where a guest has joined; none: a customer who was signed in, it is not known, or the entry has ended. */
export const findGuestAddress = (tx: Tx, id: number): Query<{ clientAddress: string }> => tx`
  select client_address from waitlist_entries
  where business_id = ${tx.businessId} and id = ${id}
    and customer_id is null and client_address is not null`

/** Whose an entry is: who joined, or the customer with its email. */
export const findCustomerOfEntry = (tx: Tx, id: number): Query<{ id: number }> => tx`
  select customer.id
  from waitlist_entries entry
  join customers customer on customer.business_id = ${tx.businessId} and (
    customer.id = entry.customer_id
    or (entry.customer_id is null and customer.email_key = entry.email_key))
  where entry.business_id = ${tx.businessId} and entry.id = ${id} and customer.erased_at is null`

/** What the customer of an entry agrees to. */
export const updateEntryMessages = (
  tx: Tx,
  to: { id: number; channels: readonly MessageChannel[]; wording: string },
): Query<object> => tx`
  update waitlist_entries
  set message_channels = ${[...to.channels]}::text[], message_wording = ${to.wording}
  where business_id = ${tx.businessId} and id = ${to.id}`

/**
 * A channel is withdrawn from entries with a number: those of a customer, those of all others, or, without a
 * customer, all of them.
 */
export const withdrawEntryChannel = (
  tx: Tx,
  from: { phone: string; channel: MessageChannel; customerId: number | null; others: boolean },
): Query<object> => tx`
  update waitlist_entries
  set message_channels = array_remove(message_channels, ${from.channel})
  where business_id = ${tx.businessId} and contact_phone = ${from.phone}
    and ${from.channel} = any(message_channels) and message_channels <> '{}'
    and (${from.customerId}::bigint is null or ${from.others} <> coalesce(
      customer_id = ${from.customerId} or email_key = (
        select customer.email_key from customers customer
        where customer.business_id = ${tx.businessId} and customer.id = ${from.customerId}),
      false))`

/** Returns its id. */
export const insertWaitlistOffer = (
  tx: Tx,
  offer: Omit<WaitlistOfferFields, 'id' | 'professional'> & {
    professionalIds: number[]
    createdAt: Date
  },
): Query<{ id: number }> => tx`
  insert into waitlist_offers (
    business_id, entry_id, hold_id, professional_ids, starts_at, ends_at, expires_at, created_at)
  values (${tx.businessId}, ${offer.entryId}, ${offer.holdId}, ${offer.professionalIds}::bigint[],
    ${offer.startsAt}, ${offer.endsAt}, ${offer.expiresAt}, ${offer.createdAt})
  returning id`

/** Ends the open offer of an entry at a time; the entry has to be locked. */
export const updateOfferOutcome = (
  tx: Tx,
  { id, outcome, at }: { id: number; outcome: OfferOutcome; at: Date },
): Query<object> => tx`
  update waitlist_offers
  set outcome = ${outcome === 'declined' ? 'withdrawn' : outcome},
    declined_at = ${outcome === 'declined' ? at : null}
  where business_id = ${tx.businessId} and id = ${id}`

/** The latest offer of an entry, open or not, with what the hold of it keeps; none: there was none. */
export const findLatestOffer = (tx: Tx, entryId: number): Query<LatestOfferRow> => tx`
  select offer.id, offer.starts_at,
    case when offer.declined_at is null then offer.outcome else 'declined' end as outcome, hold.lines, hold.currency, hold.due_now_cents, hold.requirement
  from waitlist_offers offer
  left join holds hold on hold.business_id = ${tx.businessId} and hold.id = offer.hold_id
  where offer.business_id = ${tx.businessId} and offer.entry_id = ${entryId}
  order by offer.created_at desc, offer.id desc limit 1`

/** The entry of an offer. */
export const findOffer = (tx: Tx, id: number): Query<{ entryId: number }> => tx`
  select entry_id from waitlist_offers where business_id = ${tx.businessId} and id = ${id}`

/** The entry that a hold is offered to; none when the offer has ended. */
export const findOfferOfHold = (tx: Tx, holdId: number): Query<{ entryId: number }> => tx`
  select entry_id from waitlist_offers
  where business_id = ${tx.businessId} and hold_id = ${holdId} and outcome is null`

/** Offers of future times that count for them. */
export const listCountedOffers = (tx: Tx, now: Date): Query<CountedOffer> => tx`
  select entry_id, professional_ids, starts_at, ends_at from waitlist_offers
  where business_id = ${tx.businessId} and counts and starts_at > ${now}`

/** Enqueues offers, after time was freed (db/functions/app.wake_waitlist.sql). */
export const wakeWaitlist = (tx: Tx, freed: { from: Date; to: Date } | null): Query<object> => tx`
  select app.wake_waitlist(${tx.businessId}, ${freed?.from ?? null}, ${freed?.to ?? null})`

/** Entries and offers whose own job is overdue. */
export const listOverdueWaitlist = (
  tx: Tx,
  before: Date,
): Query<{ entryId: number; offerId: number | null }> => tx`
  select entry.id as entry_id, null::bigint as offer_id from waitlist_entries entry
  where entry.business_id = ${tx.businessId} and entry.state in ('waiting', 'offered')
    and entry.ends_at < ${before}
  union all
  select offer.entry_id, offer.id from waitlist_offers offer
  where offer.business_id = ${tx.businessId} and offer.outcome is null
    and offer.expires_at < ${before}`

/** Live holds that are no offers. */
export const listLiveHoldExpiries = (
  tx: Tx,
  now: Date,
): Query<{ id: number; expiresAt: Date }> => tx`
  select hold.id, hold.expires_at from holds hold
  where hold.business_id = ${tx.businessId} and hold.expires_at > ${now}
    and hold.released_at is null and hold.booking_id is null
    and not exists (
      select from waitlist_offers offer
      where offer.business_id = ${tx.businessId} and offer.hold_id = hold.id
        and offer.outcome is null)`

export interface WaitlistEntryRow extends WaitlistEntryFields {
  /** The end of its last day. */
  endsAt: Date
  /** By which channels its customer agrees to messages to the number of their contact (D77). */
  messageChannels: MessageChannel[]
  /** What they read when they agreed; may be empty. */
  messageWording: string
  /** The one that waits for an answer; dates are strings, as in JSON. */
  offer:
    | (Omit<WaitlistOfferFields, 'startsAt' | 'endsAt' | 'expiresAt'> & {
        startsAt: string
        endsAt: string
        expiresAt: string
      })
    | null
}

/** How an offer ended. `withdrawn`: by the salon, or because the customer left the waitlist. */
export type OfferOutcome = 'accepted' | 'declined' | 'unanswered' | 'withdrawn'

export interface LatestOfferRow {
  id: number
  startsAt: Date
  /** null: it waits for an answer, or for the job that ends it. */
  outcome: OfferOutcome | null
  /** null, with the other fields of the hold: it is not kept any more. */
  lines: BookingLineRow[] | null
  currency: Currency | null
  dueNowCents: number | null
  requirement: HoldFields['requirement'] | null
}

/** What entries are counted by. */
export interface WaitlistScopes {
  emailKey: string
  /** Empty: none. */
  phone: string
  clientAddress: string | null
}

export interface NewWaitlistEntry extends WaitlistScopes {
  code: string
  serviceIds: number[]
  professionalId: number | null
  lineProfessionalIds: (number | null)[] | null
  firstDay: number
  lastDay: number
  endsAt: Date
  fromMinute: number | null
  toMinute: number | null
  customerId: number | null
  contact: Contact
  language: Language
  notes: string
  messageChannels: readonly MessageChannel[]
  messageWording: string
  createdAt: Date
}

export interface WaitlistFilter {
  /** null: of anybody */
  customerId: number | null
  /** null: any */
  state: WaitlistState | null
}

/** An offer of some time, by whom it was to be done. */
export interface CountedOffer {
  entryId: number
  professionalIds: number[]
  startsAt: Date
  endsAt: Date
}

/** A customer gets the entries that they made as a guest with an e-mail, before it is changed. */
export const assignGuestEntries = (
  tx: Tx,
  { customerId, emailKey }: { customerId: number; emailKey: string },
): Query<object> => tx`
  update waitlist_entries set customer_id = ${customerId}
  where business_id = ${tx.businessId} and email_key = ${emailKey} and customer_id is null`
