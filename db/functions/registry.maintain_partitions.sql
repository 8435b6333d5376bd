-- Every night: adds the coming months to a partitioned table (app.add_months), and drops what has ended
-- more than 30 days before p_now, as a whole. It gives way to those who use the table before anybody
-- notices a deadlock, and fails then. The worker only.
create or replace function registry.maintain_partitions(p_table text, p_now timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '500ms' as $$
declare
  v_table constant regclass := (
    select partrelid from pg_partitioned_table join pg_class on oid = partrelid
    where partrelid = to_regclass(p_table) and relnamespace = 'app'::regnamespace);
  v_kept_from constant date := (p_now at time zone 'utc')::date - 30;
  v_partition record;
begin
  if v_table is null then
    raise exception '% is no partitioned table', p_table using errcode = '42809';
  end if;
  set local citus.multi_shard_modify_mode = 'sequential';
  perform app.add_months(v_table, p_now);
  for v_partition in
    select part.inhrelid::regclass as name, bound.text = 'DEFAULT' as is_default,
      substring(bound.text from 'TO \(''([0-9-]+)''\)')::date as ends_on
    from pg_inherits part
    join pg_class class on class.oid = part.inhrelid
    cross join lateral (select pg_get_expr(class.relpartbound, class.oid) as text) bound
    where part.inhparent = v_table
    order by 3
  loop
    if v_partition.is_default then
      execute format(
        'delete from %s where partition_month < %L', v_partition.name,
        date_trunc('month', v_kept_from)::date);
    elsif v_partition.ends_on <= v_kept_from then
      execute format('drop table %s', v_partition.name);
    end if;
  end loop;
end $$;

revoke all on function registry.maintain_partitions(text, timestamptz) from public;
grant execute on function registry.maintain_partitions(text, timestamptz) to silla_worker;
