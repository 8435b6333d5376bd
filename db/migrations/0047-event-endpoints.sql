-- Events leave: through a feed, and to the endpoints of a salon (D42).
set local citus.multi_shard_modify_mode = 'sequential';

-- The last position that an event of the salon was given. It survives the deletion of old events,
-- so that no position is given twice.
create table event_positions (
  business_id uuid not null,
  last_position bigint not null,
  constraint event_positions_pk primary key (business_id),
  constraint event_positions_last check (last_position >= 0)
);
select app.protect('event_positions');
select app.distribute('event_positions', 'tenant');
alter table event_positions
  add constraint event_positions_business foreign key (business_id) references businesses (business_id);
insert into event_positions (business_id, last_position)
select event.business_id, max(event.position) from events event
where event.position is not null group by event.business_id
on conflict do nothing;

-- Where a salon wants its events delivered. Secrets are encrypted; the previous one is valid for a
-- while after a rotation.
create table event_endpoints (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  url text not null,
  -- null: events of every type
  types text[],
  description text not null,
  is_active boolean not null,
  sealed_secret bytea not null,
  sealed_previous_secret bytea,
  previous_secret_ends_at timestamptz,
  -- events up to this position have had their first attempt, or are not for this endpoint
  position bigint not null,
  -- the first failure since the last success; null: the last attempt succeeded
  failing_since timestamptz,
  -- the last attempt took long: its jobs share a few of the worker's slots with others of the kind
  is_slow boolean not null default false,
  -- switched off by Silla after failures; null: it was not, or is active again
  disabled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint event_endpoints_pk primary key (business_id, id),
  constraint event_endpoints_types check (types is null or cardinality(types) > 0),
  constraint event_endpoints_secrets check (
    (sealed_previous_secret is null) = (previous_secret_ends_at is null)),
  constraint event_endpoints_disabled check (disabled_at is null or not is_active)
);
select app.protect('event_endpoints');
select app.distribute('event_endpoints', 'tenant');
alter table event_endpoints
  add constraint event_endpoints_business foreign key (business_id) references businesses (business_id);

-- One event for one endpoint, from its first attempt on. A test delivery has no event.
create table event_deliveries (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  endpoint_id bigint not null,
  event_id bigint,
  type text not null,
  state text not null,
  -- of every attempt: at, status, error, durationMilliseconds, response (at most 1 KiB)
  attempts jsonb not null,
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  constraint event_deliveries_pk primary key (business_id, id),
  constraint event_deliveries_once unique (business_id, endpoint_id, event_id),
  constraint event_deliveries_state check (state in ('pending', 'delivered', 'failed')),
  constraint event_deliveries_next check ((state = 'pending') = (next_attempt_at is not null))
);
select app.protect('event_deliveries');
select app.distribute('event_deliveries', 'tenant');
alter table event_deliveries
  add constraint event_deliveries_endpoint foreign key (business_id, endpoint_id) references event_endpoints (business_id, id);
alter table event_deliveries
  add constraint event_deliveries_event foreign key (business_id, event_id) references events (business_id, id);
create index event_deliveries_by_event on event_deliveries (business_id, event_id);
create index event_deliveries_by_time on event_deliveries (business_id, endpoint_id, created_at, id);
create index event_deliveries_due on event_deliveries (business_id, endpoint_id, next_attempt_at)
  where state = 'pending';

-- the salon is told when an endpoint is switched off
alter table mails drop constraint mails_kind;
alter table mails add constraint mails_kind check (kind in (
  'code', 'already_registered', 'no_account', 'booking_received', 'booking_confirmed',
  'booking_cancelled', 'booking_expired', 'booking_reminder', 'order_received', 'order_paid',
  'order_expired', 'payment_failed', 'refund_failed', 'dispute', 'payment_review',
  'account_restricted', 'booking_rescheduled', 'waitlist_offer', 'waitlist_offer_expired',
  'owner_booking_created', 'owner_booking_rescheduled', 'owner_booking_cancelled',
  'owner_agenda', 'review_invitation', 'endpoint_disabled'));
