-- Money through the processor: whose account takes it, what was asked for, what arrived, what went back.
set local citus.multi_shard_modify_mode = 'sequential';

-- Whose connected account an event is about, before there is a tenant. An account that is let go keeps its row: what is still to be
-- refunded lies there, and its events go on coming.
create table registry.processor_accounts (
  account_ref text not null,
  business_id uuid not null,
  connected_at timestamptz not null,
  disconnected_at timestamptz,
  constraint processor_accounts_pk primary key (account_ref),
  constraint processor_accounts_form check (account_ref ~ '^acct_[A-Za-z0-9]{1,100}$')
);
select app.distribute('registry.processor_accounts', 'reference');
alter table registry.processor_accounts
  add constraint processor_accounts_business foreign key (business_id) references registry.businesses (business_id);
create unique index processor_accounts_connected on registry.processor_accounts (business_id) where disconnected_at is null;

-- Where the processor sends its events, and what their signatures are made with: sealed, since a copy of the database must not be
-- enough to forge one. While a secret is changed the old one is good until it retires.
create table registry.webhook_endpoints (
  endpoint_ref text not null,
  url text not null,
  livemode boolean not null,
  sealed_secret bytea not null,
  created_at timestamptz not null,
  retires_at timestamptz,
  constraint webhook_endpoints_pk primary key (endpoint_ref)
);
select app.distribute('registry.webhook_endpoints', 'reference');

-- Events that are nobody's: an unknown account, a type that nobody handles, the wrong mode. Ids and nothing personal.
create table registry.orphan_events (
  event_ref text not null,
  type text not null,
  account_ref text not null,
  livemode boolean not null,
  received_at timestamptz not null,
  constraint orphan_events_pk primary key (event_ref)
);
select app.distribute('registry.orphan_events', 'reference');

grant select, insert, update, delete
  on registry.processor_accounts, registry.webhook_endpoints, registry.orphan_events to silla_admin;

-- What the processor last said about the salon's account. ready: it may charge cards. Whoever changes it touches the catalogue.
create table processor_accounts (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  account_ref text not null,
  livemode boolean not null,
  card_payments text not null,
  ready boolean not null,
  fee_basis_points int not null default 0,
  connected_at timestamptz not null,
  disconnected_at timestamptz,
  checked_at timestamptz not null,
  constraint tenant_processor_accounts_pk primary key (business_id, id),
  constraint tenant_processor_accounts_ref unique (business_id, account_ref),
  constraint tenant_processor_accounts_fee check (fee_basis_points between 0 and 3000),
  constraint tenant_processor_accounts_ready check (not ready or disconnected_at is null)
);
select app.protect('processor_accounts');
select app.distribute('processor_accounts', 'tenant');
alter table processor_accounts
  add constraint tenant_processor_accounts_business foreign key (business_id) references businesses (business_id);
create unique index tenant_processor_accounts_connected on processor_accounts (business_id) where disconnected_at is null;

-- A customer of the salon at the processor, made once per account.
create table processor_customers (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  customer_id bigint not null,
  account_ref text not null,
  processor_key text not null,
  customer_ref text,
  created_at timestamptz not null,
  constraint processor_customers_pk primary key (business_id, id),
  constraint processor_customers_once unique (business_id, customer_id, account_ref)
);
select app.protect('processor_customers');
select app.distribute('processor_customers', 'tenant');
alter table processor_customers
  add constraint processor_customers_customer foreign key (business_id, customer_id) references customers (business_id, id);

-- One row for each intent that was asked for, of a booking, an order or a points package. What the processor told are facts that only
-- grow: the most received, the most refunded, the latest word on the attempt. state follows from them and is kept to be searched by.
-- is_open: somebody may still pay with it. processor_key makes asking again harmless; key_spent: the processor keeps a failure under
-- it, so that the next try looks first and takes a new one. lease_until: somebody is asking the processor just now.
create table payments (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  booking_id bigint,
  order_id bigint,
  package_id bigint,
  customer_id bigint not null,
  account_ref text not null,
  amount_cents bigint not null,
  currency text not null,
  fee_cents bigint not null,
  points_bought int not null default 0,
  state text not null default 'pending',
  is_open boolean not null default true,
  processor_key text not null,
  key_spent boolean not null default false,
  lease_until timestamptz,
  intent_ref text,
  status_seen text not null default 'new',
  status_seen_at timestamptz not null,
  received_cents bigint not null default 0,
  received_currency text,
  refund_seen_cents bigint not null default 0,
  charge_ref text,
  receipt_url text not null default '',
  failure_code text not null default '',
  failure_message text not null default '',
  failed_at timestamptz,
  settled_at timestamptz,
  applied boolean not null default false,
  points_awarded int not null default 0,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint payments_pk primary key (business_id, id),
  constraint payments_reference check (num_nonnulls(booking_id, order_id, package_id) = 1),
  constraint payments_processor_key unique (business_id, processor_key),
  constraint payments_intent unique (business_id, intent_ref),
  constraint payments_amount check (amount_cents > 0 and fee_cents >= 0 and fee_cents < amount_cents),
  constraint payments_state check (state in (
    'pending', 'processing', 'completed', 'failed', 'cancelled', 'refunded', 'partly_refunded', 'disputed', 'review')),
  constraint payments_status_seen check (status_seen in ('new', 'processing', 'failed', 'cancelled', 'succeeded')),
  constraint payments_facts check (received_cents >= 0 and refund_seen_cents >= 0 and points_awarded >= 0 and points_bought >= 0)
);
select app.protect('payments');
select app.distribute('payments', 'tenant');
alter table payments add constraint payments_booking foreign key (business_id, booking_id) references bookings (business_id, id);
alter table payments add constraint payments_order foreign key (business_id, order_id) references orders (business_id, id);
alter table payments add constraint payments_package foreign key (business_id, package_id) references points_packages (business_id, id);
alter table payments add constraint payments_customer foreign key (business_id, customer_id) references customers (business_id, id);
create unique index payments_open_booking on payments (business_id, booking_id) where is_open;
create unique index payments_open_order on payments (business_id, order_id) where is_open;
create unique index payments_open_package on payments (business_id, package_id, customer_id) where is_open;
create index payments_by_booking on payments (business_id, booking_id, id);
create index payments_by_order on payments (business_id, order_id, id);
create index payments_by_customer on payments (business_id, customer_id, id);
create index payments_by_time on payments (business_id, created_at, id);
create index payments_unfinished on payments (business_id, updated_at) where state in ('pending', 'processing', 'failed');

-- What goes back. A cause is refunded once; the worker sends it under its own stored key. Its state only moves on:
-- pending, completed, failed. One that was made at the processor itself has no key of ours.
create table refunds (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  payment_id bigint not null,
  reason text not null,
  cause text not null,
  amount_cents bigint not null,
  state text not null default 'pending',
  processor_key text not null,
  key_spent boolean not null default false,
  refund_ref text,
  failure_message text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint refunds_pk primary key (business_id, id),
  constraint refunds_cause unique (business_id, cause),
  constraint refunds_ref unique (business_id, refund_ref),
  constraint refunds_amount check (amount_cents > 0),
  constraint refunds_state check (state in ('pending', 'completed', 'failed')),
  constraint refunds_reason check (reason in ('cancelled', 'late', 'duplicate', 'business', 'processor'))
);
select app.protect('refunds');
select app.distribute('refunds', 'tenant');
alter table refunds add constraint refunds_payment foreign key (business_id, payment_id) references payments (business_id, id);
create index refunds_by_payment on refunds (business_id, payment_id, id);
create index refunds_unfinished on refunds (business_id, updated_at) where state = 'pending';

create table disputes (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  payment_id bigint not null,
  dispute_ref text not null,
  amount_cents bigint not null,
  reason text not null,
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint disputes_pk primary key (business_id, id),
  constraint disputes_ref unique (business_id, dispute_ref),
  constraint disputes_state check (state in ('open', 'won', 'lost'))
);
select app.protect('disputes');
select app.distribute('disputes', 'tenant');
alter table disputes add constraint disputes_payment foreign key (business_id, payment_id) references payments (business_id, id);
create index disputes_by_payment on disputes (business_id, payment_id);

-- Every event of the processor has its effect once.
create table processor_events (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  event_ref text not null,
  type text not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  constraint processor_events_pk primary key (business_id, id),
  constraint processor_events_ref unique (business_id, event_ref)
);
select app.protect('processor_events');
select app.distribute('processor_events', 'tenant');
alter table processor_events add constraint processor_events_business foreign key (business_id) references businesses (business_id);
create index processor_events_by_age on processor_events (business_id, received_at);

-- Which payment paid it; there is never a second one.
alter table bookings add column payment_id bigint;
alter table bookings
  add constraint bookings_payment foreign key (business_id, payment_id) references payments (business_id, id);
alter table orders add column payment_id bigint;
alter table orders
  add constraint orders_payment foreign key (business_id, payment_id) references payments (business_id, id);
create index bookings_by_payment on bookings (business_id, payment_id) where payment_id is not null;
create index orders_by_payment on orders (business_id, payment_id) where payment_id is not null;

alter table mails drop constraint mails_kind;
alter table mails add constraint mails_kind check (kind in (
  'code', 'already_registered', 'booking_received', 'booking_confirmed', 'booking_cancelled', 'booking_expired',
  'booking_reminder', 'order_received', 'order_paid', 'order_expired', 'payment_failed', 'refund_failed', 'dispute',
  'payment_review', 'account_restricted'));
