-- Money that a salon takes itself: at the desk for a visit, or for products that it sells there (D54). An
-- entry is never changed; a reversal is another one, with its amounts negated. Only erasure empties reasons.
set local citus.multi_shard_modify_mode = 'sequential';

create table till_entries (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  booking_id bigint,
  order_id bigint,
  method text not null,
  amount_cents bigint not null,
  -- no part of what the visit costs (D55)
  tip_cents bigint not null,
  currency text not null,
  -- the entry that it reverses
  reverses_id bigint,
  reason text not null default '',
  -- of the request, so that it is found when it is repeated after days
  key_hash bytea,
  -- who took the money, by the name of then
  author_kind text not null,
  author_name text not null,
  staff_id bigint,
  created_at timestamptz not null,
  constraint till_entries_pk primary key (business_id, id),
  constraint till_entries_reference check (num_nonnulls(booking_id, order_id) = 1),
  constraint till_entries_author check (
    author_kind in ('staff', 'key', 'support', 'operator')
    and (author_kind = 'staff') = (staff_id is not null)),
  constraint till_entries_method check (method in ('cash', 'card', 'other')),
  -- which of them are reversals is linked later when a salon is restored from an archive
  constraint till_entries_amount check (
    amount_cents + tip_cents <> 0
    and ((amount_cents >= 0 and tip_cents >= 0) or (amount_cents <= 0 and tip_cents <= 0))),
  constraint till_entries_reversed_once unique (business_id, reverses_id),
  constraint till_entries_key unique (business_id, key_hash)
);
select app.protect('till_entries');
select app.distribute('till_entries', 'tenant');
revoke delete on till_entries from silla_api, silla_worker;
alter table till_entries
  add constraint till_entries_booking foreign key (business_id, booking_id) references bookings (business_id, id);
alter table till_entries
  add constraint till_entries_order foreign key (business_id, order_id) references orders (business_id, id);
alter table till_entries
  add constraint till_entries_reverses foreign key (business_id, reverses_id) references till_entries (business_id, id);
alter table till_entries
  add constraint till_entries_staff foreign key (business_id, staff_id) references staff (business_id, id);
create index till_entries_by_booking on till_entries (business_id, booking_id, created_at) where booking_id is not null;
create index till_entries_by_order on till_entries (business_id, order_id, created_at) where order_id is not null;
create index till_entries_by_staff on till_entries (business_id, staff_id) where staff_id is not null;
create index till_entries_by_time on till_entries (business_id, created_at, id);
