-- Who is assigned depends on the bookings and holds of a day (D32): of the claims, the blocks do not
-- count. There are few, so their own index finds them without reading the others.
set local citus.multi_shard_modify_mode = 'sequential';

create index claims_blocks on claims (business_id, starts_at) include (resource_id, ends_at)
  where kind = 'block';
