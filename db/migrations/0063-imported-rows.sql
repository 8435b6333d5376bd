-- Rows of files from other products that were imported (D78): a second import of a file finds them here
-- and changes nothing. The id of the other product is stored as a hash only, which stays when the
-- customer is erased.
set local citus.multi_shard_modify_mode = 'sequential';

create table imported_rows (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  source text not null,
  kind text not null,
  external_hash bytea not null,
  customer_id bigint not null,
  -- of a booking
  booking_id bigint,
  imported_at timestamptz not null,
  constraint imported_rows_pk primary key (business_id, id),
  constraint imported_rows_external unique (business_id, source, kind, external_hash),
  constraint imported_rows_kind check (kind in ('customer', 'booking')),
  constraint imported_rows_booking_of_kind check ((kind = 'booking') = (booking_id is not null)),
  constraint imported_rows_hash_length check (octet_length(external_hash) = 32)
);
select app.protect('imported_rows');
select app.distribute('imported_rows', 'tenant');
alter table imported_rows
  add constraint imported_rows_customer foreign key (business_id, customer_id) references customers (business_id, id);
alter table imported_rows
  add constraint imported_rows_booking foreign key (business_id, booking_id) references bookings (business_id, id);
create index imported_rows_by_customer on imported_rows (business_id, customer_id);
create index imported_rows_by_booking on imported_rows (business_id, booking_id) where booking_id is not null;
