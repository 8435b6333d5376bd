-- Counting the bookings of a list, searching customers and the nightly maintenance read indexes,
-- whatever the number of a salon's past bookings.
set local citus.multi_shard_modify_mode = 'sequential';

-- counts by time and state read these indexes alone
drop index bookings_by_start;
create index bookings_by_start on bookings (business_id, starts_at) include (state);
drop index bookings_by_professional;
create index bookings_by_professional on bookings (business_id, professional_id, starts_at)
  include (state);

-- bookings that something is still to be done about: few among all bookings
create index bookings_unfinished on bookings (business_id, state, ends_at)
  where state in ('pending', 'confirmed');
drop index bookings_pending;

-- The name as it is searched: without case, accents and Arabic diacritics. The expression is also
-- in db/src/queries/customers.ts.
alter table customers
  add column name_key text not null generated always as (
    regexp_replace(
      normalize(lower(name), nfd), '[\u0300-\u036f\u064b-\u065f\u0670]', '', 'g')) stored;

-- A search by part of a text cannot be an index condition under row-level security. It reads this
-- index instead of the rows of all customers.
create index customers_search on customers (business_id, id)
  include (name_key, email_key, phone) where erased_at is null;
