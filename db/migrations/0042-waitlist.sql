-- Customers who wait for a time that is taken today (D40), and the times that they were offered.
set local citus.multi_shard_modify_mode = 'sequential';

-- code proves access, as that of a booking. ends_at is the end of the last day.
create table waitlist_entries (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  code text not null,
  state text not null,
  service_ids bigint[] not null,
  -- one for all services; null: anybody who offers them, or see line_professional_ids
  professional_id bigint,
  -- of each service its own professional, null: anybody; null: one person does all
  line_professional_ids bigint[],
  first_day date not null,
  last_day date not null,
  ends_at timestamptz not null,
  -- local minutes of the day between which the visit takes place; null: no limit
  from_minute int,
  to_minute int,
  -- of a customer who was signed in; null: a guest
  customer_id bigint,
  email_key text not null,
  contact_name text not null,
  contact_email text not null,
  contact_phone text not null,
  language text not null,
  notes text not null,
  -- counted against the limit while the entry is live; null: it is not, or no longer
  client_address text,
  unanswered_offers int not null default 0,
  booking_id bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint waitlist_entries_pk primary key (business_id, id),
  constraint waitlist_entries_state check (
    state in ('waiting', 'offered', 'accepted', 'expired', 'withdrawn')),
  constraint waitlist_entries_services check (cardinality(service_ids) > 0),
  constraint waitlist_entries_lines check (
    professional_id is null and cardinality(line_professional_ids) = cardinality(service_ids)
    or line_professional_ids is null),
  constraint waitlist_entries_days check (first_day <= last_day),
  constraint waitlist_entries_minutes check (from_minute < to_minute),
  constraint waitlist_entries_language check (language in ('es', 'en', 'ar')),
  constraint waitlist_entries_booked check ((state = 'accepted') = (booking_id is not null))
);
select app.protect('waitlist_entries');
select app.distribute('waitlist_entries', 'tenant');
alter table waitlist_entries
  add constraint waitlist_entries_professional foreign key (business_id, professional_id) references professionals (business_id, id);
alter table waitlist_entries
  add constraint waitlist_entries_customer foreign key (business_id, customer_id) references customers (business_id, id);
alter table waitlist_entries
  add constraint waitlist_entries_booking foreign key (business_id, booking_id) references bookings (business_id, id);
create index waitlist_entries_live on waitlist_entries (business_id, created_at, id)
  where state in ('waiting', 'offered');
create index waitlist_entries_by_time on waitlist_entries (business_id, created_at, id);
create index waitlist_entries_by_customer on waitlist_entries (business_id, customer_id, created_at)
  where customer_id is not null;
create index waitlist_entries_by_professional on waitlist_entries (business_id, professional_id)
  where professional_id is not null;
create index waitlist_entries_by_email on waitlist_entries (business_id, email_key);
create index waitlist_entries_by_booking on waitlist_entries (business_id, booking_id)
  where booking_id is not null;

-- An offer is a hold for an entry. outcome null: it waits for an answer.
create table waitlist_offers (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  entry_id bigint not null,
  hold_id bigint not null,
  professional_ids bigint[] not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  expires_at timestamptz not null,
  outcome text,
  -- whether it counts for its time: until somebody else has had that time and freed it again
  counts boolean not null default true,
  created_at timestamptz not null,
  constraint waitlist_offers_pk primary key (business_id, id),
  constraint waitlist_offers_outcome check (outcome in ('accepted', 'unanswered', 'withdrawn')),
  constraint waitlist_offers_span check (starts_at < ends_at)
);
select app.protect('waitlist_offers');
select app.distribute('waitlist_offers', 'tenant');
alter table waitlist_offers
  add constraint waitlist_offers_entry foreign key (business_id, entry_id) references waitlist_entries (business_id, id);
create unique index waitlist_offers_open on waitlist_offers (business_id, entry_id)
  where outcome is null;
create index waitlist_offers_by_entry on waitlist_offers (business_id, entry_id);
create index waitlist_offers_by_start on waitlist_offers (business_id, starts_at) where counts;

alter table mails drop constraint mails_kind;
alter table mails add constraint mails_kind check (kind in (
  'code', 'already_registered', 'no_account', 'booking_received', 'booking_confirmed',
  'booking_cancelled', 'booking_expired', 'booking_reminder', 'order_received', 'order_paid',
  'order_expired', 'payment_failed', 'refund_failed', 'dispute', 'payment_review',
  'account_restricted', 'booking_rescheduled', 'waitlist_offer', 'waitlist_offer_expired'));
