-- Who made a change, and what it was about, as columns: owners read the audit log by them (D66).
set local citus.multi_shard_modify_mode = 'sequential';

-- null: not a member of staff
alter table audit_entries add column staff_id bigint;
-- null: not support
alter table audit_entries add column support_id bigint;
-- What the action begins with: `bookings`. A column, because row-level security keeps an index of an
-- expression from being used. null: not filled in yet (db/backfills)
alter table audit_entries add column topic text;
-- The record of the topic, such as the booking of `bookings.cancel`; null: it has none
alter table audit_entries add column record_id bigint;
