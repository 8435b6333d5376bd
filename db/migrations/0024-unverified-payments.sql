-- A payment that was closed without the processor's word: it does not know the intent any more, or
-- gives no access to the account. Null once the processor has reported how the intent ended.
set local citus.multi_shard_modify_mode = 'sequential';

alter table payments add column unverified_since timestamptz;
create index payments_unverified on payments (business_id, unverified_since)
  where unverified_since is not null;

-- Pending bookings are few; those past their deadline are looked for every night, and by the
-- doctor.
create index bookings_pending on bookings (business_id, expires_at) where state = 'pending';
