-- How many bookings guests have made on a day in UTC, by client address and by the domain of their
-- email. Rows hold keyed hashes and are deleted after a day.
set local citus.multi_shard_modify_mode = 'sequential';

alter table business_settings add column guest_bookings_per_address int not null default 20;
alter table business_settings add column guest_bookings_per_domain int not null default 20;
alter table business_settings add constraint business_settings_guest_bookings
  check (guest_bookings_per_address > 0 and guest_bookings_per_domain > 0);

create table guest_booking_counts (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  day date not null,
  kind text not null,
  key_hash bytea not null,
  bookings int not null,
  constraint guest_booking_counts_pk primary key (business_id, id),
  constraint guest_booking_counts_key unique (business_id, day, kind, key_hash),
  constraint guest_booking_counts_kind check (kind in ('address', 'domain')),
  constraint guest_booking_counts_hash_length check (octet_length(key_hash) = 32)
);
select app.protect('guest_booking_counts');
select app.distribute('guest_booking_counts', 'tenant');
alter table guest_booking_counts
  add constraint guest_booking_counts_business foreign key (business_id) references businesses (business_id);
