-- Adds a partition to a partitioned table of tenants. It is protected as any other of their tables is. A table of that
-- name is a partition that somebody has detached, and is attached again.
--
-- p_bound: as in ATTACH PARTITION
create or replace function app.add_partition(p_table regclass, p_name text, p_bound text)
returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_partition regclass := to_regclass(format('app.%I', p_name));
begin
  if v_partition is null then
    execute format(
      'create table app.%I (like %s including defaults including constraints including storage)',
      p_name, p_table);
    v_partition := format('app.%I', p_name)::regclass;
    perform app.protect(v_partition);
    perform app.distribute(v_partition, 'tenant');
  end if;
  execute format('alter table %s attach partition %s %s', p_table, v_partition, p_bound);
end $$;
