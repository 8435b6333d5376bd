-- Adds the partitions of a table that are missing: the default one, and those from the month of p_now, or the first one
-- that was never added, up to the second month after it. Those that somebody has detached are attached again, older ones
-- too. Rows that had no partition meanwhile move from the default partition into theirs.
-- Two that do it at the same time do it one after the other.
create or replace function app.add_months(p_table regclass, p_now timestamptz) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_name constant text := (select relname from pg_class where oid = p_table);
  v_now constant date := date_trunc('month', p_now at time zone 'utc')::date;
  v_detached text[];
  v_next date;
  v_month date;
begin
  execute format('lock table %s in share update exclusive mode', p_table);
  if not exists (
    select from pg_inherits part
    join pg_class class on class.oid = part.inhrelid
    where part.inhparent = p_table and pg_get_expr(class.relpartbound, class.oid) = 'DEFAULT')
  then
    perform app.add_partition(p_table, v_name || '_default', 'default');
  end if;
  -- it is the first, and ends where the others begin
  v_detached := app.detached_partitions(p_table);
  if v_name || '_before' = any (v_detached) then
    select coalesce(min(first.month), v_now + interval '1 month')::date into v_month
    from (
      select substring(
        pg_get_expr(class.relpartbound, class.oid) from 'FROM \(''([0-9-]+)''\)')::date as month
      from pg_inherits part
      join pg_class class on class.oid = part.inhrelid
      where part.inhparent = p_table
      union all
      select to_date(right(detached.name, 7), 'YYYY_MM')
      from unnest(v_detached) as detached (name) where detached.name ~ '_\d{4}_\d{2}$') first;
    perform app.add_range(p_table, v_name || '_before', null, v_month);
  end if;

  -- a month may also be missing between others
  select least(v_now, max(substring(
    pg_get_expr(partition.relpartbound, partition.oid) from 'TO \(''([0-9-]+)''\)')::date))
  into v_next
  from pg_inherits part join pg_class partition on partition.oid = part.inhrelid
  where part.inhparent = p_table;
  for v_month in
    select month::date from generate_series(v_next, v_now + interval '2 months', '1 month') month
    union
    select to_date(right(detached.name, 7), 'YYYY_MM')
    from unnest(v_detached) as detached (name) where detached.name ~ '_\d{4}_\d{2}$'
    order by 1
  loop
    if not app.has_month(p_table, v_month) then
      perform app.add_range(
        p_table, v_name || to_char(v_month, '_YYYY_MM'), v_month,
        (v_month + interval '1 month')::date);
    end if;
  end loop;
end $$;
