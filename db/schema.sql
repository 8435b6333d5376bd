-- What the migrations make of an empty database. For readers: nothing runs this file.
-- Generated from db/migrations and db/functions by npm run schema.

grant usage on schema app to silla_admin;
grant usage on schema app to silla_api;
grant usage on schema app to silla_worker;

grant usage on schema jobs to silla_admin;
grant usage on schema jobs to silla_api;

grant usage on schema registry to silla_admin;
grant usage on schema registry to silla_api;
grant usage on schema registry to silla_worker;

create table app.agenda_changes (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  constraint agenda_changes_business FOREIGN KEY (business_id) REFERENCES app.businesses(business_id),
  constraint agenda_changes_pk PRIMARY KEY (business_id, id)
);
select app.protect('app.agenda_changes');

create table app.api_key_uses (
  business_id uuid not null,
  id bigint generated always as identity (cache 32) not null,
  key_id uuid not null,
  last_used_at timestamp with time zone not null,
  constraint api_key_uses_business FOREIGN KEY (business_id) REFERENCES app.businesses(business_id),
  constraint api_key_uses_key UNIQUE (business_id, key_id),
  constraint api_key_uses_pk PRIMARY KEY (business_id, id)
);
select app.protect('app.api_key_uses');

create table app.audit_entries (
  business_id uuid not null,
  id bigint generated always as identity (cache 32) not null,
  occurred_at timestamp with time zone not null,
  operator text not null,
  action text not null,
  detail jsonb not null,
  staff_id bigint,
  support_id bigint,
  topic text,
  record_id bigint,
  constraint audit_entries_action CHECK ((action ~ '^[a-z]+(\.[a-z-]+)+$'::text)),
  constraint audit_entries_pk PRIMARY KEY (business_id, id)
);
CREATE INDEX audit_entries_by_record ON app.audit_entries USING btree (business_id, record_id, occurred_at, id) WHERE (record_id IS NOT NULL);
CREATE INDEX audit_entries_by_staff ON app.audit_entries USING btree (business_id, staff_id, occurred_at, id) WHERE (staff_id IS NOT NULL);
CREATE INDEX audit_entries_by_staff_topic ON app.audit_entries USING btree (business_id, staff_id, topic, occurred_at, id) WHERE (staff_id IS NOT NULL);
CREATE INDEX audit_entries_by_time ON app.audit_entries USING btree (business_id, occurred_at, id);
CREATE INDEX audit_entries_by_topic ON app.audit_entries USING btree (business_id, topic, occurred_at, id);
alter table app.audit_entries enable row level security;
alter table app.audit_entries force row level security;
create policy maintenance on app.audit_entries as permissive for all to silla_owner using (true) with check (true);
create policy tenant on app.audit_entries as permissive for all to silla_admin, silla_api, silla_worker using ((business_id = (current_setting('app.business_id'::text))::uuid)) with check ((business_id = (current_setting('app.business_id'::text))::uuid));
grant insert, select on app.audit_entries to silla_admin;
grant insert, select on app.audit_entries to silla_api;
grant insert, select on app.audit_entries to silla_worker;

create table app.balance_entries (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  account_ref text not null,
  entry_ref text not null,
  kind text not null,
  intent_ref text,
  amount_cents bigint not null,
  processor_fee_cents bigint not null,
  platform_fee_cents bigint not null,
  net_cents bigint not null,
  currency text not null,
  description text default ''::text not null,
  payout_ref text,
  created_at timestamp with time zone not null,
  constraint balance_entries_account FOREIGN KEY (business_id, account_ref) REFERENCES app.processor_accounts(business_id, account_ref),
  constraint balance_entries_kind CHECK ((kind = ANY (ARRAY['charge'::text, 'refund'::text, 'refund_failure'::text, 'dispute'::text, 'dispute_reversal'::text, 'fee'::text, 'payout'::text, 'payout_failure'::text, 'other'::text]))),
  constraint balance_entries_net CHECK ((net_cents = ((amount_cents - processor_fee_cents) - platform_fee_cents))),
  constraint balance_entries_payout FOREIGN KEY (business_id, payout_ref) REFERENCES app.payouts(business_id, payout_ref),
  constraint balance_entries_pk PRIMARY KEY (business_id, id),
  constraint balance_entries_ref UNIQUE (business_id, entry_ref)
);
CREATE INDEX balance_entries_by_account ON app.balance_entries USING btree (business_id, account_ref);
CREATE INDEX balance_entries_by_payout ON app.balance_entries USING btree (business_id, payout_ref, created_at, id) WHERE (payout_ref IS NOT NULL);
CREATE INDEX balance_entries_by_time ON app.balance_entries USING btree (business_id, created_at, id);
select app.protect('app.balance_entries');

create table app.balance_readings (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  account_ref text not null,
  read_to timestamp with time zone not null,
  reading_to timestamp with time zone,
  after_ref text,
  constraint balance_readings_account FOREIGN KEY (business_id, account_ref) REFERENCES app.processor_accounts(business_id, account_ref),
  constraint balance_readings_pk PRIMARY KEY (business_id, id),
  constraint balance_readings_place CHECK (((after_ref IS NULL) OR (reading_to IS NOT NULL))),
  constraint balance_readings_ref UNIQUE (business_id, account_ref)
);
select app.protect('app.balance_readings');

create table app.blocks (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  professional_id bigint,
  resource_type_id bigint,
  unit_number integer,
  resource_ids bigint[] not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  reason text not null,
  created_at timestamp with time zone not null,
  constraint blocks_pk PRIMARY KEY (business_id, id),
  constraint blocks_professional FOREIGN KEY (business_id, professional_id) REFERENCES app.professionals(business_id, id),
  constraint blocks_resource_type FOREIGN KEY (business_id, resource_type_id) REFERENCES app.resource_types(business_id, id),
  constraint blocks_resources CHECK ((cardinality(resource_ids) > 0)),
  constraint blocks_span CHECK (((starts_at < ends_at) AND (ends_at <= (starts_at + '32 days'::interval)))),
  constraint blocks_subject CHECK (((num_nonnulls(professional_id, resource_type_id) = 1) AND ((unit_number IS NULL) OR (resource_type_id IS NOT NULL))))
);
CREATE INDEX blocks_by_professional ON app.blocks USING btree (business_id, professional_id, starts_at);
CREATE INDEX blocks_by_resource_type ON app.blocks USING btree (business_id, resource_type_id, starts_at);
CREATE INDEX blocks_by_start ON app.blocks USING btree (business_id, starts_at);
select app.protect('app.blocks');

create table app.booking_lines (
  business_id uuid not null,
  id bigint generated always as identity (cache 32) not null,
  booking_id bigint not null,
  "position" integer not null,
  service_id bigint not null,
  name jsonb not null,
  price_cents bigint not null,
  charged_cents bigint not null,
  duration_minutes integer not null,
  points_awarded integer not null,
  professional_id bigint not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  phase_minutes integer[] not null,
  buffer_minutes integer default 0 not null,
  unit_ids bigint[] default '{}'::bigint[] not null,
  visit_starts_at timestamp with time zone,
  vat_basis_points integer,
  constraint booking_lines_pk PRIMARY KEY (business_id, id),
  constraint booking_lines_position UNIQUE (business_id, booking_id, "position"),
  constraint booking_lines_vat CHECK (((vat_basis_points >= 0) AND (vat_basis_points <= 10000))),
  constraint lines_booking FOREIGN KEY (business_id, booking_id) REFERENCES app.bookings(business_id, id),
  constraint lines_buffer CHECK (((buffer_minutes >= 0) AND (buffer_minutes <= 120))),
  constraint lines_phases CHECK (((cardinality(phase_minutes) % 2) = 1)),
  constraint lines_professional FOREIGN KEY (business_id, professional_id) REFERENCES app.professionals(business_id, id),
  constraint lines_service FOREIGN KEY (business_id, service_id) REFERENCES app.services(business_id, id),
  constraint lines_span CHECK ((starts_at < ends_at))
);
CREATE INDEX booking_lines_by_professional ON app.booking_lines USING btree (business_id, professional_id, visit_starts_at) WHERE (visit_starts_at IS NOT NULL);
CREATE INDEX booking_lines_by_service ON app.booking_lines USING btree (business_id, service_id);
select app.protect('app.booking_lines');

create table app.booking_transitions (
  business_id uuid not null,
  id bigint generated always as identity (cache 32) not null,
  booking_id bigint not null,
  from_state text,
  to_state text not null,
  actor text not null,
  reason text not null,
  occurred_at timestamp with time zone not null,
  note text default ''::text not null,
  moved_from timestamp with time zone,
  moved_to timestamp with time zone,
  constraint booking_transitions_pk PRIMARY KEY (business_id, id),
  constraint transitions_actor CHECK ((actor = ANY (ARRAY['customer'::text, 'business'::text, 'system'::text]))),
  constraint transitions_booking FOREIGN KEY (business_id, booking_id) REFERENCES app.bookings(business_id, id),
  constraint transitions_moved CHECK (((moved_from IS NULL) = (moved_to IS NULL)))
);
CREATE INDEX booking_transitions_by_booking ON app.booking_transitions USING btree (business_id, booking_id, occurred_at);
select app.protect('app.booking_transitions');

create table app.bookings (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  code text not null,
  state text not null,
  professional_id bigint not null,
  customer_id bigint not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  contact_name text not null,
  contact_email text not null,
  contact_phone text not null,
  notes text not null,
  currency text not null,
  subtotal_cents bigint not null,
  discount_cents bigint not null,
  total_cents bigint not null,
  payment_required boolean not null,
  points_used integer not null,
  points_earned integer not null,
  cancelled_at timestamp with time zone,
  cancelled_by text,
  cancel_reason text,
  version integer not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  language text default 'es'::text not null,
  points_round integer default 1 not null,
  payment_id bigint,
  asked_from text,
  assigned_by text default 'customer'::text not null,
  local_start timestamp without time zone,
  timezone text,
  reschedules integer default 0 not null,
  customer_reschedules integer default 0 not null,
  refund_limit_percent integer default 100 not null,
  arrived_at timestamp with time zone,
  series_id bigint,
  deposit_cents bigint,
  source text,
  guarantee jsonb,
  constraint bookings_asked_from CHECK (((asked_from IS NULL) OR ((state = 'pending'::text) AND payment_required AND (payment_id IS NULL)))),
  constraint bookings_assigned_by CHECK ((assigned_by = ANY (ARRAY['customer'::text, 'business'::text, 'system'::text]))),
  constraint bookings_cancellation CHECK (((state = 'cancelled'::text) = ((cancelled_at IS NOT NULL) AND (cancelled_by IS NOT NULL)))),
  constraint bookings_cancelled_by CHECK ((cancelled_by = ANY (ARRAY['customer'::text, 'business'::text, 'system'::text]))),
  constraint bookings_code UNIQUE (business_id, code),
  constraint bookings_customer FOREIGN KEY (business_id, customer_id) REFERENCES app.customers(business_id, id),
  constraint bookings_language CHECK ((language = ANY (ARRAY['es'::text, 'en'::text, 'ar'::text]))),
  constraint bookings_money CHECK (((total_cents = (subtotal_cents - discount_cents)) AND (total_cents >= 0) AND (discount_cents >= 0))),
  constraint bookings_payment FOREIGN KEY (business_id, payment_id) REFERENCES app.payments(business_id, id),
  constraint bookings_pk PRIMARY KEY (business_id, id),
  constraint bookings_refund_limit CHECK (((refund_limit_percent >= 0) AND (refund_limit_percent <= 100))),
  constraint bookings_reschedules CHECK (((customer_reschedules >= 0) AND (customer_reschedules <= reschedules))),
  constraint bookings_source CHECK ((source ~ '^[a-z0-9_-]{1,30}$'::text)),
  constraint bookings_span CHECK ((starts_at < ends_at)),
  constraint bookings_state CHECK ((state = ANY (ARRAY['pending'::text, 'confirmed'::text, 'completed'::text, 'cancelled'::text, 'no_show'::text])))
);
CREATE INDEX bookings_by_customer ON app.bookings USING btree (business_id, customer_id, starts_at);
CREATE INDEX bookings_by_payment ON app.bookings USING btree (business_id, payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX bookings_by_phone ON app.bookings USING btree (business_id, contact_phone, starts_at);
CREATE INDEX bookings_by_professional ON app.bookings USING btree (business_id, professional_id, starts_at) INCLUDE (state);
CREATE INDEX bookings_by_start ON app.bookings USING btree (business_id, starts_at) INCLUDE (state);
CREATE INDEX bookings_unfinished ON app.bookings USING btree (business_id, state, ends_at) WHERE (state = ANY (ARRAY['pending'::text, 'confirmed'::text]));
CREATE INDEX bookings_unpaid ON app.bookings USING btree (business_id, asked_from) WHERE (asked_from IS NOT NULL);
select app.protect('app.bookings');

create table app.business_settings (
  business_id uuid not null,
  currency text not null,
  timezone text not null,
  main_language text not null,
  accepts_online_payments boolean default false not null,
  requires_prepayment boolean default false not null,
  confirms_by_hand boolean default false not null,
  cancellation_hours integer default 24 not null,
  points_enabled boolean default false not null,
  phone_required boolean default false not null,
  slot_interval_minutes integer default 15 not null,
  horizon_days integer default 90 not null,
  notice_minutes integer default 0 not null,
  autocomplete_hours integer default 24,
  reminder_hours integer default 24,
  refunds_application_fee boolean default false not null,
  assignment text default 'balanced'::text not null,
  reschedule_hours integer,
  reschedule_limit integer default 5 not null,
  waitlist_offer_minutes integer default 15 not null,
  online_page boolean default false not null,
  owner_notifications text default 'none'::text not null,
  calendar_names text default 'initials'::text not null,
  notes_in_owner_emails boolean default true not null,
  guest_bookings_per_address integer default 20 not null,
  guest_bookings_per_domain integer default 20 not null,
  managed_by text default 'salon'::text not null,
  deposit jsonb,
  after_no_shows integer,
  refund_tiers jsonb default '[]'::jsonb not null,
  card_guarantee jsonb,
  messages_per_month integer default 500 not null,
  owner_messages text default 'none'::text not null,
  owner_messages_phone text default ''::text not null,
  constraint business_settings_guest_bookings CHECK (((guest_bookings_per_address > 0) AND (guest_bookings_per_domain > 0))),
  constraint business_settings_managed_by CHECK ((managed_by = ANY (ARRAY['salon'::text, 'file'::text]))),
  constraint business_settings_pk PRIMARY KEY (business_id),
  constraint settings_assignment CHECK ((assignment = ANY (ARRAY['balanced'::text, 'priority'::text]))),
  constraint settings_autocomplete CHECK (((autocomplete_hours >= 0) AND (autocomplete_hours <= 720))),
  constraint settings_business FOREIGN KEY (business_id) REFERENCES app.businesses(business_id),
  constraint settings_calendar_names CHECK ((calendar_names = ANY (ARRAY['initials'::text, 'full'::text]))),
  constraint settings_cancellation_hours CHECK (((cancellation_hours >= 0) AND (cancellation_hours <= 8760))),
  constraint settings_currency CHECK ((currency = ANY (ARRAY['EUR'::text, 'USD'::text, 'GBP'::text, 'AED'::text]))),
  constraint settings_horizon CHECK (((horizon_days >= 1) AND (horizon_days <= 365))),
  constraint settings_language CHECK ((main_language = ANY (ARRAY['es'::text, 'en'::text, 'ar'::text]))),
  constraint settings_messages_per_month CHECK (((messages_per_month >= 0) AND (messages_per_month <= 1000000))),
  constraint settings_notice CHECK (((notice_minutes >= 0) AND (notice_minutes <= 525600))),
  constraint settings_owner_messages CHECK ((owner_messages = ANY (ARRAY['none'::text, 'sms'::text, 'whatsapp'::text]))),
  constraint settings_owner_notifications CHECK ((owner_notifications = ANY (ARRAY['each'::text, 'daily'::text, 'none'::text]))),
  constraint settings_reminder CHECK (((reminder_hours >= 1) AND (reminder_hours <= 720))),
  constraint settings_reschedule_hours CHECK (((reschedule_hours >= 0) AND (reschedule_hours <= 8760))),
  constraint settings_reschedule_limit CHECK (((reschedule_limit >= 0) AND (reschedule_limit <= 100))),
  constraint settings_slot_interval CHECK ((slot_interval_minutes = ANY (ARRAY[15, 30]))),
  constraint settings_waitlist_offer CHECK (((waitlist_offer_minutes >= 5) AND (waitlist_offer_minutes <= 1440)))
);
select app.protect('app.business_settings');

create table app.businesses (
  business_id uuid not null,
  catalog_version bigint default 1 not null,
  name text not null,
  description jsonb default '{}'::jsonb not null,
  email text default ''::text not null,
  phone text default ''::text not null,
  street text default ''::text not null,
  city text default ''::text not null,
  postal_code text default ''::text not null,
  country text not null,
  latitude double precision,
  longitude double precision,
  logo_url text default ''::text not null,
  cover_url text default ''::text not null,
  instagram text default ''::text not null,
  facebook text default ''::text not null,
  website text default ''::text not null,
  created_at timestamp with time zone not null,
  brand_color text,
  constraint businesses_brand_color CHECK ((brand_color ~ '^#[0-9a-f]{6}$'::text)),
  constraint businesses_country CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint businesses_latitude CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint businesses_longitude CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  constraint businesses_pk PRIMARY KEY (business_id)
);
select app.protect('app.businesses');

create table app.calendar_feeds (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  professional_id bigint,
  created_at timestamp with time zone not null,
  constraint calendar_feeds_business FOREIGN KEY (business_id) REFERENCES app.businesses(business_id),
  constraint calendar_feeds_pk PRIMARY KEY (business_id, id),
  constraint calendar_feeds_professional FOREIGN KEY (business_id, professional_id) REFERENCES app.professionals(business_id, id)
);
CREATE INDEX calendar_feeds_by_professional ON app.calendar_feeds USING btree (business_id, professional_id);
select app.protect('app.calendar_feeds');

create table app.card_consents (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  card_id bigint not null,
  version text not null,
  body text not null,
  language text not null,
  no_show_cents bigint not null,
  late_cancel_cents bigint not null,
  currency text not null,
  accepted_at timestamp with time zone not null,
  address text,
  constraint card_consents_amounts CHECK (((no_show_cents >= 0) AND (late_cancel_cents >= 0))),
  constraint card_consents_card FOREIGN KEY (business_id, card_id) REFERENCES app.saved_cards(business_id, id),
  constraint card_consents_language CHECK ((language = ANY (ARRAY['es'::text, 'en'::text, 'ar'::text]))),
  constraint card_consents_of_card UNIQUE (business_id, card_id),
  constraint card_consents_pk PRIMARY KEY (business_id, id)
);
select app.protect('app.card_consents');

create table app.categories (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  handle text not null,
  kind text default 'service'::text not null,
  name jsonb not null,
  description jsonb default '{}'::jsonb not null,
  image_url text default ''::text not null,
  "position" integer default 0 not null,
  active boolean default true not null,
  constraint categories_business FOREIGN KEY (business_id) REFERENCES app.businesses(business_id),
  constraint categories_handle UNIQUE (business_id, handle),
  constraint categories_kind CHECK ((kind = ANY (ARRAY['service'::text, 'product'::text]))),
  constraint categories_pk PRIMARY KEY (business_id, id)
);
select app.protect('app.categories');

create table app.claims (
  business_id uuid not null,
  id bigint generated always as identity (cache 32) not null,
  resource_id bigint not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  kind text not null,
  owner_kind text not null,
  owner_id bigint not null,
  expires_at timestamp with time zone,
  constraint claims_expiry CHECK (((expires_at IS NULL) OR (kind = 'hold'::text))),
  constraint claims_kind CHECK ((kind = ANY (ARRAY['booking'::text, 'hold'::text, 'block'::text]))),
  constraint claims_no_overlap EXCLUDE USING gist (business_id WITH =, resource_id WITH =, tstzrange(starts_at, ends_at) WITH &&),
  constraint claims_pk PRIMARY KEY (business_id, id),
  constraint claims_resource FOREIGN KEY (business_id, resource_id) REFERENCES app.resources(business_id, id),
  constraint claims_span CHECK (((starts_at < ends_at) AND (ends_at <= (starts_at + '24:00:00'::interval))))
);
CREATE INDEX claims_blocks ON app.claims USING btree (business_id, starts_at) INCLUDE (resource_id, ends_at) WHERE (kind = 'block'::text);
CREATE INDEX claims_by_owner ON app.claims USING btree (business_id, owner_kind, owner_id);
CREATE INDEX claims_by_start ON app.claims USING btree (business_id, resource_id, starts_at) INCLUDE (ends_at, expires_at);
CREATE INDEX claims_holds ON app.claims USING btree (business_id, resource_id, starts_at) WHERE (expires_at IS NOT NULL);
select app.protect('app.claims');

create table app.closing_days (
  business_id uuid not null,
  id bigint generated always as identity (cache 32) not null,
  day date not null,
  reason jsonb default '{}'::jsonb not null,
  from_minute integer,
  to_minute integer,
  constraint closing_days_business FOREIGN KEY (business_id) REFERENCES app.businesses(business_id),
  constraint closing_days_pk PRIMARY KEY (business_id, id),
  constraint closing_days_span CHECK ((((from_minute IS NULL) AND (to_minute IS NULL)) OR ((from_minute IS NOT NULL) AND (to_minute IS NOT NULL) AND (0 <= from_minute) AND (from_minute < to_minute) AND (to_minute <= 1440))))
);
CREATE INDEX closing_days_by_day ON app.closing_days USING btree (business_id, day);
select app.protect('app.closing_days');

create table app.consistency_checks (
  business_id uuid not null,
  checked_at timestamp with time zone not null,
  event_position bigint not null,
  catalog_version bigint not null,
  constraint consistency_checks_business FOREIGN KEY (business_id) REFERENCES app.businesses(business_id),
  constraint consistency_checks_pk PRIMARY KEY (business_id)
);
select app.protect('app.consistency_checks');

create table app.customer_accounts (
  business_id uuid not null,
  id bigint not null,
  password_hash text,
  verified_at timestamp with time zone not null,
  birth_date date,
  accepts_marketing boolean default false not null,
  constraint accounts_customer FOREIGN KEY (business_id, id) REFERENCES app.customers(business_id, id),
  constraint customer_accounts_pk PRIMARY KEY (business_id, id)
);
select app.protect('app.customer_accounts');

create table app.customer_consents (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  customer_id bigint not null,
  kind text not null,
  granted boolean not null,
  means text not null,
  wording text not null,
  recorded_at timestamp with time zone not null,
  ordinal integer not null,
  phone text default ''::text not null,
  recorded_by text default 'business'::text not null,
  staff_id bigint,
  constraint customer_consents_customer FOREIGN KEY (business_id, customer_id) REFERENCES app.customers(business_id, id),
  constraint customer_consents_kind CHECK ((kind = ANY (ARRAY['marketing'::text, 'health'::text, 'sms'::text, 'whatsapp'::text]))),
  constraint customer_consents_means CHECK ((means = ANY (ARRAY['in_person'::text, 'paper'::text, 'phone'::text, 'email'::text, 'online'::text, 'message'::text, 'reassigned'::text]))),
  constraint customer_consents_ordinal UNIQUE (business_id, customer_id, kind, ordinal),
  constraint customer_consents_pk PRIMARY KEY (business_id, id),
  constraint customer_consents_recorded_by CHECK ((recorded_by = ANY (ARRAY['customer'::text, 'business'::text, 'system'::text]))),
  constraint customer_consents_staff FOREIGN KEY (business_id, staff_id) REFERENCES app.staff(business_id, id)
);
CREATE INDEX customer_consents_by_phone ON app.customer_consents USING btree (business_id, phone) WHERE (phone <> ''::text);
CREATE INDEX customer_consents_by_staff ON app.customer_consents USING btree (business_id, staff_id) WHERE (staff_id IS NOT NULL);
select app.protect('app.customer_consents');

create table app.customer_notes (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  customer_id bigint not null,
  kind text not null,
  body text,
  sealed_body bytea,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint customer_notes_body CHECK (((num_nonnulls(body, sealed_body) = 1) AND ((kind = 'allergy'::text) = (sealed_body IS NOT NULL)))),
  constraint customer_notes_customer FOREIGN KEY (business_id, customer_id) REFERENCES app.customers(business_id, id),
  constraint customer_notes_kind CHECK ((kind = ANY (ARRAY['note'::text, 'formula'::text, 'preference'::text, 'allergy'::text]))),
  constraint customer_notes_pk PRIMARY KEY (business_id, id)
);
CREATE INDEX customer_notes_by_customer ON app.customer_notes USING btree (business_id, customer_id, created_at);
select app.protect('app.customer_notes');

create table app.customers (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  email_key text,
  email text not null,
  name text not null,
  phone text default ''::text not null,
  language text not null,
  created_at timestamp with time zone not null,
  erased_at timestamp with time zone,
  points_balance integer default 0 not null,
  blocked_at timestamp with time zone,
  name_key text generated always as (regexp_replace(NORMALIZE(lower(name), NFD), '[\u0300-\u036f\u064b-\u065f\u0670]'::text, ''::text, 'g'::text)) stored not null,
  version integer default 1 not null,
  merged_into bigint,
  search_name text collate "C",
  search_word_2 text collate "C",
  search_word_3 text collate "C",
  search_word_4 text collate "C",
  search_word_5 text collate "C",
  search_word_6 text collate "C",
  phone_reversed text collate "C",
  constraint customers_business FOREIGN KEY (business_id) REFERENCES app.businesses(business_id),
  constraint customers_email_key UNIQUE (business_id, email_key),
  constraint customers_language CHECK ((language = ANY (ARRAY['es'::text, 'en'::text, 'ar'::text]))),
  constraint customers_merged_into FOREIGN KEY (business_id, merged_into) REFERENCES app.customers(business_id, id),
  constraint customers_pk PRIMARY KEY (business_id, id),
  constraint customers_points CHECK ((points_balance >= 0)),
  constraint customers_without_email CHECK (((email_key IS NOT NULL) OR (email = ''::text)))
);
CREATE INDEX customers_by_age ON app.customers USING btree (business_id, created_at, id) WHERE (erased_at IS NULL);
CREATE INDEX customers_by_merged_into ON app.customers USING btree (business_id, merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX customers_by_name ON app.customers USING btree (business_id, search_name, id);
CREATE INDEX customers_by_phone ON app.customers USING btree (business_id, phone, id);
CREATE INDEX customers_by_phone_end ON app.customers USING btree (business_id, phone_reversed, id) WHERE (phone_reversed IS NOT NULL);
CREATE INDEX customers_by_word_2 ON app.customers USING btree (business_id, search_word_2, search_name, id) WHERE (search_word_2 IS NOT NULL);
CREATE INDEX customers_by_word_3 ON app.customers USING btree (business_id, search_word_3, search_name, id) WHERE (search_word_3 IS NOT NULL);
CREATE INDEX customers_by_word_4 ON app.customers USING btree (business_id, search_word_4, search_name, id) WHERE (search_word_4 IS NOT NULL);
CREATE INDEX customers_by_word_5 ON app.customers USING btree (business_id, search_word_5, search_name, id) WHERE (search_word_5 IS NOT NULL);
CREATE INDEX customers_by_word_6 ON app.customers USING btree (business_id, search_word_6, search_name, id) WHERE (search_word_6 IS NOT NULL);
CREATE INDEX customers_search ON app.customers USING btree (business_id, id) INCLUDE (name_key, email_key, phone) WHERE (erased_at IS NULL);
select app.protect('app.customers');

create table app.disputes (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  payment_id bigint not null,
  dispute_ref text not null,
  amount_cents bigint not null,
  reason text not null,
  state text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  reported_at timestamp with time zone,
  constraint disputes_payment FOREIGN KEY (business_id, payment_id) REFERENCES app.payments(business_id, id),
  constraint disputes_pk PRIMARY KEY (business_id, id),
  constraint disputes_ref UNIQUE (business_id, dispute_ref),
  constraint disputes_state CHECK ((state = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text])))
);
CREATE INDEX disputes_by_payment ON app.disputes USING btree (business_id, payment_id);
CREATE INDEX disputes_open ON app.disputes USING btree (business_id, payment_id) WHERE (state = 'open'::text);
select app.protect('app.disputes');

create table app.event_deliveries (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  endpoint_id bigint not null,
  event_id bigint,
  type text not null,
  state text not null,
  attempts jsonb not null,
  next_attempt_at timestamp with time zone,
  created_at timestamp with time zone not null,
  partition_month date default (date_trunc('month'::text, (now() AT TIME ZONE 'utc'::text)))::date not null,
  constraint event_deliveries_endpoint FOREIGN KEY (business_id, endpoint_id) REFERENCES app.event_endpoints(business_id, id),
  constraint event_deliveries_next CHECK (((state = 'pending'::text) = (next_attempt_at IS NOT NULL))),
  constraint event_deliveries_once UNIQUE (business_id, endpoint_id, event_id, partition_month),
  constraint event_deliveries_pk PRIMARY KEY (business_id, id, partition_month),
  constraint event_deliveries_state CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
) partition by range (partition_month);
CREATE INDEX event_deliveries_by_event ON app.event_deliveries USING btree (business_id, event_id);
CREATE INDEX event_deliveries_by_time ON app.event_deliveries USING btree (business_id, endpoint_id, created_at, id);
CREATE INDEX event_deliveries_due ON app.event_deliveries USING btree (business_id, endpoint_id, next_attempt_at) WHERE (state = 'pending'::text);
select app.protect('app.event_deliveries');

create table app.event_endpoints (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  url text not null,
  types text[],
  description text not null,
  is_active boolean not null,
  sealed_secret bytea not null,
  sealed_previous_secret bytea,
  previous_secret_ends_at timestamp with time zone,
  "position" bigint not null,
  failing_since timestamp with time zone,
  is_slow boolean default false not null,
  disabled_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint event_endpoints_business FOREIGN KEY (business_id) REFERENCES app.businesses(business_id),
  constraint event_endpoints_disabled CHECK (((disabled_at IS NULL) OR (NOT is_active))),
  constraint event_endpoints_pk PRIMARY KEY (business_id, id),
  constraint event_endpoints_secrets CHECK (((sealed_previous_secret IS NULL) = (previous_secret_ends_at IS NULL))),
  constraint event_endpoints_types CHECK (((types IS NULL) OR (cardinality(types) > 0)))
);
select app.protect('app.event_endpoints');

create table app.event_positions (
  business_id uuid not null,
  last_position bigint not null,
  counted_changes bigint default 0 not null,
  constraint event_positions_business FOREIGN KEY (business_id) REFERENCES app.businesses(business_id),
  constraint event_positions_last CHECK ((last_position >= 0)),
  constraint event_positions_pk PRIMARY KEY (business_id)
);
select app.protect('app.event_positions');

create table app.events (
  business_id uuid not null,
  id bigint generated always as identity (cache 32) not null,
  type text not null,
  occurred_at timestamp with time zone not null,
  payload jsonb not null,
  "position" bigint,
  partition_month date default (date_trunc('month'::text, (now() AT TIME ZONE 'utc'::text)))::date not null,
  constraint events_business FOREIGN KEY (business_id) REFERENCES app.businesses(business_id),
  constraint events_pk PRIMARY KEY (business_id, id, partition_month),
  constraint events_position UNIQUE (business_id, "position", partition_month)
) partition by range (partition_month);
select app.protect('app.events');

create table app.fees (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  booking_id bigint not null,
  card_id bigint not null,
  payment_id bigint not null,
  reason text not null,
  amount_cents bigint not null,
  state text default 'requested'::text not null,
  link_until timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint fees_amount CHECK ((amount_cents > 0)),
  constraint fees_booking FOREIGN KEY (business_id, booking_id) REFERENCES app.bookings(business_id, id),
  constraint fees_card FOREIGN KEY (business_id, card_id) REFERENCES app.saved_cards(business_id, id),
  constraint fees_of_payment UNIQUE (business_id, payment_id),
  constraint fees_payment FOREIGN KEY (business_id, payment_id) REFERENCES app.payments(business_id, id),
  constraint fees_pk PRIMARY KEY (business_id, id),
  constraint fees_reason CHECK ((reason = ANY (ARRAY['no_show'::text, 'late_cancel'::text]))),
  constraint fees_state CHECK ((state = ANY (ARRAY['requested'::text, 'charged'::text, 'action'::text, 'failed'::text, 'waived'::text])))
);
CREATE INDEX fees_by_booking ON app.fees USING btree (business_id, booking_id, created_at, id);
CREATE INDEX fees_by_card ON app.fees USING btree (business_id, card_id);
CREATE UNIQUE INDEX fees_once ON app.fees USING btree (business_id, booking_id) WHERE (state <> 'failed'::text);
select app.protect('app.fees');

create table app.guest_booking_counts (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  day date not null,
  kind text not null,
  key_hash bytea not null,
  bookings integer not null,
  constraint guest_booking_counts_business FOREIGN KEY (business_id) REFERENCES app.businesses(business_id),
  constraint guest_booking_counts_hash_length CHECK ((octet_length(key_hash) = 32)),
  constraint guest_booking_counts_key UNIQUE (business_id, day, kind, key_hash),
  constraint guest_booking_counts_kind CHECK ((kind = ANY (ARRAY['address'::text, 'domain'::text]))),
  constraint guest_booking_counts_pk PRIMARY KEY (business_id, id)
);
select app.protect('app.guest_booking_counts');

create table app.holds (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  lines jsonb not null,
  requested_ids bigint[] not null,
  currency text not null,
  due_now_cents bigint not null,
  limit_scope text,
  expires_at timestamp with time zone not null,
  extended_at timestamp with time zone,
  released_at timestamp with time zone,
  booking_id bigint,
  created_at timestamp with time zone not null,
  requirement text,
  guarantee jsonb,
  constraint holds_booking FOREIGN KEY (business_id, booking_id) REFERENCES app.bookings(business_id, id),
  constraint holds_end CHECK (((released_at IS NULL) OR (booking_id IS NULL))),
  constraint holds_lines CHECK ((jsonb_array_length(lines) = cardinality(requested_ids))),
  constraint holds_pk PRIMARY KEY (business_id, id),
  constraint holds_requirement CHECK ((requirement = ANY (ARRAY['none'::text, 'card'::text, 'deposit'::text, 'total'::text]))),
  constraint holds_span CHECK ((starts_at < ends_at))
);
CREATE INDEX holds_by_booking ON app.holds USING btree (business_id, booking_id) WHERE (booking_id IS NOT NULL);
CREATE INDEX holds_by_expiry ON app.holds USING btree (business_id, expires_at);
CREATE INDEX holds_by_scope ON app.holds USING btree (business_id, limit_scope, created_at);
select app.protect('app.holds');

create table app.idempotency_keys (
  business_id uuid not null,
  id bigint generated always as identity (cache 32) not null,
  key_hash bytea not null,
  ask_hash bytea not null,
  answer jsonb,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_business FOREIGN KEY (business_id) REFERENCES app.businesses(business_id),
  constraint idempotency_keys_hash UNIQUE (business_id, key_hash),
  constraint idempotency_keys_pk PRIMARY KEY (business_id, id)
);
CREATE INDEX idempotency_keys_by_age ON app.idempotency_keys USING btree (business_id, created_at);
select app.protect('app.idempotency_keys');

create table app.import_files (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  import_id bigint not null,
  content bytea not null,
  constraint import_files_import FOREIGN KEY (business_id, import_id) REFERENCES app.imports(business_id, id),
  constraint import_files_of_import UNIQUE (business_id, import_id),
  constraint import_files_pk PRIMARY KEY (business_id, id)
);
select app.protect('app.import_files');

create table app.import_report_parts (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  import_id bigint not null,
  "position" integer not null,
  row_count integer not null,
  attention_count integer not null,
  content bytea not null,
  constraint import_report_parts_import FOREIGN KEY (business_id, import_id) REFERENCES app.imports(business_id, id),
  constraint import_report_parts_pk PRIMARY KEY (business_id, id),
  constraint import_report_parts_position UNIQUE (business_id, import_id, "position")
);
select app.protect('app.import_report_parts');

create table app.imported_rows (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  source text not null,
  kind text not null,
  external_hash bytea not null,
  customer_id bigint not null,
  booking_id bigint,
  imported_at timestamp with time zone not null,
  constraint imported_rows_booking FOREIGN KEY (business_id, booking_id) REFERENCES app.bookings(business_id, id),
  constraint imported_rows_booking_of_kind CHECK (((kind = 'booking'::text) = (booking_id IS NOT NULL))),
  constraint imported_rows_customer FOREIGN KEY (business_id, customer_id) REFERENCES app.customers(business_id, id),
  constraint imported_rows_external UNIQUE (business_id, source, kind, external_hash),
  constraint imported_rows_hash_length CHECK ((octet_length(external_hash) = 32)),
  constraint imported_rows_kind CHECK ((kind = ANY (ARRAY['customer'::text, 'booking'::text]))),
  constraint imported_rows_pk PRIMARY KEY (business_id, id)
);
CREATE INDEX imported_rows_by_booking ON app.imported_rows USING btree (business_id, booking_id) WHERE (booking_id IS NOT NULL);
CREATE INDEX imported_rows_by_customer ON app.imported_rows USING btree (business_id, customer_id);
select app.protect('app.imported_rows');

create table app.imports (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  kind text not null,
  source text not null,
  options jsonb not null,
  is_dry_run boolean not null,
  staff_id bigint,
  rows_total integer,
  rows_done integer default 0 not null,
  result jsonb,
  problem jsonb,
  created_at timestamp with time zone not null,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint imports_kind CHECK ((kind = ANY (ARRAY['customers'::text, 'bookings'::text]))),
  constraint imports_pk PRIMARY KEY (business_id, id),
  constraint imports_staff FOREIGN KEY (business_id, staff_id) REFERENCES app.staff(business_id, id)
);
CREATE INDEX imports_by_staff ON app.imports USING btree (business_id, staff_id);
CREATE INDEX imports_by_time ON app.imports USING btree (business_id, created_at, id);
CREATE UNIQUE INDEX imports_one_at_a_time ON app.imports USING btree (business_id) WHERE (ended_at IS NULL);
select app.protect('app.imports');

create table app.inquiries (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  payment_id bigint not null,
  dispute_ref text not null,
  created_at timestamp with time zone not null,
  constraint inquiries_payment FOREIGN KEY (business_id, payment_id) REFERENCES app.payments(business_id, id),
  constraint inquiries_pk PRIMARY KEY (business_id, id),
  constraint inquiries_ref UNIQUE (business_id, dispute_ref)
);
CREATE INDEX inquiries_by_payment ON app.inquiries USING btree (business_id, payment_id);
select app.protect('app.inquiries');

create table app.mails (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  kind text not null,
  to_email text not null,
  language text not null,
  payload jsonb not null,
  cause text not null,
  state text default 'waiting'::text not null,
  attempts integer default 0 not null,
  last_error text default ''::text not null,
  subject text default ''::text not null,
  text_body text default ''::text not null,
  html_body text default ''::text not null,
  calendar text default ''::text not null,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  send_after timestamp with time zone,
  withheld_at timestamp with time zone,
  held boolean default false not null,
  replaced_at timestamp with time zone,
  partition_month date default (date_trunc('month'::text, (now() AT TIME ZONE 'utc'::text)))::date not null,
  constraint mails_business FOREIGN KEY (business_id) REFERENCES app.businesses(business_id),
  constraint mails_cause UNIQUE (business_id, cause, partition_month),
  constraint mails_cause_length CHECK (((length(cause) >= 1) AND (length(cause) <= 200))),
  constraint mails_kind CHECK ((kind ~ '^[a-z_]{1,40}$'::text)),
  constraint mails_language CHECK ((language = ANY (ARRAY['es'::text, 'en'::text, 'ar'::text]))),
  constraint mails_pk PRIMARY KEY (business_id, id, partition_month),
  constraint mails_state CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'kept'::text, 'failed'::text])))
) partition by range (partition_month);
CREATE INDEX mails_by_time ON app.mails USING btree (business_id, created_at);
CREATE INDEX mails_unsent ON app.mails USING btree (business_id, state, created_at) WHERE (state = ANY (ARRAY['waiting'::text, 'failed'::text]));
select app.protect('app.mails');

create table app.message_months (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  month date not null,
  segments integer default 0 not null,
  cost_micros bigint default 0 not null,
  cost_currency text default ''::text not null,
  constraint message_months_business FOREIGN KEY (business_id) REFERENCES app.businesses(business_id),
  constraint message_months_month UNIQUE (business_id, month),
  constraint message_months_pk PRIMARY KEY (business_id, id),
  constraint message_months_segments CHECK ((segments >= 0))
);
select app.protect('app.message_months');

create table app.message_senders (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  channel text not null,
  sender text not null,
  registered_on date,
  templates jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone not null,
  account text default ''::text not null,
  templates_read_at timestamp with time zone,
  constraint message_senders_business FOREIGN KEY (business_id) REFERENCES app.businesses(business_id),
  constraint message_senders_channel CHECK ((channel = ANY (ARRAY['sms'::text, 'whatsapp'::text]))),
  constraint message_senders_channel_unique UNIQUE (business_id, channel),
  constraint message_senders_length CHECK (((length(sender) >= 1) AND (length(sender) <= 40))),
  constraint message_senders_pk PRIMARY KEY (business_id, id)
);
select app.protect('app.message_senders');

create table app.messages (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  kind text not null,
  channel text not null,
  customer_id bigint,
  to_phone text not null,
  language text not null,
  payload jsonb not null,
  cause text not null,
  mail_id bigint,
  state text default 'waiting'::text not null,
  attempts integer default 0 not null,
  month date,
  segments integer default 0 not null,
  sender text default ''::text not null,
  template text default ''::text not null,
  provider_ref text,
  error text default ''::text not null,
  cost_micros bigint,
  cost_currency text,
  created_at timestamp with time zone not null,
  send_after timestamp with time zone,
  attempted_at timestamp with time zone,
  sent_at timestamp with time zone,
  delivered_at timestamp with time zone,
  read_at timestamp with time zone,
  succeeded_at timestamp with time zone,
  partition_month date default (date_trunc('month'::text, (now() AT TIME ZONE 'utc'::text)))::date not null,
  constraint messages_business FOREIGN KEY (business_id) REFERENCES app.businesses(business_id),
  constraint messages_cause UNIQUE (business_id, cause, channel, partition_month),
  constraint messages_cause_length CHECK (((length(cause) >= 1) AND (length(cause) <= 200))),
  constraint messages_channel CHECK ((channel = ANY (ARRAY['sms'::text, 'whatsapp'::text]))),
  constraint messages_cost CHECK (((cost_micros IS NULL) = (cost_currency IS NULL))),
  constraint messages_customer FOREIGN KEY (business_id, customer_id) REFERENCES app.customers(business_id, id),
  constraint messages_kind CHECK ((kind = ANY (ARRAY['booking_confirmed'::text, 'booking_rescheduled'::text, 'booking_cancelled'::text, 'booking_reminder'::text, 'waitlist_offer'::text, 'owner_booking_created'::text, 'owner_booking_rescheduled'::text, 'owner_booking_cancelled'::text]))),
  constraint messages_language CHECK ((language = ANY (ARRAY['es'::text, 'en'::text, 'ar'::text]))),
  constraint messages_pk PRIMARY KEY (business_id, id, partition_month),
  constraint messages_state CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'unknown'::text, 'sent'::text, 'delivered'::text, 'read'::text, 'failed'::text, 'dropped'::text])))
) partition by range (partition_month);
CREATE INDEX messages_by_customer ON app.messages USING btree (business_id, customer_id) WHERE (customer_id IS NOT NULL);
CREATE INDEX messages_by_provider_ref ON app.messages USING btree (business_id, provider_ref) WHERE (provider_ref IS NOT NULL);
CREATE INDEX messages_by_time ON app.messages USING btree (business_id, created_at);
CREATE INDEX messages_open ON app.messages USING btree (business_id, state, created_at) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text, 'unknown'::text, 'sent'::text]));
select app.protect('app.messages');

create table app.onboarding_codes (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  code_hash bytea not null,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  tries integer default 0 not null,
  used_at timestamp with time zone,
  constraint onboarding_codes_business FOREIGN KEY (business_id) REFERENCES app.businesses(business_id),
  constraint onboarding_codes_pk PRIMARY KEY (business_id, id),
  constraint onboarding_codes_tries CHECK ((tries >= 0))
);
CREATE INDEX onboarding_codes_by_time ON app.onboarding_codes USING btree (business_id, sent_at);
select app.protect('app.onboarding_codes');

create table app.opening_hours (
  business_id uuid not null,
  id bigint generated always as identity (cache 32) not null,
  weekday integer not null,
  opens_minute integer not null,
  closes_minute integer not null,
  break_start_minute integer,
  break_end_minute integer,
  constraint opening_hours_break CHECK ((((break_start_minute IS NULL) AND (break_end_minute IS NULL)) OR ((break_start_minute IS NOT NULL) AND (break_end_minute IS NOT NULL) AND (opens_minute < break_start_minute) AND (break_start_minute < break_end_minute) AND (break_end_minute < closes_minute)))),
  constraint opening_hours_business FOREIGN KEY (business_id) REFERENCES app.businesses(business_id),
  constraint opening_hours_pk PRIMARY KEY (business_id, id),
  constraint opening_hours_span CHECK (((0 <= opens_minute) AND (opens_minute < closes_minute) AND (closes_minute <= 1440))),
  constraint opening_hours_weekday UNIQUE (business_id, weekday),
  constraint opening_hours_weekday_range CHECK (((weekday >= 1) AND (weekday <= 7)))
);
select app.protect('app.opening_hours');

create table app.order_lines (
  business_id uuid not null,
  id bigint generated always as identity (cache 32) not null,
  order_id bigint not null,
  "position" integer not null,
  product_id bigint not null,
  name jsonb not null,
  price_cents bigint not null,
  charged_cents bigint not null,
  quantity integer not null,
  vat_basis_points integer,
  constraint order_lines_order FOREIGN KEY (business_id, order_id) REFERENCES app.orders(business_id, id),
  constraint order_lines_pk PRIMARY KEY (business_id, id),
  constraint order_lines_position UNIQUE (business_id, order_id, "position"),
  constraint order_lines_product FOREIGN KEY (business_id, product_id) REFERENCES app.products(business_id, id),
  constraint order_lines_quantity CHECK (((quantity >= 1) AND (quantity <= 20))),
  constraint order_lines_vat CHECK (((vat_basis_points >= 0) AND (vat_basis_points <= 10000)))
);
CREATE INDEX order_lines_by_product ON app.order_lines USING btree (business_id, product_id);
select app.protect('app.order_lines');

create table app.orders (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  code text not null,
  state text not null,
  customer_id bigint not null,
  notes text not null,
  currency text not null,
  subtotal_cents bigint not null,
  discount_cents bigint not null,
  total_cents bigint not null,
  points_awarded integer not null,
  expires_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  version integer not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  payment_id bigint,
  constraint orders_cancellation CHECK (((state <> 'cancelled'::text) OR (cancelled_at IS NOT NULL))),
  constraint orders_code UNIQUE (business_id, code),
  constraint orders_customer FOREIGN KEY (business_id, customer_id) REFERENCES app.customers(business_id, id),
  constraint orders_money CHECK (((total_cents = (subtotal_cents - discount_cents)) AND (total_cents >= 0) AND (discount_cents >= 0))),
  constraint orders_payment FOREIGN KEY (business_id, payment_id) REFERENCES app.payments(business_id, id),
  constraint orders_pk PRIMARY KEY (business_id, id),
  constraint orders_state CHECK ((state = ANY (ARRAY['pending'::text, 'paid'::text, 'delivered'::text, 'cancelled'::text, 'refunded'::text])))
);
CREATE INDEX orders_by_customer ON app.orders USING btree (business_id, customer_id, created_at);
CREATE INDEX orders_by_payment ON app.orders USING btree (business_id, payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX orders_by_time ON app.orders USING btree (business_id, created_at);
CREATE INDEX orders_pending ON app.orders USING btree (business_id, expires_at) WHERE (state = 'pending'::text);
select app.protect('app.orders');

create table app.outbox (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  jobs jsonb not null,
  enqueued_at timestamp with time zone default clock_timestamp() not null,
  constraint outbox_pk PRIMARY KEY (business_id, id)
);
select app.protect('app.outbox');

create table app.payment_domains (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  account_ref text not null,
  domain text not null,
  active boolean not null,
  failure text default ''::text not null,
  checked_at timestamp with time zone not null,
  constraint payment_domains_account FOREIGN KEY (business_id, account_ref) REFERENCES app.processor_accounts(business_id, account_ref),
  constraint payment_domains_domain UNIQUE (business_id, account_ref, domain),
  constraint payment_domains_pk PRIMARY KEY (business_id, id)
);
select app.protect('app.payment_domains');

create table app.payments (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  booking_id bigint,
  order_id bigint,
  package_id bigint,
  customer_id bigint not null,
  account_ref text not null,
  amount_cents bigint not null,
  currency text not null,
  fee_cents bigint not null,
  points_bought integer default 0 not null,
  state text default 'pending'::text not null,
  is_open boolean default true not null,
  processor_key text not null,
  key_spent boolean default false not null,
  lease_until timestamp with time zone,
  intent_ref text,
  status_seen text default 'new'::text not null,
  status_seen_at timestamp with time zone not null,
  received_cents bigint default 0 not null,
  received_currency text,
  refund_seen_cents bigint default 0 not null,
  charge_ref text,
  receipt_url text default ''::text not null,
  failure_code text default ''::text not null,
  failure_message text default ''::text not null,
  failed_at timestamp with time zone,
  settled_at timestamp with time zone,
  applied boolean default false not null,
  points_awarded integer default 0 not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  failure_declined boolean default false not null,
  unverified_since timestamp with time zone,
  purpose text default 'total'::text not null,
  card_id bigint,
  constraint payments_amount CHECK (((amount_cents > 0) AND (fee_cents >= 0) AND (fee_cents < amount_cents))),
  constraint payments_booking FOREIGN KEY (business_id, booking_id) REFERENCES app.bookings(business_id, id),
  constraint payments_card FOREIGN KEY (business_id, card_id) REFERENCES app.saved_cards(business_id, id),
  constraint payments_customer FOREIGN KEY (business_id, customer_id) REFERENCES app.customers(business_id, id),
  constraint payments_facts CHECK (((received_cents >= 0) AND (refund_seen_cents >= 0) AND (points_awarded >= 0) AND (points_bought >= 0))),
  constraint payments_intent UNIQUE (business_id, intent_ref),
  constraint payments_order FOREIGN KEY (business_id, order_id) REFERENCES app.orders(business_id, id),
  constraint payments_package FOREIGN KEY (business_id, package_id) REFERENCES app.points_packages(business_id, id),
  constraint payments_pk PRIMARY KEY (business_id, id),
  constraint payments_processor_key UNIQUE (business_id, processor_key),
  constraint payments_purpose CHECK ((purpose = ANY (ARRAY['total'::text, 'deposit'::text, 'fee'::text]))),
  constraint payments_reference CHECK ((num_nonnulls(booking_id, order_id, package_id) = 1)),
  constraint payments_state CHECK ((state = ANY (ARRAY['pending'::text, 'processing'::text, 'completed'::text, 'failed'::text, 'cancelled'::text, 'refunded'::text, 'partly_refunded'::text, 'disputed'::text, 'review'::text]))),
  constraint payments_status_seen CHECK ((status_seen = ANY (ARRAY['new'::text, 'processing'::text, 'failed'::text, 'cancelled'::text, 'succeeded'::text])))
);
CREATE INDEX payments_by_booking ON app.payments USING btree (business_id, booking_id, id);
CREATE INDEX payments_by_card ON app.payments USING btree (business_id, card_id) WHERE (card_id IS NOT NULL);
CREATE INDEX payments_by_customer ON app.payments USING btree (business_id, customer_id, id);
CREATE INDEX payments_by_order ON app.payments USING btree (business_id, order_id, id);
CREATE INDEX payments_by_receipt ON app.payments USING btree (business_id, COALESCE(settled_at, status_seen_at)) WHERE (received_cents > 0);
CREATE INDEX payments_by_time ON app.payments USING btree (business_id, created_at, id);
CREATE INDEX payments_in_review ON app.payments USING btree (business_id, id) WHERE (state = 'review'::text);
CREATE UNIQUE INDEX payments_open_booking ON app.payments USING btree (business_id, booking_id) WHERE (is_open AND (purpose <> 'fee'::text));
CREATE UNIQUE INDEX payments_open_fee ON app.payments USING btree (business_id, booking_id) WHERE (is_open AND (purpose = 'fee'::text));
CREATE UNIQUE INDEX payments_open_order ON app.payments USING btree (business_id, order_id) WHERE is_open;
CREATE UNIQUE INDEX payments_open_package ON app.payments USING btree (business_id, package_id, customer_id) WHERE is_open;
CREATE INDEX payments_refunded ON app.payments USING btree (business_id, id) WHERE (refund_seen_cents > 0);
CREATE INDEX payments_unfinished ON app.payments USING btree (business_id, updated_at) WHERE (state = ANY (ARRAY['pending'::text, 'processing'::text, 'failed'::text]));
CREATE INDEX payments_unverified ON app.payments USING btree (business_id, unverified_since) WHERE (unverified_since IS NOT NULL);
select app.protect('app.payments');

create table app.payouts (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  account_ref text not null,
  payout_ref text not null,
  state text not null,
  amount_cents bigint not null,
  currency text not null,
  arrives_on date not null,
  failure_code text default ''::text not null,
  failure_message text default ''::text not null,
  contents_read boolean default false not null,
  created_at timestamp with time zone not null,
  constraint payouts_account FOREIGN KEY (business_id, account_ref) REFERENCES app.processor_accounts(business_id, account_ref),
  constraint payouts_pk PRIMARY KEY (business_id, id),
  constraint payouts_ref UNIQUE (business_id, payout_ref),
  constraint payouts_state CHECK ((state = ANY (ARRAY['pending'::text, 'in_transit'::text, 'paid'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE INDEX payouts_by_account ON app.payouts USING btree (business_id, account_ref);
CREATE INDEX payouts_by_time ON app.payouts USING btree (business_id, created_at, id);
select app.protect('app.payouts');

create table app.points_movements (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  customer_id bigint not null,
  ordinal integer not null,
  kind text not null,
  points integer not null,
  balance_after integer not null,
  concept jsonb not null,
  cause text not null,
  booking_id bigint,
  created_at timestamp with time zone not null,
  constraint movements_booking FOREIGN KEY (business_id, booking_id) REFERENCES app.bookings(business_id, id),
  constraint movements_customer FOREIGN KEY (business_id, customer_id) REFERENCES app.customers(business_id, id),
  constraint points_movements_balance CHECK ((balance_after >= 0)),
  constraint points_movements_cause UNIQUE (business_id, cause),
  constraint points_movements_kind CHECK ((kind = ANY (ARRAY['earned'::text, 'redeemed'::text, 'bought'::text, 'reverted'::text, 'adjusted'::text]))),
  constraint points_movements_ordinal UNIQUE (business_id, customer_id, ordinal) INCLUDE (points, balance_after),
  constraint points_movements_pk PRIMARY KEY (business_id, id),
  constraint points_movements_sign CHECK (
CASE kind
    WHEN 'redeemed'::text THEN (points < 0)
    WHEN 'reverted'::text THEN true
    WHEN 'adjusted'::text THEN (points <> 0)
    ELSE (points > 0)
END)
);
CREATE INDEX points_movements_by_booking ON app.points_movements USING btree (business_id, booking_id);
select app.protect('app.points_movements');

create table app.points_packages (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  handle text not null,
  name jsonb not null,
  points integer not null,
  price_cents bigint not null,
  "position" integer default 0 not null,
  active boolean default true not null,
  constraint points_packages_business FOREIGN KEY (business_id) REFERENCES app.businesses(business_id),
  constraint points_packages_handle UNIQUE (business_id, handle),
  constraint points_packages_pk PRIMARY KEY (business_id, id),
  constraint points_packages_points CHECK (((points >= 1) AND (points <= 1000000))),
  constraint points_packages_price CHECK (((price_cents >= 1) AND (price_cents <= 100000000)))
);
select app.protect('app.points_packages');

create table app.processor_accounts (
  business_id uuid not null,
  id bigint generated always as identity (cache 32) not null,
  account_ref text not null,
  livemode boolean not null,
  card_payments text not null,
  ready boolean not null,
  fee_basis_points integer default 0 not null,
  connected_at timestamp with time zone not null,
  disconnected_at timestamp with time zone,
  checked_at timestamp with time zone not null,
  check_due_at timestamp with time zone,
  constraint tenant_processor_accounts_business FOREIGN KEY (business_id) REFERENCES app.businesses(business_id),
  constraint tenant_processor_accounts_fee CHECK (((fee_basis_points >= 0) AND (fee_basis_points <= 3000))),
  constraint tenant_processor_accounts_pk PRIMARY KEY (business_id, id),
  constraint tenant_processor_accounts_ready CHECK (((NOT ready) OR (disconnected_at IS NULL))),
  constraint tenant_processor_accounts_ref UNIQUE (business_id, account_ref)
);
CREATE UNIQUE INDEX tenant_processor_accounts_connected ON app.processor_accounts USING btree (business_id) WHERE (disconnected_at IS NULL);
select app.protect('app.processor_accounts');

create table app.processor_customers (
  business_id uuid not null,
  id bigint generated always as identity (cache 32) not null,
  customer_id bigint not null,
  account_ref text not null,
  processor_key text not null,
  customer_ref text,
  created_at timestamp with time zone not null,
  constraint processor_customers_customer FOREIGN KEY (business_id, customer_id) REFERENCES app.customers(business_id, id),
  constraint processor_customers_once UNIQUE (business_id, customer_id, account_ref),
  constraint processor_customers_pk PRIMARY KEY (business_id, id)
);
select app.protect('app.processor_customers');

create table app.processor_events (
  business_id uuid not null,
  id bigint generated always as identity (cache 32) not null,
  event_ref text not null,
  type text not null,
  occurred_at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  constraint processor_events_business FOREIGN KEY (business_id) REFERENCES app.businesses(business_id),
  constraint processor_events_pk PRIMARY KEY (business_id, id),
  constraint processor_events_ref UNIQUE (business_id, event_ref)
);
CREATE INDEX processor_events_by_age ON app.processor_events USING btree (business_id, received_at);
select app.protect('app.processor_events');

create table app.products (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  handle text not null,
  category_id bigint not null,
  name jsonb not null,
  description jsonb default '{}'::jsonb not null,
  price_cents bigint not null,
  offer_price_cents bigint,
  points_awarded integer default 0 not null,
  image_url text default ''::text not null,
  featured boolean default false not null,
  stock integer,
  taken integer default 0 not null,
  "position" integer default 0 not null,
  active boolean default true not null,
  vat_basis_points integer,
  constraint products_category FOREIGN KEY (business_id, category_id) REFERENCES app.categories(business_id, id),
  constraint products_handle UNIQUE (business_id, handle),
  constraint products_offer CHECK (((offer_price_cents >= 1) AND (offer_price_cents <= price_cents))),
  constraint products_pk PRIMARY KEY (business_id, id),
  constraint products_points CHECK ((points_awarded >= 0)),
  constraint products_price CHECK (((price_cents >= 1) AND (price_cents <= 100000000))),
  constraint products_stock CHECK (((stock >= 0) AND (stock <= 1000000))),
  constraint products_taken CHECK ((taken >= 0)),
  constraint products_vat CHECK (((vat_basis_points >= 0) AND (vat_basis_points <= 10000)))
);
CREATE INDEX products_by_category ON app.products USING btree (business_id, category_id);
select app.protect('app.products');

create table app.professional_services (
  business_id uuid not null,
  id bigint generated always as identity (cache 32) not null,
  professional_id bigint not null,
  service_id bigint not null,
  duration_minutes integer,
  phase_minutes integer[],
  price_cents bigint,
  constraint offers_duration CHECK (((duration_minutes >= 5) AND (duration_minutes <= 720))),
  constraint offers_phases CHECK (((phase_minutes IS NULL) OR ((duration_minutes IS NOT NULL) AND (array_ndims(phase_minutes) = 1) AND (array_lower(phase_minutes, 1) = 1) AND (cardinality(phase_minutes) = ANY (ARRAY[1, 3, 5, 7, 9])) AND (array_position(phase_minutes, NULL::integer) IS NULL) AND (5 <= ALL (phase_minutes)) AND (((((((((phase_minutes[1] + COALESCE(phase_minutes[2], 0)) + COALESCE(phase_minutes[3], 0)) + COALESCE(phase_minutes[4], 0)) + COALESCE(phase_minutes[5], 0)) + COALESCE(phase_minutes[6], 0)) + COALESCE(phase_minutes[7], 0)) + COALESCE(phase_minutes[8], 0)) + COALESCE(phase_minutes[9], 0)) = duration_minutes)))),
  constraint offers_price CHECK (((price_cents >= 0) AND (price_cents <= 100000000))),
  constraint offers_professional FOREIGN KEY (business_id, professional_id) REFERENCES app.professionals(business_id, id),
  constraint offers_service FOREIGN KEY (business_id, service_id) REFERENCES app.services(business_id, id),
  constraint professional_services_pair UNIQUE (business_id, professional_id, service_id),
  constraint professional_services_pk PRIMARY KEY (business_id, id)
);
CREATE INDEX professional_services_by_service ON app.professional_services USING btree (business_id, service_id);
select app.protect('app.professional_services');

create table app.professionals (
  business_id uuid not null,
  id bigint not null,
  handle text not null,
  name text not null,
  title jsonb default '{}'::jsonb not null,
  bio jsonb default '{}'::jsonb not null,
  specialties jsonb default '[]'::jsonb not null,
  image_url text default ''::text not null,
  gallery_urls text[] default '{}'::text[] not null,
  "position" integer default 0 not null,
  active boolean default true not null,
  constraint professionals_handle UNIQUE (business_id, handle),
  constraint professionals_pk PRIMARY KEY (business_id, id),
  constraint professionals_resource FOREIGN KEY (business_id, id) REFERENCES app.resources(business_id, id)
);
select app.protect('app.professionals');

create table app.refresh_tokens (
  business_id uuid not null,
  id bigint generated always as identity (cache 32) not null,
  session_id bigint not null,
  token_hash bytea not null,
  issued_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  rotated_at timestamp with time zone,
  constraint refresh_session FOREIGN KEY (business_id, session_id) REFERENCES app.sessions(business_id, id),
  constraint refresh_tokens_hash UNIQUE (business_id, token_hash),
  constraint refresh_tokens_pk PRIMARY KEY (business_id, id)
);
CREATE INDEX refresh_tokens_by_expiry ON app.refresh_tokens USING btree (business_id, expires_at);
CREATE INDEX refresh_tokens_by_session ON app.refresh_tokens USING btree (business_id, session_id);
select app.protect('app.refresh_tokens');

create table app.refunds (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  payment_id bigint not null,
  reason text not null,
  cause text not null,
  amount_cents bigint not null,
  state text default 'pending'::text not null,
  processor_key text not null,
  key_spent boolean default false not null,
  refund_ref text,
  failure_message text default ''::text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint refunds_amount CHECK ((amount_cents > 0)),
  constraint refunds_cause UNIQUE (business_id, cause),
  constraint refunds_payment FOREIGN KEY (business_id, payment_id) REFERENCES app.payments(business_id, id),
  constraint refunds_pk PRIMARY KEY (business_id, id),
  constraint refunds_reason CHECK ((reason = ANY (ARRAY['cancelled'::text, 'rescheduled'::text, 'late'::text, 'duplicate'::text, 'business'::text, 'processor'::text]))),
  constraint refunds_ref UNIQUE (business_id, refund_ref),
  constraint refunds_state CHECK ((state = ANY (ARRAY['pending'::text, 'cancelled'::text, 'completed'::text, 'failed'::text])))
);
CREATE INDEX refunds_by_payment ON app.refunds USING btree (business_id, payment_id, id);
CREATE INDEX refunds_unfinished ON app.refunds USING btree (business_id, updated_at) WHERE (state = 'pending'::text);
select app.protect('app.refunds');

create table app.resource_types (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  handle text not null,
  name jsonb not null,
  "position" integer default 0 not null,
  active boolean default true not null,
  constraint resource_types_business FOREIGN KEY (business_id) REFERENCES app.businesses(business_id),
  constraint resource_types_handle UNIQUE (business_id, handle),
  constraint resource_types_pk PRIMARY KEY (business_id, id)
);
select app.protect('app.resource_types');

create table app.resource_units (
  business_id uuid not null,
  id bigint not null,
  resource_type_id bigint not null,
  number integer not null,
  active boolean default true not null,
  constraint resource_units_from_one CHECK ((number >= 1)),
  constraint resource_units_number UNIQUE (business_id, resource_type_id, number),
  constraint resource_units_pk PRIMARY KEY (business_id, id),
  constraint resource_units_resource FOREIGN KEY (business_id, id) REFERENCES app.resources(business_id, id),
  constraint resource_units_type FOREIGN KEY (business_id, resource_type_id) REFERENCES app.resource_types(business_id, id)
);
select app.protect('app.resource_units');

create table app.resources (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  kind text not null,
  constraint resources_business FOREIGN KEY (business_id) REFERENCES app.businesses(business_id),
  constraint resources_kind CHECK ((kind = ANY (ARRAY['professional'::text, 'unit'::text]))),
  constraint resources_pk PRIMARY KEY (business_id, id)
);
select app.protect('app.resources');

create table app.reviews (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  professional_id bigint not null,
  booking_id bigint,
  customer_name text not null,
  rating integer not null,
  comment text default ''::text not null,
  day date not null,
  created_at timestamp with time zone,
  constraint reviews_booking FOREIGN KEY (business_id, booking_id) REFERENCES app.bookings(business_id, id),
  constraint reviews_booking_once UNIQUE (business_id, booking_id),
  constraint reviews_pk PRIMARY KEY (business_id, id),
  constraint reviews_professional FOREIGN KEY (business_id, professional_id) REFERENCES app.professionals(business_id, id),
  constraint reviews_rating CHECK (((rating >= 1) AND (rating <= 5)))
);
CREATE INDEX reviews_by_professional ON app.reviews USING btree (business_id, professional_id, day);
select app.protect('app.reviews');

create table app.salon_downloads (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  staff_id bigint not null,
  token_hash bytea not null,
  mail_id bigint,
  requested_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  downloaded_at timestamp with time zone,
  constraint salon_downloads_length CHECK ((octet_length(token_hash) = 32)),
  constraint salon_downloads_person UNIQUE (business_id, staff_id),
  constraint salon_downloads_pk PRIMARY KEY (business_id, id),
  constraint salon_downloads_staff FOREIGN KEY (business_id, staff_id) REFERENCES app.staff(business_id, id)
);
select app.protect('app.salon_downloads');

create table app.salon_files (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  number integer not null,
  applied_at timestamp with time zone not null,
  document text not null,
  constraint salon_files_business FOREIGN KEY (business_id) REFERENCES app.businesses(business_id),
  constraint salon_files_number UNIQUE (business_id, number),
  constraint salon_files_pk PRIMARY KEY (business_id, id)
);
select app.protect('app.salon_files');

create table app.saved_cards (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  booking_id bigint not null,
  customer_id bigint not null,
  account_ref text not null,
  state text default 'pending'::text not null,
  processor_key uuid not null,
  setup_ref text,
  card_ref text,
  customer_ref text,
  brand text default ''::text not null,
  last4 text default ''::text not null,
  expires_on date,
  failure_message text default ''::text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint saved_cards_booking FOREIGN KEY (business_id, booking_id) REFERENCES app.bookings(business_id, id),
  constraint saved_cards_customer FOREIGN KEY (business_id, customer_id) REFERENCES app.customers(business_id, id),
  constraint saved_cards_pk PRIMARY KEY (business_id, id),
  constraint saved_cards_saved CHECK (((state <> 'saved'::text) OR ((card_ref IS NOT NULL) AND (customer_ref IS NOT NULL)))),
  constraint saved_cards_setup UNIQUE (business_id, setup_ref),
  constraint saved_cards_state CHECK ((state = ANY (ARRAY['pending'::text, 'saved'::text, 'expired'::text, 'retired'::text])))
);
CREATE INDEX saved_cards_by_booking ON app.saved_cards USING btree (business_id, booking_id, created_at, id);
CREATE INDEX saved_cards_by_customer ON app.saved_cards USING btree (business_id, customer_id, created_at, id);
CREATE UNIQUE INDEX saved_cards_of_booking ON app.saved_cards USING btree (business_id, booking_id) WHERE (state = ANY (ARRAY['pending'::text, 'saved'::text]));
select app.protect('app.saved_cards');

create table app.schedule_exceptions (
  business_id uuid not null,
  id bigint generated always as identity (cache 32) not null,
  professional_id bigint not null,
  day date not null,
  reason jsonb default '{}'::jsonb not null,
  start_minutes integer[] default '{}'::integer[] not null,
  end_minutes integer[] default '{}'::integer[] not null,
  constraint exceptions_professional FOREIGN KEY (business_id, professional_id) REFERENCES app.professionals(business_id, id),
  constraint schedule_exceptions_day UNIQUE (business_id, professional_id, day),
  constraint schedule_exceptions_parallel CHECK ((cardinality(start_minutes) = cardinality(end_minutes))),
  constraint schedule_exceptions_pk PRIMARY KEY (business_id, id)
);
select app.protect('app.schedule_exceptions');

create table app.service_resource_types (
  business_id uuid not null,
  id bigint generated always as identity (cache 32) not null,
  service_id bigint not null,
  resource_type_id bigint not null,
  constraint needs_resource_type FOREIGN KEY (business_id, resource_type_id) REFERENCES app.resource_types(business_id, id),
  constraint needs_service FOREIGN KEY (business_id, service_id) REFERENCES app.services(business_id, id),
  constraint service_resource_types_pair UNIQUE (business_id, service_id, resource_type_id),
  constraint service_resource_types_pk PRIMARY KEY (business_id, id)
);
CREATE INDEX service_resource_types_by_type ON app.service_resource_types USING btree (business_id, resource_type_id);
select app.protect('app.service_resource_types');

create table app.services (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  handle text not null,
  category_id bigint not null,
  name jsonb not null,
  description jsonb default '{}'::jsonb not null,
  duration_minutes integer not null,
  price_cents bigint not null,
  offer_price_cents bigint,
  points_awarded integer default 0 not null,
  points_price integer default 0 not null,
  image_url text default ''::text not null,
  gallery_urls text[] default '{}'::text[] not null,
  bookable_online boolean default true not null,
  featured boolean default false not null,
  "position" integer default 0 not null,
  active boolean default true not null,
  phase_minutes integer[],
  buffer_minutes integer default 0 not null,
  deposit jsonb,
  card_guarantee jsonb,
  vat_basis_points integer,
  constraint services_buffer CHECK (((buffer_minutes >= 0) AND (buffer_minutes <= 120))),
  constraint services_category FOREIGN KEY (business_id, category_id) REFERENCES app.categories(business_id, id),
  constraint services_duration CHECK (((duration_minutes >= 5) AND (duration_minutes <= 720))),
  constraint services_handle UNIQUE (business_id, handle),
  constraint services_offer CHECK (((offer_price_cents >= 0) AND (offer_price_cents <= price_cents))),
  constraint services_phases CHECK (((phase_minutes IS NULL) OR ((array_ndims(phase_minutes) = 1) AND (array_lower(phase_minutes, 1) = 1) AND (cardinality(phase_minutes) = ANY (ARRAY[1, 3, 5, 7, 9])) AND (array_position(phase_minutes, NULL::integer) IS NULL) AND (5 <= ALL (phase_minutes)) AND (((((((((phase_minutes[1] + COALESCE(phase_minutes[2], 0)) + COALESCE(phase_minutes[3], 0)) + COALESCE(phase_minutes[4], 0)) + COALESCE(phase_minutes[5], 0)) + COALESCE(phase_minutes[6], 0)) + COALESCE(phase_minutes[7], 0)) + COALESCE(phase_minutes[8], 0)) + COALESCE(phase_minutes[9], 0)) = duration_minutes)))),
  constraint services_pk PRIMARY KEY (business_id, id),
  constraint services_points CHECK (((points_awarded >= 0) AND (points_price >= 0))),
  constraint services_price CHECK (((price_cents >= 0) AND (price_cents <= 100000000))),
  constraint services_vat CHECK (((vat_basis_points >= 0) AND (vat_basis_points <= 10000)))
);
CREATE INDEX services_by_category ON app.services USING btree (business_id, category_id);
select app.protect('app.services');

create table app.sessions (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  customer_id bigint not null,
  signed_in_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint sessions_customer FOREIGN KEY (business_id, customer_id) REFERENCES app.customers(business_id, id),
  constraint sessions_pk PRIMARY KEY (business_id, id)
);
CREATE INDEX sessions_by_customer ON app.sessions USING btree (business_id, customer_id);
select app.protect('app.sessions');

create table app.shifts (
  business_id uuid not null,
  id bigint generated always as identity (cache 32) not null,
  professional_id bigint not null,
  weekday integer not null,
  start_minute integer not null,
  end_minute integer not null,
  constraint shifts_pk PRIMARY KEY (business_id, id),
  constraint shifts_professional FOREIGN KEY (business_id, professional_id) REFERENCES app.professionals(business_id, id),
  constraint shifts_span CHECK (((0 <= start_minute) AND (start_minute < end_minute) AND (end_minute <= 1440))),
  constraint shifts_weekday CHECK (((weekday >= 1) AND (weekday <= 7)))
);
CREATE INDEX shifts_by_professional ON app.shifts USING btree (business_id, professional_id, weekday, start_minute);
select app.protect('app.shifts');

create table app.sign_in_challenges (
  business_id uuid not null,
  id bigint generated always as identity (cache 32) not null,
  public_id uuid not null,
  purpose text not null,
  opens boolean not null,
  email_key text not null,
  email text not null,
  language text not null,
  name text default ''::text not null,
  phone text default ''::text not null,
  password_hash text,
  accepts_marketing boolean default false not null,
  code_hash bytea not null,
  tries integer default 0 not null,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  created_at timestamp with time zone not null,
  with_password boolean default false not null,
  code_id bigint,
  constraint challenges_business FOREIGN KEY (business_id) REFERENCES app.businesses(business_id),
  constraint challenges_language CHECK ((language = ANY (ARRAY['es'::text, 'en'::text, 'ar'::text]))),
  constraint challenges_public_id UNIQUE (business_id, public_id),
  constraint challenges_purpose CHECK ((purpose = ANY (ARRAY['register'::text, 'sign_in'::text]))),
  constraint sign_in_challenges_pk PRIMARY KEY (business_id, id)
);
CREATE INDEX challenges_by_age ON app.sign_in_challenges USING btree (business_id, created_at);
CREATE INDEX challenges_by_email ON app.sign_in_challenges USING btree (business_id, email_key);
select app.protect('app.sign_in_challenges');

create table app.sign_in_codes (
  business_id uuid not null,
  id bigint generated always as identity (cache 32) not null,
  email_key text not null,
  asked_at timestamp with time zone not null,
  with_password boolean default false not null,
  asked_from text,
  extra_tries integer default 0 not null,
  constraint sign_in_codes_business FOREIGN KEY (business_id) REFERENCES app.businesses(business_id),
  constraint sign_in_codes_pk PRIMARY KEY (business_id, id)
);
CREATE INDEX sign_in_codes_by_email ON app.sign_in_codes USING btree (business_id, email_key, asked_at);
select app.protect('app.sign_in_codes');

create table app.staff (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  name text not null,
  email text not null,
  email_key text not null,
  role text not null,
  professional_id bigint,
  language text not null,
  permissions_added text[] default '{}'::text[] not null,
  permissions_removed text[] default '{}'::text[] not null,
  pin_hash text,
  pin_failures integer default 0 not null,
  invited_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  deactivated_at timestamp with time zone,
  version integer default 1 not null,
  email_hash bytea,
  constraint staff_business FOREIGN KEY (business_id) REFERENCES app.businesses(business_id),
  constraint staff_email_hash_length CHECK ((octet_length(email_hash) = 32)),
  constraint staff_email_key UNIQUE (business_id, email_key),
  constraint staff_language CHECK ((language = ANY (ARRAY['es'::text, 'en'::text, 'ar'::text]))),
  constraint staff_pin_failures CHECK ((pin_failures >= 0)),
  constraint staff_pk PRIMARY KEY (business_id, id),
  constraint staff_professional FOREIGN KEY (business_id, professional_id) REFERENCES app.professionals(business_id, id),
  constraint staff_professional_key UNIQUE (business_id, professional_id),
  constraint staff_role CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'receptionist'::text, 'professional'::text])))
);
select app.protect('app.staff');

create table app.staff_devices (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  token_hash bytea not null,
  name text not null,
  registered_by bigint not null,
  registered_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint staff_devices_pk PRIMARY KEY (business_id, id),
  constraint staff_devices_registered_by FOREIGN KEY (business_id, registered_by) REFERENCES app.staff(business_id, id),
  constraint staff_devices_token UNIQUE (business_id, token_hash),
  constraint staff_devices_token_length CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX staff_devices_by_registrar ON app.staff_devices USING btree (business_id, registered_by);
select app.protect('app.staff_devices');

create table app.staff_invitations (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  staff_id bigint not null,
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint staff_invitations_length CHECK ((octet_length(token_hash) = 32)),
  constraint staff_invitations_person UNIQUE (business_id, staff_id),
  constraint staff_invitations_pk PRIMARY KEY (business_id, id),
  constraint staff_invitations_staff FOREIGN KEY (business_id, staff_id) REFERENCES app.staff(business_id, id),
  constraint staff_invitations_token UNIQUE (business_id, token_hash)
);
select app.protect('app.staff_invitations');

create table app.staff_passkeys (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  staff_id bigint not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] default '{}'::text[] not null,
  backed_up boolean not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint staff_passkeys_credential UNIQUE (business_id, credential_id),
  constraint staff_passkeys_pk PRIMARY KEY (business_id, id),
  constraint staff_passkeys_staff FOREIGN KEY (business_id, staff_id) REFERENCES app.staff(business_id, id)
);
CREATE INDEX staff_passkeys_by_staff ON app.staff_passkeys USING btree (business_id, staff_id);
select app.protect('app.staff_passkeys');

create table app.staff_recovery_codes (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  staff_id bigint not null,
  code_hash bytea not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint staff_recovery_codes_hash UNIQUE (business_id, staff_id, code_hash),
  constraint staff_recovery_codes_length CHECK ((octet_length(code_hash) = 32)),
  constraint staff_recovery_codes_pk PRIMARY KEY (business_id, id),
  constraint staff_recovery_codes_staff FOREIGN KEY (business_id, staff_id) REFERENCES app.staff(business_id, id)
);
select app.protect('app.staff_recovery_codes');

create table app.staff_sessions (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  staff_id bigint not null,
  token_hash bytea not null,
  kind text not null,
  method text not null,
  authenticated_at timestamp with time zone not null,
  passkey_at timestamp with time zone,
  last_seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  device_name text not null,
  device_id bigint,
  locked_at timestamp with time zone,
  constraint staff_sessions_device FOREIGN KEY (business_id, device_id) REFERENCES app.staff_devices(business_id, id),
  constraint staff_sessions_kind CHECK ((kind = ANY (ARRAY['personal'::text, 'desk'::text]))),
  constraint staff_sessions_method CHECK ((method = ANY (ARRAY['passkey'::text, 'code'::text, 'pin'::text]))),
  constraint staff_sessions_pk PRIMARY KEY (business_id, id),
  constraint staff_sessions_staff FOREIGN KEY (business_id, staff_id) REFERENCES app.staff(business_id, id),
  constraint staff_sessions_token UNIQUE (business_id, token_hash),
  constraint staff_sessions_token_length CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX staff_sessions_by_device ON app.staff_sessions USING btree (business_id, device_id) WHERE (device_id IS NOT NULL);
CREATE INDEX staff_sessions_by_expiry ON app.staff_sessions USING btree (business_id, expires_at);
CREATE INDEX staff_sessions_by_staff ON app.staff_sessions USING btree (business_id, staff_id);
select app.protect('app.staff_sessions');

create table app.staff_used_challenges (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  challenge_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint staff_used_challenges_business FOREIGN KEY (business_id) REFERENCES app.businesses(business_id),
  constraint staff_used_challenges_hash UNIQUE (business_id, challenge_hash),
  constraint staff_used_challenges_pk PRIMARY KEY (business_id, id)
);
select app.protect('app.staff_used_challenges');

create table app.support_accesses (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  requested_by text not null,
  reason text not null,
  can_write boolean not null,
  is_emergency boolean not null,
  requested_at timestamp with time zone not null,
  approved_at timestamp with time zone,
  approved_by bigint,
  refused_at timestamp with time zone,
  refused_by bigint,
  expires_at timestamp with time zone not null,
  token_hash bytea,
  entered_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_by bigint,
  constraint support_accesses_approver FOREIGN KEY (business_id, approved_by) REFERENCES app.staff(business_id, id),
  constraint support_accesses_business FOREIGN KEY (business_id) REFERENCES app.businesses(business_id),
  constraint support_accesses_ender FOREIGN KEY (business_id, ended_by) REFERENCES app.staff(business_id, id),
  constraint support_accesses_length CHECK ((octet_length(token_hash) = 32)),
  constraint support_accesses_pk PRIMARY KEY (business_id, id),
  constraint support_accesses_refuser FOREIGN KEY (business_id, refused_by) REFERENCES app.staff(business_id, id),
  constraint support_accesses_token UNIQUE (business_id, token_hash)
);
CREATE INDEX support_accesses_by_approver ON app.support_accesses USING btree (business_id, approved_by);
CREATE INDEX support_accesses_by_ender ON app.support_accesses USING btree (business_id, ended_by);
CREATE INDEX support_accesses_by_refuser ON app.support_accesses USING btree (business_id, refused_by);
CREATE INDEX support_accesses_by_time ON app.support_accesses USING btree (business_id, requested_at, id);
alter table app.support_accesses enable row level security;
alter table app.support_accesses force row level security;
create policy maintenance on app.support_accesses as permissive for all to silla_owner using (true) with check (true);
create policy tenant on app.support_accesses as permissive for all to silla_admin, silla_api, silla_worker using ((business_id = (current_setting('app.business_id'::text))::uuid)) with check ((business_id = (current_setting('app.business_id'::text))::uuid));
grant delete, insert, select, update on app.support_accesses to silla_admin;
grant select, update on app.support_accesses to silla_api;
grant select, update on app.support_accesses to silla_worker;

create table app.till_entries (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  booking_id bigint,
  order_id bigint,
  method text not null,
  amount_cents bigint not null,
  tip_cents bigint not null,
  currency text not null,
  reverses_id bigint,
  reason text default ''::text not null,
  key_hash bytea,
  author_kind text not null,
  author_name text not null,
  staff_id bigint,
  created_at timestamp with time zone not null,
  constraint till_entries_amount CHECK ((((amount_cents + tip_cents) <> 0) AND (((amount_cents >= 0) AND (tip_cents >= 0)) OR ((amount_cents <= 0) AND (tip_cents <= 0))))),
  constraint till_entries_author CHECK (((author_kind = ANY (ARRAY['staff'::text, 'key'::text, 'support'::text, 'operator'::text])) AND ((author_kind = 'staff'::text) = (staff_id IS NOT NULL)))),
  constraint till_entries_booking FOREIGN KEY (business_id, booking_id) REFERENCES app.bookings(business_id, id),
  constraint till_entries_key UNIQUE (business_id, key_hash),
  constraint till_entries_method CHECK ((method = ANY (ARRAY['cash'::text, 'card'::text, 'other'::text]))),
  constraint till_entries_order FOREIGN KEY (business_id, order_id) REFERENCES app.orders(business_id, id),
  constraint till_entries_pk PRIMARY KEY (business_id, id),
  constraint till_entries_reference CHECK ((num_nonnulls(booking_id, order_id) = 1)),
  constraint till_entries_reversed_once UNIQUE (business_id, reverses_id),
  constraint till_entries_reverses FOREIGN KEY (business_id, reverses_id) REFERENCES app.till_entries(business_id, id),
  constraint till_entries_staff FOREIGN KEY (business_id, staff_id) REFERENCES app.staff(business_id, id)
);
CREATE INDEX till_entries_by_booking ON app.till_entries USING btree (business_id, booking_id, created_at) WHERE (booking_id IS NOT NULL);
CREATE INDEX till_entries_by_order ON app.till_entries USING btree (business_id, order_id, created_at) WHERE (order_id IS NOT NULL);
CREATE INDEX till_entries_by_staff ON app.till_entries USING btree (business_id, staff_id) WHERE (staff_id IS NOT NULL);
CREATE INDEX till_entries_by_time ON app.till_entries USING btree (business_id, created_at, id);
alter table app.till_entries enable row level security;
alter table app.till_entries force row level security;
create policy maintenance on app.till_entries as permissive for all to silla_owner using (true) with check (true);
create policy tenant on app.till_entries as permissive for all to silla_admin, silla_api, silla_worker using ((business_id = (current_setting('app.business_id'::text))::uuid)) with check ((business_id = (current_setting('app.business_id'::text))::uuid));
grant delete, insert, select, update on app.till_entries to silla_admin;
grant insert, select, update on app.till_entries to silla_api;
grant insert, select, update on app.till_entries to silla_worker;

create table app.waitlist_entries (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  code text not null,
  state text not null,
  service_ids bigint[] not null,
  professional_id bigint,
  line_professional_ids bigint[],
  first_day date not null,
  last_day date not null,
  ends_at timestamp with time zone not null,
  from_minute integer,
  to_minute integer,
  customer_id bigint,
  email_key text not null,
  contact_name text not null,
  contact_email text not null,
  contact_phone text not null,
  language text not null,
  notes text not null,
  client_address text,
  unanswered_offers integer default 0 not null,
  booking_id bigint,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  message_channels text[] default '{}'::text[] not null,
  message_wording text default ''::text not null,
  constraint waitlist_entries_booked CHECK (((state = 'accepted'::text) = (booking_id IS NOT NULL))),
  constraint waitlist_entries_booking FOREIGN KEY (business_id, booking_id) REFERENCES app.bookings(business_id, id),
  constraint waitlist_entries_customer FOREIGN KEY (business_id, customer_id) REFERENCES app.customers(business_id, id),
  constraint waitlist_entries_days CHECK ((first_day <= last_day)),
  constraint waitlist_entries_language CHECK ((language = ANY (ARRAY['es'::text, 'en'::text, 'ar'::text]))),
  constraint waitlist_entries_lines CHECK ((((professional_id IS NULL) AND (cardinality(line_professional_ids) = cardinality(service_ids))) OR (line_professional_ids IS NULL))),
  constraint waitlist_entries_message_channels CHECK ((message_channels <@ ARRAY['sms'::text, 'whatsapp'::text])),
  constraint waitlist_entries_minutes CHECK ((from_minute < to_minute)),
  constraint waitlist_entries_pk PRIMARY KEY (business_id, id),
  constraint waitlist_entries_professional FOREIGN KEY (business_id, professional_id) REFERENCES app.professionals(business_id, id),
  constraint waitlist_entries_services CHECK ((cardinality(service_ids) > 0)),
  constraint waitlist_entries_state CHECK ((state = ANY (ARRAY['waiting'::text, 'offered'::text, 'accepted'::text, 'expired'::text, 'withdrawn'::text])))
);
CREATE INDEX waitlist_entries_by_booking ON app.waitlist_entries USING btree (business_id, booking_id) WHERE (booking_id IS NOT NULL);
CREATE INDEX waitlist_entries_by_code ON app.waitlist_entries USING btree (business_id, code);
CREATE INDEX waitlist_entries_by_customer ON app.waitlist_entries USING btree (business_id, customer_id, created_at) WHERE (customer_id IS NOT NULL);
CREATE INDEX waitlist_entries_by_email ON app.waitlist_entries USING btree (business_id, email_key);
CREATE INDEX waitlist_entries_by_message_phone ON app.waitlist_entries USING btree (business_id, contact_phone) WHERE (message_channels <> '{}'::text[]);
CREATE INDEX waitlist_entries_by_professional ON app.waitlist_entries USING btree (business_id, professional_id) WHERE (professional_id IS NOT NULL);
CREATE INDEX waitlist_entries_by_time ON app.waitlist_entries USING btree (business_id, created_at, id);
CREATE INDEX waitlist_entries_live ON app.waitlist_entries USING btree (business_id, created_at, id) WHERE (state = ANY (ARRAY['waiting'::text, 'offered'::text]));
select app.protect('app.waitlist_entries');

create table app.waitlist_offers (
  business_id uuid not null,
  id bigint default (1 + ((('x'::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint) not null,
  entry_id bigint not null,
  hold_id bigint not null,
  professional_ids bigint[] not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  outcome text,
  counts boolean default true not null,
  created_at timestamp with time zone not null,
  declined_at timestamp with time zone,
  constraint waitlist_offers_entry FOREIGN KEY (business_id, entry_id) REFERENCES app.waitlist_entries(business_id, id),
  constraint waitlist_offers_outcome CHECK ((outcome = ANY (ARRAY['accepted'::text, 'unanswered'::text, 'withdrawn'::text]))),
  constraint waitlist_offers_pk PRIMARY KEY (business_id, id),
  constraint waitlist_offers_span CHECK ((starts_at < ends_at))
);
CREATE INDEX waitlist_offers_by_entry ON app.waitlist_offers USING btree (business_id, entry_id);
CREATE INDEX waitlist_offers_by_start ON app.waitlist_offers USING btree (business_id, starts_at) WHERE counts;
CREATE UNIQUE INDEX waitlist_offers_open ON app.waitlist_offers USING btree (business_id, entry_id) WHERE (outcome IS NULL);
select app.protect('app.waitlist_offers');

create table jobs._private_job_queues (
  id integer generated always as identity (cache 1) not null,
  queue_name text not null,
  locked_at timestamp with time zone,
  locked_by text,
  is_available boolean generated always as ((locked_at IS NULL)) stored not null,
  constraint job_queues_pkey1 PRIMARY KEY (id),
  constraint job_queues_queue_name_check CHECK ((length(queue_name) <= 128)),
  constraint job_queues_queue_name_key UNIQUE (queue_name)
);
alter table jobs._private_job_queues enable row level security;

create table jobs._private_jobs (
  id bigint generated always as identity (cache 1) not null,
  job_queue_id integer,
  task_id integer not null,
  payload json default '{}'::json not null,
  priority smallint default 0 not null,
  run_at timestamp with time zone default now() not null,
  attempts smallint default 0 not null,
  max_attempts smallint default 25 not null,
  last_error text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  key text,
  locked_at timestamp with time zone,
  locked_by text,
  revision integer default 0 not null,
  flags jsonb,
  is_available boolean generated always as (((locked_at IS NULL) AND (attempts < max_attempts))) stored not null,
  constraint jobs_key_check CHECK (((length(key) > 0) AND (length(key) <= 512))),
  constraint jobs_key_key1 UNIQUE (key),
  constraint jobs_max_attempts_check CHECK ((max_attempts >= 1)),
  constraint jobs_pkey1 PRIMARY KEY (id)
);
CREATE INDEX jobs_by_turn ON jobs._private_jobs USING btree (task_id, priority, jobs.party(job_queue_id, payload), run_at) WHERE is_available;
CREATE INDEX jobs_failed ON jobs._private_jobs USING btree (attempts) WHERE ((attempts >= 8) OR (attempts >= max_attempts));
CREATE INDEX jobs_main_index ON jobs._private_jobs USING btree (priority, run_at) INCLUDE (id, task_id, job_queue_id) WHERE (is_available = true);
CREATE INDEX jobs_no_queue_index ON jobs._private_jobs USING btree (priority, run_at) INCLUDE (id, task_id) WHERE ((is_available = true) AND (job_queue_id IS NULL));
CREATE INDEX jobs_running ON jobs._private_jobs USING btree (locked_by, locked_at) WHERE (locked_at IS NOT NULL);
alter table jobs._private_jobs enable row level security;

create table jobs._private_known_crontabs (
  identifier text not null,
  known_since timestamp with time zone not null,
  last_execution timestamp with time zone,
  constraint known_crontabs_pkey PRIMARY KEY (identifier)
);
alter table jobs._private_known_crontabs enable row level security;

create table jobs._private_tasks (
  id integer generated always as identity (cache 1) not null,
  identifier text not null,
  constraint tasks_identifier_check CHECK ((length(identifier) <= 128)),
  constraint tasks_identifier_key UNIQUE (identifier),
  constraint tasks_pkey PRIMARY KEY (id)
);
alter table jobs._private_tasks enable row level security;

create table jobs.jobs (
  id bigint,
  queue_name text,
  task_identifier text,
  priority smallint,
  run_at timestamp with time zone,
  attempts smallint,
  max_attempts smallint,
  last_error text,
  created_at timestamp with time zone,
  updated_at timestamp with time zone,
  key text,
  locked_at timestamp with time zone,
  locked_by text,
  revision integer,
  flags jsonb
);

create table jobs.migrations (
  id integer not null,
  ts timestamp with time zone default now() not null,
  breaking boolean default false not null,
  constraint migrations_pkey PRIMARY KEY (id)
);

create table jobs.outbox (
  id bigint generated always as identity (cache 1) not null,
  task text,
  payload jsonb not null,
  queue_name text,
  run_at timestamp with time zone,
  max_attempts integer not null,
  job_key text,
  by_tenant_clock boolean default false not null,
  enqueued_at timestamp with time zone default clock_timestamp() not null,
  priority integer default 0 not null,
  constraint outbox_key_length CHECK ((length(job_key) <= 300)),
  constraint outbox_pk PRIMARY KEY (id),
  constraint outbox_removal CHECK (((task IS NOT NULL) OR (job_key IS NOT NULL)))
);
CREATE INDEX outbox_urgent ON jobs.outbox USING btree (id) WHERE (priority < 0);

create table jobs.paces (
  provider text not null,
  next_at timestamp with time zone not null,
  constraint paces_pk PRIMARY KEY (provider)
);

create table jobs.parked (
  id bigint generated always as identity (cache 1) not null,
  job jsonb not null,
  constraint parked_pk PRIMARY KEY (id)
);
CREATE INDEX parked_by_business ON jobs.parked USING btree (((((job -> 'payload'::text) ->> 'businessId'::text))::uuid));

create table jobs.turns (
  task_id integer not null,
  priority smallint not null,
  party text not null,
  constraint turns_pk PRIMARY KEY (task_id, priority, party)
);

create table jobs.workers (
  pool_id text not null,
  seen_at timestamp with time zone not null,
  worker_id text,
  constraint workers_pk PRIMARY KEY (pool_id)
);

create table registry.api_keys (
  key_id uuid not null,
  business_id uuid not null,
  key_hash bytea not null,
  kind text not null,
  prefix text not null,
  last_four text not null,
  name text not null,
  origins text[] default '{}'::text[] not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  rotated_from uuid,
  page_key text,
  constraint api_keys_business FOREIGN KEY (business_id) REFERENCES registry.businesses(business_id),
  constraint api_keys_hash UNIQUE (key_hash),
  constraint api_keys_hash_length CHECK ((octet_length(key_hash) = 32)),
  constraint api_keys_kind CHECK ((kind = ANY (ARRAY['publishable'::text, 'secret'::text]))),
  constraint api_keys_page_key CHECK (((page_key IS NULL) OR (kind = 'publishable'::text))),
  constraint api_keys_pk PRIMARY KEY (key_id),
  constraint api_keys_rotated_from FOREIGN KEY (rotated_from) REFERENCES registry.api_keys(key_id)
);
CREATE INDEX api_keys_by_business ON registry.api_keys USING btree (business_id, created_at);
CREATE INDEX api_keys_by_rotated_from ON registry.api_keys USING btree (rotated_from);
grant delete, insert, select, update on registry.api_keys to silla_admin;

create table registry.business_moves (
  business_id uuid not null,
  move_id uuid not null,
  phase text not null,
  url text not null,
  jobs_parked boolean default false not null,
  earlier_audit_entries json default '[]'::json not null,
  started_at timestamp with time zone not null,
  constraint business_moves_phase CHECK ((phase = ANY (ARRAY['leaving'::text, 'left'::text, 'arriving'::text, 'returning'::text]))),
  constraint business_moves_pk PRIMARY KEY (business_id),
  constraint business_moves_url CHECK ((url ~ '^https?://[^/?#\s]+$'::text))
);
grant delete, insert, select, update on registry.business_moves to silla_admin;

create table registry.businesses (
  business_id uuid not null,
  slug text not null,
  mode text not null,
  status text default 'active'::text not null,
  created_at timestamp with time zone not null,
  rates jsonb default '{}'::jsonb not null,
  clock_offset_milliseconds bigint default 0 not null,
  support_requested_at timestamp with time zone,
  constraint registry_businesses_clock CHECK (((clock_offset_milliseconds >= 0) AND ((mode <> 'live'::text) OR (clock_offset_milliseconds = 0)))),
  constraint registry_businesses_mode CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text, 'demo'::text]))),
  constraint registry_businesses_pk PRIMARY KEY (business_id),
  constraint registry_businesses_rates CHECK ((jsonb_typeof(rates) = 'object'::text)),
  constraint registry_businesses_slug UNIQUE (slug),
  constraint registry_businesses_slug_form CHECK ((slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'::text)),
  constraint registry_businesses_status CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text])))
);
grant delete, insert, select, update on registry.businesses to silla_admin;

create table registry.calendar_tokens (
  token_hash bytea not null,
  business_id uuid not null,
  feed_id bigint not null,
  constraint calendar_tokens_business FOREIGN KEY (business_id) REFERENCES registry.businesses(business_id),
  constraint calendar_tokens_hash_length CHECK ((octet_length(token_hash) = 32)),
  constraint calendar_tokens_pk PRIMARY KEY (token_hash)
);
CREATE INDEX calendar_tokens_by_feed ON registry.calendar_tokens USING btree (business_id, feed_id);
grant delete, insert, select, update on registry.calendar_tokens to silla_admin;

create table registry.deleted_businesses (
  business_id uuid not null,
  slug text not null,
  mode text not null,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone not null,
  operator text not null,
  constraint deleted_businesses_pk PRIMARY KEY (business_id)
);
CREATE INDEX deleted_businesses_by_slug ON registry.deleted_businesses USING btree (slug, deleted_at);
grant delete, insert, select on registry.deleted_businesses to silla_admin;

create table registry.functions_applied (
  name text not null,
  hash text not null,
  constraint functions_applied_pk PRIMARY KEY (name)
);

create table registry.mail_counts (
  key_hash bytea not null,
  sent_at timestamp with time zone[] not null,
  blocked_until timestamp with time zone,
  constraint mail_counts_hash_length CHECK ((octet_length(key_hash) = 32)),
  constraint mail_counts_pk PRIMARY KEY (key_hash)
);

create table registry.mail_hash_keys (
  key bytea not null,
  constraint mail_hash_keys_length CHECK ((octet_length(key) = 32)),
  constraint mail_hash_keys_pk PRIMARY KEY (key)
);

create table registry.message_senders (
  channel text not null,
  sender text not null,
  business_id uuid not null,
  constraint registry_message_senders_business FOREIGN KEY (business_id) REFERENCES registry.businesses(business_id),
  constraint registry_message_senders_channel CHECK ((channel = ANY (ARRAY['sms'::text, 'whatsapp'::text]))),
  constraint registry_message_senders_pk PRIMARY KEY (channel, sender)
);
CREATE INDEX registry_message_senders_by_business ON registry.message_senders USING btree (business_id);
grant delete, insert, select, update on registry.message_senders to silla_admin;

create table registry.migrations_applied (
  id bigint default nextval('registry.migrations_applied_id_seq'::regclass) not null,
  index integer not null,
  name text not null,
  script text not null,
  applied_at timestamp with time zone not null,
  ignored_error text,
  obsolete boolean not null,
  constraint migrations_applied_pkey PRIMARY KEY (id)
);

create table registry.migrations_version (
  id integer not null,
  version text,
  constraint migrations_version_pkey PRIMARY KEY (id)
);

create table registry.moved_businesses (
  business_id uuid not null,
  slug text not null,
  url text not null,
  moved_at timestamp with time zone not null,
  constraint moved_businesses_pk PRIMARY KEY (business_id),
  constraint moved_businesses_slug UNIQUE (slug),
  constraint moved_businesses_url CHECK ((url ~ '^https?://[^/?#\s]+$'::text))
);
grant delete, insert, select, update on registry.moved_businesses to silla_admin;

create table registry.moved_hashes (
  token_hash bytea not null,
  business_id uuid not null,
  constraint moved_hashes_business FOREIGN KEY (business_id) REFERENCES registry.moved_businesses(business_id),
  constraint moved_hashes_length CHECK ((octet_length(token_hash) = 32)),
  constraint moved_hashes_pk PRIMARY KEY (token_hash)
);
CREATE INDEX moved_hashes_by_business ON registry.moved_hashes USING btree (business_id);
grant delete, insert, select, update on registry.moved_hashes to silla_admin;

create table registry.onboarding_tokens (
  business_id uuid not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  constraint onboarding_tokens_business FOREIGN KEY (business_id) REFERENCES registry.businesses(business_id),
  constraint onboarding_tokens_hash UNIQUE (token_hash),
  constraint onboarding_tokens_hash_length CHECK ((octet_length(token_hash) = 32)),
  constraint onboarding_tokens_pk PRIMARY KEY (business_id)
);
grant delete, insert, select, update on registry.onboarding_tokens to silla_admin;

create table registry.orphan_events (
  event_ref text not null,
  type text not null,
  account_ref text not null,
  livemode boolean not null,
  received_at timestamp with time zone not null,
  constraint orphan_events_pk PRIMARY KEY (event_ref)
);
grant delete, insert, select, update on registry.orphan_events to silla_admin;

create table registry.processor_accounts (
  account_ref text not null,
  business_id uuid not null,
  connected_at timestamp with time zone not null,
  disconnected_at timestamp with time zone,
  constraint processor_accounts_business FOREIGN KEY (business_id) REFERENCES registry.businesses(business_id),
  constraint processor_accounts_form CHECK ((account_ref ~ '^acct_[A-Za-z0-9]{1,100}$'::text)),
  constraint processor_accounts_pk PRIMARY KEY (account_ref)
);
CREATE INDEX processor_accounts_by_business ON registry.processor_accounts USING btree (business_id);
CREATE UNIQUE INDEX processor_accounts_connected ON registry.processor_accounts USING btree (business_id) WHERE (disconnected_at IS NULL);
grant delete, insert, select, update on registry.processor_accounts to silla_admin;

create table registry.public_address (
  only_row boolean default true not null,
  url text not null,
  constraint public_address_only_row CHECK (only_row),
  constraint public_address_pk PRIMARY KEY (only_row)
);

create table registry.schema_release (
  is_only boolean default true not null,
  release text not null,
  compatible_from text not null,
  constraint schema_release_is_only CHECK (is_only),
  constraint schema_release_pk PRIMARY KEY (is_only)
);

create table registry.staff_codes (
  public_id uuid not null,
  email_hash bytea not null,
  code_hash bytea not null,
  client_hash bytea,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  tries integer default 0 not null,
  used_at timestamp with time zone,
  constraint staff_codes_pk PRIMARY KEY (public_id),
  constraint staff_codes_tries CHECK ((tries >= 0))
);
CREATE INDEX staff_codes_by_email ON registry.staff_codes USING btree (email_hash, sent_at);
CREATE INDEX staff_codes_by_time ON registry.staff_codes USING btree (sent_at);

create table registry.staff_memberships (
  email_hash bytea not null,
  business_id uuid not null,
  staff_id bigint not null,
  constraint staff_memberships_business FOREIGN KEY (business_id) REFERENCES registry.businesses(business_id),
  constraint staff_memberships_hash_length CHECK ((octet_length(email_hash) = 32)),
  constraint staff_memberships_pk PRIMARY KEY (business_id, staff_id)
);
CREATE INDEX staff_memberships_by_email ON registry.staff_memberships USING btree (email_hash);
grant delete, insert, select, update on registry.staff_memberships to silla_admin;

create table registry.unreadable_events (
  event_ref text not null,
  livemode boolean not null,
  fault text not null,
  received_at timestamp with time zone not null,
  constraint unreadable_events_pk PRIMARY KEY (event_ref)
);
grant delete, insert, select, update on registry.unreadable_events to silla_admin;

create table registry.webhook_endpoints (
  endpoint_ref text not null,
  url text not null,
  livemode boolean not null,
  sealed_secret bytea not null,
  created_at timestamp with time zone not null,
  retires_at timestamp with time zone,
  payload text default 'snapshot'::text not null,
  constraint webhook_endpoints_payload CHECK ((payload = ANY (ARRAY['snapshot'::text, 'thin'::text]))),
  constraint webhook_endpoints_pk PRIMARY KEY (endpoint_ref)
);
grant delete, insert, select, update on registry.webhook_endpoints to silla_admin;

-- Functions; their text is in db/functions, that of the library for jobs in graphile-worker.

-- app.add_months (p_table regclass, p_now timestamp with time zone) returns void language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.add_partition (p_table regclass, p_name text, p_bound text) returns void language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.add_range (p_table regclass, p_name text, p_from date, p_to date) returns void language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.agenda_if_changed (p_business_id uuid, p_from timestamp with time zone, p_before timestamp with time zone, p_since timestamp with time zone, p_touched timestamp with time zone, p_blocked_since timestamp with time zone, p_professional_id bigint, p_shows_contacts boolean, p_shows_notes boolean, p_now timestamp with time zone, p_known text) returns TABLE(kind text, content text) language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.agenda_month_if_changed (p_business_id uuid, p_starts timestamp with time zone[], p_from timestamp with time zone, p_before timestamp with time zone, p_professional_id bigint, p_now timestamp with time zone, p_known text) returns TABLE(kind text, content text) language plpgsql set enable_seqscan=off set plan_cache_mode=force_generic_plan set search_path=pg_catalog, pg_temp
--   called by public

-- app.agenda_state (p_business_id uuid, p_now timestamp with time zone) returns TABLE(catalog_version bigint, "position" bigint, events bigint, others text) language plpgsql set enable_seqscan=off set plan_cache_mode=force_generic_plan set search_path=pg_catalog, pg_temp
--   called by public

-- app.agree_to_messages (p_business_id uuid, p_customer_id bigint, p_phone text, p_messages jsonb) returns void language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.begin_idempotent_request (p_business_id uuid, p_key_hash bytea, p_request_hash bytea, p_now timestamp with time zone) returns TABLE(outcome text, answer jsonb) language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.book_visit (p_business_id uuid, p_visit jsonb, p_constraints jsonb, p_idempotency jsonb, p_now timestamp with time zone) returns TABLE(outcome text, way integer, assigned jsonb, answer jsonb, catalog_version bigint) language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.booking_blocker (p_business_id uuid, p_constraints jsonb, p_phone text, p_points integer, p_now timestamp with time zone) returns text language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.busy_spans (p_business_id uuid, p_resource_ids bigint[], p_since timestamp with time zone[], p_from timestamp with time zone[], p_to timestamp with time zone[], p_now timestamp with time zone, OUT catalog_version bigint, OUT claims bytea) returns record language plpgsql set enable_hashjoin=off set enable_mergejoin=off set enable_seqscan=off set plan_cache_mode=force_generic_plan set search_path=pg_catalog, pg_temp
--   called by public

-- app.busy_spans_by_owner (p_business_id uuid, p_resource_ids bigint[], p_since timestamp with time zone[], p_from timestamp with time zone[], p_to timestamp with time zone[], p_now timestamp with time zone, p_blocks_since timestamp with time zone, p_blocks_to timestamp with time zone, p_booking_id bigint, OUT catalog_version bigint, OUT claims bytea, OUT blocks bytea, OUT own bytea) returns record language plpgsql set enable_seqscan=off set plan_cache_mode=force_generic_plan set search_path=pg_catalog, pg_temp
--   called by public

-- app.busy_spans_if_changed (p_business_id uuid, p_resource_ids bigint[], p_since timestamp with time zone[], p_from timestamp with time zone[], p_to timestamp with time zone[], p_windows integer[], p_parts integer[], p_fingerprints text[], p_now timestamp with time zone, OUT catalog_version bigint, OUT fingerprints text[], OUT read_parts integer[], OUT claims bytea, OUT blocks bytea) returns record language plpgsql set enable_bitmapscan=off set enable_seqscan=off set plan_cache_mode=force_generic_plan set search_path=pg_catalog, pg_temp
--   called by public

-- app.change_state (p_business_id uuid, p_change jsonb, p_idempotency jsonb, p_now timestamp with time zone) returns TABLE(outcome text, answer jsonb) language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.changes_since_check (p_business_id uuid, p_checked_after timestamp with time zone) returns TABLE(checked_at timestamp with time zone, has_new_catalog boolean, bookings bigint[], customers bigint[]) language plpgsql set plan_cache_mode=force_generic_plan set search_path=pg_catalog, pg_temp
--   called by public

-- app.check_business (p_business_id uuid, p_late timestamp with time zone, p_checked_after timestamp with time zone) returns TABLE(checked_at timestamp with time zone, has_new_catalog boolean, changed_bookings bigint[], timezone text, requires_prepayment boolean, accepts_online_payments boolean, account_ref text, card_payments text, account_ready boolean, account_checked_at timestamp with time zone, account_onboarding boolean, account_drift integer, online_page boolean, has_page_key boolean, expired_bookings text[], stale_claims integer, unclaimed_bookings integer, unclaimed_blocks integer, booking_drift integer, expired_orders text[], order_drift integer, points_drift integer, stock_drift integer, waiting_mails integer, failed_mails integer, waiting_events integer, unsent_refunds bigint[], unsettled_refunds bigint[], failed_refunds bigint[], open_payments bigint[], review_payments bigint[], payment_drift bigint[], paid_drift bigint[], payments_without_event bigint[], unverified_payments bigint[], underfunded_refunds bigint[], unreadable_events integer) language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.check_consistency (p_business_id uuid, p_late timestamp with time zone, p_bookings bigint[], p_customers bigint[]) returns TABLE(stale_claims integer, unclaimed_bookings integer, booking_drift integer, points_drift integer) language plpgsql set plan_cache_mode=force_generic_plan set search_path=pg_catalog, pg_temp
--   called by public

-- app.check_data (p_business_id uuid, p_late timestamp with time zone) returns TABLE(expired_bookings text[], unclaimed_blocks integer, expired_orders text[], order_drift integer, stock_drift integer, waiting_mails integer, failed_mails integer, waiting_events integer) language plpgsql set plan_cache_mode=force_generic_plan set search_path=pg_catalog, pg_temp
--   called by public

-- app.check_payments (p_business_id uuid, p_late timestamp with time zone) returns TABLE(unsent_refunds bigint[], unsettled_refunds bigint[], failed_refunds bigint[], open_payments bigint[], review_payments bigint[], payment_drift bigint[], paid_drift bigint[], payments_without_event bigint[], unverified_payments bigint[], underfunded_refunds bigint[]) language plpgsql set plan_cache_mode=force_generic_plan set search_path=pg_catalog, pg_temp
--   called by public

-- app.claim_block (p_business_id uuid, p_block_id bigint, p_resource_ids bigint[], p_starts_at timestamp with time zone, p_ends_at timestamp with time zone, p_now timestamp with time zone) returns boolean language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.claim_first_free (p_business_id uuid, p_ways jsonb, p_balance_day jsonb, p_owner_id bigint, p_now timestamp with time zone, p_expires_at timestamp with time zone DEFAULT NULL::timestamp with time zone) returns integer language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.claim_visit (p_business_id uuid, p_claims jsonb, p_owner_id bigint, p_now timestamp with time zone, p_expires_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_kind text DEFAULT NULL::text) returns boolean language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.count_guest_booking (p_business_id uuid, p_guest jsonb, p_customer_id bigint) returns boolean language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.customer_blocker (p_business_id uuid, p_constraints jsonb, p_customer jsonb, p_phone text, p_points integer, p_now timestamp with time zone) returns text language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.dequeue (p_keys text[]) returns void language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.detached_partitions (p_table regclass) returns text[] language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.distribute (p_table regclass, p_kind text) returns void language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.enqueue (p_task text, p_payload jsonb, p_run_at timestamp with time zone, p_job_key text) returns void language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.enqueue_all (p_jobs jsonb) returns void language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.find_booking (p_business_id uuid, p_id bigint, p_code text, p_professional_id bigint) returns TABLE(booking json) language plpgsql set plan_cache_mode=force_generic_plan set search_path=pg_catalog, pg_temp
--   called by public

-- app.find_businesses (p_business_ids uuid[], p_country text, p_currency text, p_search text) returns TABLE(business_id uuid, slug text, mode text, status text, created_at timestamp with time zone, name text, timezone text, currency text, language text, country text, is_available boolean) language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.has_month (p_table regclass, p_month date) returns boolean language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.hold_limit_reached (p_business_id uuid, p_limits jsonb, p_starts_at timestamp with time zone, p_ends_at timestamp with time zone, p_now timestamp with time zone) returns boolean language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.hold_visit (p_business_id uuid, p_visit jsonb, p_limits jsonb, p_idempotency jsonb, p_now timestamp with time zone) returns TABLE(outcome text, way integer, hold_id bigint, answer jsonb, catalog_version bigint) language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.insert_audit_entry (p_business_id uuid, p_audit jsonb, p_more jsonb) returns void language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.insert_mail (p_business_id uuid, p_kind text, p_to text, p_language text, p_payload jsonb, p_cause text, p_now timestamp with time zone) returns jsonb language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.list_booking_rows (p_business_id uuid, p_from timestamp with time zone, p_before timestamp with time zone, p_states text[], p_professional_id bigint, p_customer_id bigint, p_earliest_first boolean, p_offset bigint, p_limit bigint) returns TABLE(total integer, booking json) language plpgsql set enable_seqscan=off set plan_cache_mode=force_generic_plan set search_path=pg_catalog, pg_temp
--   called by public

-- app.list_businesses (p_mode text, p_status text, p_country text, p_currency text, p_search text) returns TABLE(business_id uuid, slug text, mode text, status text, created_at timestamp with time zone, name text, timezone text, currency text, language text, country text, is_available boolean) language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.list_live_support (p_business_ids uuid[], p_now timestamp with time zone) returns TABLE(slug text, id bigint, requested_by text, reason text, can_write boolean, is_emergency boolean, requested_at timestamp with time zone, approved_at timestamp with time zone, approver_name text, refused_at timestamp with time zone, expires_at timestamp with time zone, entered_at timestamp with time zone, ended_at timestamp with time zone, ender_name text) language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.lock_hold (p_business_id uuid, p_hold jsonb, p_ways jsonb, p_now timestamp with time zone) returns TABLE(way integer, hold jsonb) language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.message_route (p_business_id uuid, p_kind text, p_payload jsonb, p_tried text[]) returns TABLE(channel text, to_phone text, customer_id bigint) language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.move_points (p_business_id uuid, p_customer_id bigint, p_kind text, p_points integer, p_concept jsonb, p_cause text, p_booking_id bigint, p_now timestamp with time zone) returns TABLE(outcome text, balance integer, moved integer) language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.move_visit (p_business_id uuid, p_move jsonb, p_idempotency jsonb, p_now timestamp with time zone) returns TABLE(outcome text, way integer, answer jsonb, catalog_version bigint) language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.node_group (p_id uuid) returns integer language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.partition_table (p_table regclass) returns void language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.protect (p_table regclass) returns void language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.read_agenda (p_business_id uuid, p_from timestamp with time zone, p_before timestamp with time zone, p_since timestamp with time zone, p_touched timestamp with time zone, p_blocked_since timestamp with time zone, p_professional_id bigint, p_shows_contacts boolean, p_shows_notes boolean, p_now timestamp with time zone) returns TABLE(kind text, content text) language plpgsql set enable_seqscan=off set plan_cache_mode=force_generic_plan set search_path=pg_catalog, pg_temp
--   called by public

-- app.read_allergies (p_business_id uuid, p_customer_id bigint, p_audit jsonb) returns TABLE(id bigint, sealed_body bytea, created_at timestamp with time zone, updated_at timestamp with time zone) language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.read_booking_rows (p_business_id uuid, p_ids bigint[]) returns TABLE(booking json) language plpgsql set enable_seqscan=off set plan_cache_mode=force_generic_plan set search_path=pg_catalog, pg_temp
--   called by public

-- app.reclaim_visit (p_business_id uuid, p_booking_id bigint, p_ways jsonb, p_balance_day jsonb, p_now timestamp with time zone) returns integer language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.record_booking (p_business_id uuid, p_visit jsonb, p_booking jsonb, p_complete_at jsonb, p_now timestamp with time zone) returns void language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.record_change (p_business_id uuid, p_change jsonb, p_booking jsonb, p_now timestamp with time zone) returns void language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.record_event (p_business_id uuid, p_type text, p_payload jsonb, p_now timestamp with time zone) returns void language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.request_mail (p_business_id uuid, p_kind text, p_to text, p_language text, p_payload jsonb, p_cause text, p_now timestamp with time zone) returns bigint language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.search_columns (p_name text, p_phone text, OUT search_name text, OUT search_word_2 text, OUT search_word_3 text, OUT search_word_4 text, OUT search_word_5 text, OUT search_word_6 text, OUT phone_reversed text) returns record language plpgsql immutable parallel safe set search_path=pg_catalog, pg_temp
--   called by public

-- app.search_name (p_name text) returns text language plpgsql immutable parallel safe set search_path=pg_catalog, pg_temp
--   called by public

-- app.set_business (p_business_id uuid) returns void language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.set_tenant (p_business_id uuid) returns void language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.shift_claims (p_business_id uuid, p_booking_id bigint, p_minutes integer, p_now timestamp with time zone) returns boolean language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.touch_catalog (p_business_id uuid) returns bigint language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.unclaimed_times (p_business_id uuid, p_bookings bigint[]) returns TABLE(booking_id bigint, resource_id bigint, starts_at timestamp with time zone, ends_at timestamp with time zone) language plpgsql set plan_cache_mode=force_generic_plan set search_path=pg_catalog, pg_temp
--   called by public

-- app.use_random_ids () returns void language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- app.wake_waitlist (p_business_id uuid, p_from timestamp with time zone, p_to timestamp with time zone) returns void language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- jobs.add_job (identifier text, payload json DEFAULT NULL::json, queue_name text DEFAULT NULL::text, run_at timestamp with time zone DEFAULT NULL::timestamp with time zone, max_attempts integer DEFAULT NULL::integer, job_key text DEFAULT NULL::text, priority integer DEFAULT NULL::integer, flags text[] DEFAULT NULL::text[], job_key_mode text DEFAULT 'replace'::text) returns jobs._private_jobs language plpgsql
--   called by public

-- jobs.add_jobs (specs jobs.job_spec[], job_key_preserve_run_at boolean DEFAULT false) returns SETOF jobs._private_jobs language plpgsql
--   called by public

-- jobs.add_turns (p_job_ids bigint[]) returns void language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- jobs.bring_forward (p_task text, p_within interval) returns integer language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- jobs.check (p_late timestamp with time zone, p_alive_within interval) returns TABLE(alive integer, last_seen_at timestamp with time zone, due integer, late integer, long_running integer, failing integer, dead integer) language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_admin

-- jobs.collect (p_at_most integer, p_business_ids uuid[]) returns void language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- jobs.complete_jobs (job_ids bigint[]) returns SETOF jobs._private_jobs language sql
--   called by public

-- jobs.count (p_business_id uuid, p_only_dead boolean) returns integer language plpgsql security definer set plan_cache_mode=force_custom_plan set search_path=pg_catalog, pg_temp
--   called by silla_admin

-- jobs.count_at_most (p_business_id uuid, p_only_dead boolean, p_at_most integer) returns integer language plpgsql security definer set plan_cache_mode=force_custom_plan set search_path=pg_catalog, pg_temp
--   called by silla_admin

-- jobs.delete_for_business (p_business_id uuid) returns integer language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_admin

-- jobs.dequeue (p_keys text[]) returns void language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_admin, silla_api

-- jobs.enqueue (p_jobs jsonb) returns void language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_admin, silla_api

-- jobs.find_backlog (p_at_most integer) returns TABLE(due_jobs integer, oldest_due_seconds double precision) language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- jobs.find_turns (p_after jsonb, p_at_most integer) returns TABLE(next_after jsonb, added integer) language plpgsql set enable_bitmapscan=off set enable_seqscan=off set search_path=pg_catalog, pg_temp
--   called by public

-- jobs.force_unlock_workers (worker_ids text[]) returns void language sql
--   called by public

-- jobs.list (p_business_id uuid, p_only_dead boolean, p_job_id bigint, p_at_most integer) returns TABLE(id bigint, task text, business_id uuid, state text, run_at timestamp with time zone, attempts integer, max_attempts integer, last_error text, payload jsonb) language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_admin

-- jobs.list_page (p_business_id uuid, p_only_dead boolean, p_job_id bigint, p_after text, p_at_most integer) returns TABLE(id bigint, task text, business_id uuid, state text, run_at timestamp with time zone, attempts integer, max_attempts integer, last_error text, payload jsonb, place text) language plpgsql security definer set plan_cache_mode=force_custom_plan set search_path=pg_catalog, pg_temp
--   called by silla_admin

-- jobs.list_to_archive (p_business_id uuid) returns TABLE(job text) language plpgsql security definer set TimeZone=UTC set search_path=pg_catalog, pg_temp
--   called by silla_admin

-- jobs.next_ids () returns TABLE(sequence_name text, next_id bigint, highest_id bigint) language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_admin

-- jobs.park (p_business_id uuid) returns integer language plpgsql security definer set TimeZone=UTC set search_path=pg_catalog, pg_temp
--   called by silla_admin

-- jobs.party (p_job_queue_id integer, p_payload json) returns text language plpgsql immutable set search_path=pg_catalog, pg_temp
--   called by public

-- jobs.permanently_fail_jobs (job_ids bigint[], error_message text DEFAULT NULL::text) returns SETOF jobs._private_jobs language sql
--   called by public

-- jobs.record_heartbeat (p_worker_id text, p_pool_ids text[], p_dead_after interval) returns integer language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- jobs.relay (p_at_most integer) returns integer language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- jobs.remove_job (job_key text) returns jobs._private_jobs language plpgsql strict
--   called by public

-- jobs.replace (p_keys text[]) returns void language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- jobs.reschedule_jobs (job_ids bigint[], run_at timestamp with time zone DEFAULT NULL::timestamp with time zone, priority integer DEFAULT NULL::integer, attempts integer DEFAULT NULL::integer, max_attempts integer DEFAULT NULL::integer) returns SETOF jobs._private_jobs language sql
--   called by public

-- jobs.reserve_pace (p_provider text, p_messages integer, p_per_second double precision) returns double precision language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- jobs.restore (p_jobs jsonb) returns integer language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_admin

-- jobs.retry (p_job_id bigint) returns boolean language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_admin

-- jobs.set_clock_forward (p_business_id uuid, p_by interval) returns integer language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_admin

-- jobs.take (p_pool_id text, p_task_ids integer[], p_at_most integer, p_after jsonb) returns TABLE(next_after jsonb, taken_job jobs._private_jobs) language plpgsql set enable_bitmapscan=off set enable_seqscan=off set plan_cache_mode=force_generic_plan set search_path=pg_catalog, pg_temp
--   called by public

-- jobs.unlock (p_pool_ids text[]) returns void language plpgsql set search_path=pg_catalog, pg_temp
--   called by public

-- jobs.unpark (p_business_id uuid) returns void language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_admin

-- registry.applied_functions () returns TABLE(name text, hash text) language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_admin

-- registry.blocked_mails (p_now timestamp with time zone) returns TABLE(hash_key bytea, key_hash bytea, blocked_until timestamp with time zone) language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_api

-- registry.business_ids () returns TABLE(business_id uuid) language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_worker

-- registry.business_slug (p_business_id uuid) returns text language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_worker

-- registry.change_public_address (p_url text) returns boolean language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_worker

-- registry.clock_offset (p_business_id uuid) returns bigint language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_worker

-- registry.collect_jobs (p_at_most integer, p_business_ids uuid[]) returns TABLE(business_id uuid, id bigint, jobs jsonb, enqueued_at timestamp with time zone) language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_worker

-- registry.count_invitation (p_recipient text, p_now timestamp with time zone) returns timestamp with time zone language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_admin, silla_api

-- registry.count_mail (p_recipient text, p_per_recipient integer, p_client_hash bytea, p_per_client integer, p_anyway boolean, p_now timestamp with time zone) returns timestamp with time zone language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_worker

-- registry.count_onboarding (p_client_address text, p_token_hash bytea, p_now timestamp with time zone) returns timestamp with time zone language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_api

-- registry.delete_audit_copy (p_business_id uuid) returns void language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_admin

-- registry.delete_calendar_tokens (p_feed_ids bigint[]) returns void language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_admin, silla_api

-- registry.delete_mail_counts (p_before timestamp with time zone) returns void language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_worker

-- registry.delete_staff_codes (p_before timestamp with time zone) returns void language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_worker

-- registry.delete_staff_membership (p_staff_id bigint) returns void language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_admin, silla_api

-- registry.delete_unassigned_events (p_before timestamp with time zone) returns void language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_worker

-- registry.delete_webhook (p_endpoint_ref text) returns void language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_admin, silla_worker

-- registry.deployment_state () returns TABLE(applied_migrations text[], holds_demo boolean) language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_admin, silla_api, silla_worker

-- registry.find_api_key (p_key_hash bytea) returns TABLE(key_id uuid, business_id uuid, slug text, mode text, status text, kind text, origins text[], expires_at timestamp with time zone, revoked_at timestamp with time zone, rates jsonb, clock_offset_milliseconds bigint, for_page boolean) language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_admin, silla_api, silla_worker

-- registry.find_business (p_business_id uuid) returns TABLE(business_id uuid, slug text, mode text, status text, rates jsonb, clock_offset_milliseconds bigint) language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_api

-- registry.find_calendar_feed (p_token_hash bytea) returns TABLE(feed_id bigint, business_id uuid, slug text, mode text, status text, rates jsonb, clock_offset_milliseconds bigint) language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_api

-- registry.find_key (p_key_hash bytea) returns TABLE(key_id uuid, business_id uuid, slug text, mode text, status text, kind text, origins text[], expires_at timestamp with time zone, revoked_at timestamp with time zone, rates jsonb, clock_offset_milliseconds bigint, for_page boolean, name text) language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_admin, silla_api, silla_worker

-- registry.find_message_sender (p_channel text, p_sender text) returns TABLE(business_id uuid, slug text, clock_offset_milliseconds bigint) language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_api

-- registry.find_moved_hash (p_token_hash bytea) returns text language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_api

-- registry.find_moved_slug (p_slug text) returns text language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_api

-- registry.find_onboarding (p_token_hash bytea) returns TABLE(business_id uuid, slug text, mode text, status text, rates jsonb, clock_offset_milliseconds bigint) language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_api

-- registry.find_page (p_slug text, p_now timestamp with time zone) returns TABLE(business_id uuid, slug text, mode text, status text, rates jsonb, clock_offset_milliseconds bigint, key_id uuid, page_key text) language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_api

-- registry.find_processor_account (p_account_ref text) returns TABLE(business_id uuid, slug text, mode text, status text, disconnected_at timestamp with time zone, clock_offset_milliseconds bigint) language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_admin, silla_api, silla_worker

-- registry.find_staff_memberships (p_email_hashes bytea[]) returns TABLE(business_id uuid, staff_id bigint, slug text, status text) language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_api

-- registry.has_far_months (p_table text, p_now timestamp with time zone) returns boolean language plpgsql security definer set lock_timeout=3s set search_path=pg_catalog, pg_temp
--   called by silla_admin

-- registry.hold_open (p_business_id uuid) returns boolean language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_admin, silla_api, silla_worker

-- registry.insert_calendar_token (p_token_hash bytea, p_feed_id bigint) returns void language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_admin, silla_api

-- registry.insert_staff_code (p_public_id uuid, p_email_hashes bytea[], p_code_hash bytea, p_client_hash bytea, p_per_client integer, p_per_email integer, p_now timestamp with time zone, p_expires_at timestamp with time zone) returns timestamp with time zone language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_api

-- registry.insert_staff_membership (p_staff_id bigint, p_email_hash bytea) returns void language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_admin, silla_api

-- registry.key_origins (p_now timestamp with time zone) returns text[] language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_admin, silla_worker

-- registry.mail_hash (p_text text) returns bytea language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_admin, silla_api, silla_worker

-- registry.mail_keys () returns integer language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_admin

-- registry.maintain_partitions (p_table text, p_now timestamp with time zone) returns void language plpgsql security definer set lock_timeout=500ms set search_path=pg_catalog, pg_temp
--   called by silla_worker

-- registry.next_ids () returns TABLE(sequence_name text, next_id bigint, highest_id bigint) language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_admin

-- registry.parked_business_ids () returns uuid[] language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_worker

-- registry.raise_ids (p_business_id uuid, p_last_event_id bigint, p_last_code_id bigint) returns void language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_admin

-- registry.raise_table_ids (p_table text, p_business_id uuid) returns void language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_admin

-- registry.record_orphan_event (p_event_ref text, p_type text, p_account_ref text, p_livemode boolean, p_now timestamp with time zone) returns void language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_api

-- registry.record_unreadable_event (p_event_ref text, p_livemode boolean, p_fault text, p_now timestamp with time zone) returns void language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_api

-- registry.release_parked () returns uuid[] language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_worker

-- registry.retired_webhooks (p_now timestamp with time zone) returns TABLE(endpoint_ref text, payload text, livemode boolean) language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_admin, silla_worker

-- registry.rows_without_parent (p_most_bytes bigint) returns TABLE(table_name text, constraint_name text, parent_name text, listing text, business_id uuid, rows_found bigint) language plpgsql security definer set lock_timeout=3s set search_path=pg_catalog, pg_temp
--   called by silla_admin

-- registry.schema_release () returns TABLE(release text, compatible_from text) language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_admin, silla_api, silla_worker

-- registry.try_staff_code (p_public_id uuid, p_tries integer, p_extra_tries integer, p_now timestamp with time zone) returns TABLE(outcome text, email_hash bytea, code_hash bytea) language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_api

-- registry.unknown_businesses () returns TABLE(business_id uuid, table_names text[]) language plpgsql security definer set lock_timeout=3s set search_path=pg_catalog, pg_temp
--   called by silla_admin

-- registry.unregistered_businesses () returns TABLE(business_id uuid, name text) language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_admin

-- registry.use_staff_code (p_public_id uuid, p_now timestamp with time zone) returns boolean language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_api

-- registry.webhook_secrets (p_now timestamp with time zone) returns TABLE(endpoint_ref text, livemode boolean, sealed_secret bytea) language plpgsql security definer set search_path=pg_catalog, pg_temp
--   called by silla_api
