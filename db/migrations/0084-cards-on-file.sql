-- Contracts: programs since 0.2.0 fulfil the wider checks.
-- Cards that customers leave with a booking, what they have agreed to, and the fees that are charged to
-- them when they do not come or cancel late (D50, D51).
set local citus.multi_shard_modify_mode = 'sequential';

-- null: none; otherwise noShowPercent, lateCancelPercent, onlyNewCustomers, fromTotalCents
alter table business_settings add column card_guarantee jsonb;
-- null: as the salon's; otherwise noShowPercent, lateCancelPercent
alter table services add column card_guarantee jsonb;
-- noShowCents, lateCancelCents, cancellationHours, as they were when it was booked; null: no card is needed
alter table bookings add column guarantee jsonb;
alter table holds add column guarantee jsonb;
alter table holds drop constraint holds_requirement;
alter table holds add constraint holds_requirement
  check (requirement in ('none', 'card', 'deposit', 'total'));

-- A card at the processor: never a number.
create table saved_cards (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  booking_id bigint not null,
  customer_id bigint not null,
  account_ref text not null,
  -- expired: it was not saved in time; retired: it cannot be charged any more
  state text not null default 'pending',
  processor_key uuid not null,
  -- null: the processor has not answered yet
  setup_ref text,
  -- null: not saved
  card_ref text,
  -- the processor's customer who has it; null: not saved
  customer_ref text,
  brand text not null default '',
  last4 text not null default '',
  -- the last day of its last month
  expires_on date,
  -- why it was not saved, a sentence of the processor
  failure_message text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint saved_cards_pk primary key (business_id, id),
  constraint saved_cards_setup unique (business_id, setup_ref),
  constraint saved_cards_state check (state in ('pending', 'saved', 'expired', 'retired')),
  constraint saved_cards_saved check (
    state <> 'saved' or (card_ref is not null and customer_ref is not null))
);
select app.protect('saved_cards');
select app.distribute('saved_cards', 'tenant');
alter table saved_cards
  add constraint saved_cards_booking
    foreign key (business_id, booking_id) references bookings (business_id, id);
alter table saved_cards
  add constraint saved_cards_customer
    foreign key (business_id, customer_id) references customers (business_id, id);
create unique index saved_cards_of_booking on saved_cards (business_id, booking_id)
  where state in ('pending', 'saved');
create index saved_cards_by_booking on saved_cards (business_id, booking_id, created_at, id);
create index saved_cards_by_customer on saved_cards (business_id, customer_id, created_at, id);

-- What a customer has agreed to when they left a card, in the words that they read.
create table card_consents (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  card_id bigint not null,
  version text not null,
  body text not null,
  language text not null,
  no_show_cents bigint not null,
  late_cancel_cents bigint not null,
  currency text not null,
  accepted_at timestamptz not null,
  -- of the client; null: unknown, or erased
  address text,
  constraint card_consents_pk primary key (business_id, id),
  constraint card_consents_of_card unique (business_id, card_id),
  constraint card_consents_language check (language in ('es', 'en', 'ar')),
  constraint card_consents_amounts check (no_show_cents >= 0 and late_cancel_cents >= 0)
);
select app.protect('card_consents');
select app.distribute('card_consents', 'tenant');
alter table card_consents
  add constraint card_consents_card
    foreign key (business_id, card_id) references saved_cards (business_id, id);

create table fees (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  booking_id bigint not null,
  card_id bigint not null,
  payment_id bigint not null,
  reason text not null,
  amount_cents bigint not null,
  -- action: the bank wants to authenticate the customer, who has a link until link_until
  state text not null default 'requested',
  link_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint fees_pk primary key (business_id, id),
  constraint fees_of_payment unique (business_id, payment_id),
  constraint fees_reason check (reason in ('no_show', 'late_cancel')),
  constraint fees_state check (state in ('requested', 'charged', 'action', 'failed', 'waived')),
  constraint fees_amount check (amount_cents > 0)
);
select app.protect('fees');
select app.distribute('fees', 'tenant');
alter table fees
  add constraint fees_booking
    foreign key (business_id, booking_id) references bookings (business_id, id);
alter table fees
  add constraint fees_card
    foreign key (business_id, card_id) references saved_cards (business_id, id);
alter table fees
  add constraint fees_payment
    foreign key (business_id, payment_id) references payments (business_id, id);
-- a booking has one fee; only one that failed leaves room for another
create unique index fees_once on fees (business_id, booking_id) where state <> 'failed';
create index fees_by_booking on fees (business_id, booking_id, created_at, id);
create index fees_by_card on fees (business_id, card_id);

alter table mails drop constraint mails_kind;
alter table mails add constraint mails_kind check (kind in (
  'code', 'already_registered', 'no_account', 'booking_received', 'booking_confirmed',
  'booking_cancelled', 'booking_expired', 'booking_reminder', 'order_received',
  'order_paid', 'order_expired', 'payment_failed', 'refund_failed', 'dispute',
  'payment_review', 'account_restricted', 'booking_rescheduled', 'waitlist_offer',
  'waitlist_offer_expired', 'owner_booking_created', 'owner_booking_rescheduled',
  'owner_booking_cancelled', 'owner_agenda', 'review_invitation', 'endpoint_disabled',
  'staff_invitation', 'support_requested', 'support_entered', 'staff_code',
  'staff_signed_in', 'staff_passkey_added', 'staff_passkey_deleted', 'staff_recovered',
  'staff_role_changed', 'staff_pin_locked', 'fee_charged', 'fee_authentication',
  'fee_failed'));
