-- When the customer of a visit came in (D71); null: not yet, or nobody has said so.
set local citus.multi_shard_modify_mode = 'sequential';

alter table bookings add column arrived_at timestamptz;
