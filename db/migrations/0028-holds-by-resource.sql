-- Whoever books deletes the expired holds in the way. There are few holds among all claims, so their
-- own index finds them, or finds none, without reading the others.
set local citus.multi_shard_modify_mode = 'sequential';

create index claims_holds on claims (business_id, resource_id, starts_at)
  where expires_at is not null;

-- now a part of app.booking_blocker
drop function if exists app.open_bookings;
delete from registry.functions_applied where name = 'app.open_bookings';
