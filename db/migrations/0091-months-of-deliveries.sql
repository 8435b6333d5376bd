-- Contracts: nothing relies on the foreign key since 0.2.0.
-- The month in which a row was stored, by which `silla db migrate` partitions the table afterwards (decision
-- 0091). Rows that are there, and those of the programs that run meanwhile, count as of this month: the table
-- with all of them becomes one partition.
set local citus.multi_shard_modify_mode = 'sequential';

-- others lock the tables in another order: this gives way before it is a deadlock
set local lock_timeout = '500ms';

-- A key of a partitioned table contains its month, so that no foreign key can refer to the id of an event
-- alone. A delivery is stored in the month of its event, and dropped with it.
alter table event_deliveries drop constraint event_deliveries_event;

do $$
begin
  execute format(
    'alter table event_deliveries add column partition_month date not null default %L',
    date_trunc('month', now() at time zone 'utc')::date);
end $$;
