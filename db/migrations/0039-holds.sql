-- A hold keeps a time free for a customer who has not booked yet (D36). Its claims expire with it.
set local citus.multi_shard_modify_mode = 'sequential';

-- A hold is live until expires_at, unless it was released or has become a booking.
create table holds (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- as those of a booking, with the prices that the hold keeps
  lines jsonb not null,
  -- of each line the professional who was requested; null: any
  requested_ids bigint[] not null,
  currency text not null,
  due_now_cents bigint not null,
  -- whose holds are counted together: a client address, or key:<id> of a secret key; null: nobody's
  limit_scope text,
  expires_at timestamptz not null,
  extended_at timestamptz,
  released_at timestamptz,
  booking_id bigint,
  created_at timestamptz not null,
  constraint holds_pk primary key (business_id, id),
  constraint holds_span check (starts_at < ends_at),
  constraint holds_lines check (jsonb_array_length(lines) = cardinality(requested_ids)),
  constraint holds_end check (released_at is null or booking_id is null)
);
select app.protect('holds');
select app.distribute('holds', 'tenant');
alter table holds
  add constraint holds_booking foreign key (business_id, booking_id) references bookings (business_id, id);
create index holds_by_scope on holds (business_id, limit_scope, created_at);
create index holds_by_expiry on holds (business_id, expires_at);
create index holds_by_booking on holds (business_id, booking_id) where booking_id is not null;
