-- Where the customer came from, as the link says that led to the booking (D79); null: unknown.
set local citus.multi_shard_modify_mode = 'sequential';

alter table bookings add column source text;
alter table bookings add constraint bookings_source check (source ~ '^[a-z0-9_-]{1,30}$');
