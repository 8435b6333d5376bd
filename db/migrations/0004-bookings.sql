-- Visits: who comes, what is taken, what was agreed, how it went.
set local citus.multi_shard_modify_mode = 'sequential';

-- One row per business and normalised e-mail; email_key is that normalised form.
create table customers (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  email_key text not null,
  email text not null,
  name text not null,
  phone text not null default '',
  language text not null,
  created_at timestamptz not null,
  constraint customers_pk primary key (business_id, id),
  constraint customers_email_key unique (business_id, email_key),
  constraint customers_language check (language in ('es', 'en', 'ar'))
);
select app.protect('customers');
select app.distribute('customers', 'tenant');
alter table customers add constraint customers_business foreign key (business_id) references businesses (business_id);

-- A resource is taken from starts_at to ends_at. Never updated: a move deletes and inserts. At most 24 hours long, so that
-- whoever reads a window looks back one day and has seen everything. Only holds lapse.
create table claims (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  resource_id bigint not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  kind text not null,
  owner_kind text not null,
  owner_id bigint not null,
  expires_at timestamptz,
  constraint claims_pk primary key (business_id, id),
  constraint claims_kind check (kind in ('booking', 'hold', 'block')),
  constraint claims_span check (starts_at < ends_at and ends_at <= starts_at + interval '24 hours'),
  constraint claims_expiry check (expires_at is null or kind = 'hold'),
  constraint claims_no_overlap exclude using gist
    (business_id with =, resource_id with =, tstzrange(starts_at, ends_at) with &&)
);
select app.protect('claims');
select app.distribute('claims', 'tenant');
alter table claims add constraint claims_resource foreign key (business_id, resource_id) references resources (business_id, id);
create index claims_by_start on claims (business_id, resource_id, starts_at) include (ends_at, expires_at);
create index claims_by_owner on claims (business_id, owner_kind, owner_id);

create table bookings (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  code text not null,
  state text not null,
  professional_id bigint not null,
  customer_id bigint not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  expires_at timestamptz,
  contact_name text not null,
  contact_email text not null,
  contact_phone text not null,
  notes text not null,
  currency text not null,
  subtotal_cents bigint not null,
  discount_cents bigint not null,
  total_cents bigint not null,
  payment_required boolean not null,
  points_used int not null,
  points_earned int not null,
  cancelled_at timestamptz,
  cancelled_by text,
  cancel_reason text,
  version int not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint bookings_pk primary key (business_id, id),
  constraint bookings_code unique (business_id, code),
  constraint bookings_state check (state in ('pending', 'confirmed', 'completed', 'cancelled', 'no_show')),
  constraint bookings_span check (starts_at < ends_at),
  constraint bookings_money check (total_cents = subtotal_cents - discount_cents and total_cents >= 0 and discount_cents >= 0),
  constraint bookings_cancellation check ((state = 'cancelled') = (cancelled_at is not null and cancelled_by is not null)),
  constraint bookings_cancelled_by check (cancelled_by in ('customer', 'business', 'system'))
);
select app.protect('bookings');
select app.distribute('bookings', 'tenant');
alter table bookings
  add constraint bookings_professional foreign key (business_id, professional_id) references professionals (business_id, id);
alter table bookings
  add constraint bookings_customer foreign key (business_id, customer_id) references customers (business_id, id);
create index bookings_by_customer on bookings (business_id, customer_id, starts_at);
create index bookings_by_phone on bookings (business_id, contact_phone, starts_at);
create index bookings_by_start on bookings (business_id, starts_at);
create index bookings_by_professional on bookings (business_id, professional_id, starts_at);

-- What was agreed, in the order it is performed; names and prices are copies.
create table booking_lines (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  booking_id bigint not null,
  position int not null,
  service_id bigint not null,
  name jsonb not null,
  price_cents bigint not null,
  charged_cents bigint not null,
  duration_minutes int not null,
  points_awarded int not null,
  constraint booking_lines_pk primary key (business_id, id),
  constraint booking_lines_position unique (business_id, booking_id, position)
);
select app.protect('booking_lines');
select app.distribute('booking_lines', 'tenant');
alter table booking_lines add constraint lines_booking foreign key (business_id, booking_id) references bookings (business_id, id);
alter table booking_lines add constraint lines_service foreign key (business_id, service_id) references services (business_id, id);
create index booking_lines_by_service on booking_lines (business_id, service_id);

-- Every move of a booking: from (null at birth), to, who, why, when.
create table booking_transitions (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  booking_id bigint not null,
  from_state text,
  to_state text not null,
  actor text not null,
  reason text not null,
  occurred_at timestamptz not null,
  constraint booking_transitions_pk primary key (business_id, id),
  constraint transitions_actor check (actor in ('customer', 'business', 'system'))
);
select app.protect('booking_transitions');
select app.distribute('booking_transitions', 'tenant');
alter table booking_transitions
  add constraint transitions_booking foreign key (business_id, booking_id) references bookings (business_id, id);
create index booking_transitions_by_booking on booking_transitions (business_id, booking_id, occurred_at);

create table reviews (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  professional_id bigint not null,
  booking_id bigint,
  customer_name text not null,
  rating int not null,
  comment text not null default '',
  day date not null,
  constraint reviews_pk primary key (business_id, id),
  constraint reviews_booking_once unique (business_id, booking_id),
  constraint reviews_rating check (rating between 1 and 5)
);
select app.protect('reviews');
select app.distribute('reviews', 'tenant');
alter table reviews
  add constraint reviews_professional foreign key (business_id, professional_id) references professionals (business_id, id);
alter table reviews add constraint reviews_booking foreign key (business_id, booking_id) references bookings (business_id, id);
create index reviews_by_professional on reviews (business_id, professional_id, day);

-- What happened, for whoever will listen: written with its cause, given a position later, visible from then on.
create table events (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  type text not null,
  occurred_at timestamptz not null,
  payload jsonb not null,
  position bigint,
  constraint events_pk primary key (business_id, id),
  constraint events_position unique (business_id, position)
);
select app.protect('events');
select app.distribute('events', 'tenant');
alter table events add constraint events_business foreign key (business_id) references businesses (business_id);
create index events_unpositioned on events (business_id, id) where position is null;
