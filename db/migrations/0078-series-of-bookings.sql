-- The visits that one request has booked, every few weeks (D80); null: it was booked alone.
set local citus.multi_shard_modify_mode = 'sequential';

alter table bookings add column series_id bigint;
