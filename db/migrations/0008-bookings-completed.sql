-- What becomes of a booking after it was made: answers for requests that come twice, the language of its letters, the points it
-- brought, and the rules by which it is remembered and done.
set local citus.multi_shard_modify_mode = 'sequential';

-- One row for a request that may come again, under a hash of who asked, what for and with which key. Written first in the effect's
-- own transaction, so that a twin waits for it; the answer is there when that transaction is.
create table idempotency_keys (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  key_hash bytea not null,
  ask_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null,
  constraint idempotency_keys_pk primary key (business_id, id),
  constraint idempotency_keys_hash unique (business_id, key_hash)
);
select app.protect('idempotency_keys');
select app.distribute('idempotency_keys', 'tenant');
alter table idempotency_keys add constraint idempotency_keys_business foreign key (business_id) references businesses (business_id);
create index idempotency_keys_by_age on idempotency_keys (business_id, created_at);

-- points_round counts how often the visit's points were due: they are awarded once a round, and a new round begins when they are
-- taken back.
alter table bookings add column language text not null default 'es';
alter table bookings add column points_round int not null default 1;
alter table bookings add constraint bookings_language check (language in ('es', 'en', 'ar'));

-- Whom the salon does not take bookings from.
alter table customers add column blocked_at timestamptz;

-- Hours after its end at which a confirmed visit counts as done, and before its start at which the customer is reminded; null is never.
alter table business_settings add column autocomplete_hours int default 24;
alter table business_settings add column reminder_hours int default 24;
alter table business_settings
  add constraint settings_autocomplete check (autocomplete_hours between 0 and 720);
alter table business_settings
  add constraint settings_reminder check (reminder_hours between 1 and 720);
