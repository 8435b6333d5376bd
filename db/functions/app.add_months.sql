-- Adds the partitions of a table that are missing, from the month of p_now, or the first one that was never added, up
-- to the second month after it. Rows that had no partition meanwhile move from the default partition into theirs.
-- Two that do it at the same time do it one after the other.
create or replace function app.add_months(p_table regclass, p_now timestamptz) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_name constant text := (select relname from pg_class where oid = p_table);
  v_now constant date := date_trunc('month', p_now at time zone 'utc')::date;
  v_default constant regclass := to_regclass(format('app.%I', v_name || '_default'));
  v_columns text;
  v_month date;
  v_next date;
  v_range text;
  v_rows jsonb;
begin
  execute format('lock table %s in share update exclusive mode', p_table);
  -- a month may also be missing between others
  select least(v_now, max(substring(
    pg_get_expr(partition.relpartbound, partition.oid) from 'TO \(''([0-9-]+)''\)')::date))
  into v_month
  from pg_inherits part join pg_class partition on partition.oid = part.inhrelid
  where part.inhparent = p_table;
  select string_agg(quote_ident(attname), ', ' order by attnum) into v_columns
  from pg_attribute where attrelid = p_table and attnum > 0 and not attisdropped;

  while v_month <= v_now + interval '2 months' loop
    v_next := (v_month + interval '1 month')::date;
    if app.has_month(p_table, v_month) then
      v_month := v_next;
      continue;
    end if;
    v_range := format('partition_month >= %L and partition_month < %L', v_month, v_next);
    -- nothing may enter between the move and the new partition
    execute format('lock table %s in access exclusive mode', v_default);
    execute format(
      'select jsonb_agg(to_jsonb(unplaced)) from %s unplaced where %s', v_default, v_range) into v_rows;
    if v_rows is not null then
      execute format('delete from %s where %s', v_default, v_range);
    end if;
    perform app.add_partition(
      p_table, v_name || to_char(v_month, '_YYYY_MM'),
      format('for values from (%L) to (%L)', v_month, v_next));
    if v_rows is not null then
      execute format(
        'insert into %1$s (%2$s) overriding system value
         select %2$s from jsonb_populate_recordset(null::%1$s, $1) unplaced returning business_id',
        p_table, v_columns)
      using v_rows;
    end if;
    v_month := v_next;
  end loop;
end $$;
