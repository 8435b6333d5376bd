-- The row of a customer who was merged into another (D74) stays with its id, so that the id still leads to
-- somebody. It counts as erased and has no personal data but the normalized e-mail, by which bookings with
-- the old address find the other customer.
set local citus.multi_shard_modify_mode = 'sequential';

alter table customers add column merged_into bigint;
alter table customers
  add constraint customers_merged_into foreign key (business_id, merged_into) references customers (business_id, id);
