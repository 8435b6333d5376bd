-- The month in which a row was stored, by which `silla db migrate` partitions the table afterwards (decision
-- 0091). Rows that are there, and those of the programs that run meanwhile, count as of this month: the table
-- with all of them becomes one partition.
set local citus.multi_shard_modify_mode = 'sequential';

do $$
begin
  execute format(
    'alter table events add column partition_month date not null default %L',
    date_trunc('month', now() at time zone 'utc')::date);
end $$;
