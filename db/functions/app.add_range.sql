-- Adds the partition of a range of months to a partitioned table. Rows of these months that are in the default
-- partition, because they had none, move into it.
--
-- p_from: null, from the beginning
create or replace function app.add_range(p_table regclass, p_name text, p_from date, p_to date)
returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_default constant text := (select format('app.%I', relname || '_default') from pg_class where oid = p_table);
  v_range constant text := format(
    'partition_month >= %L and partition_month < %L', coalesce(p_from, '-infinity'), p_to);
  v_columns text;
  v_rows jsonb;
begin
  select string_agg(quote_ident(attname), ', ' order by attnum) into v_columns
  from pg_attribute where attrelid = p_table and attnum > 0 and not attisdropped;
  -- nothing may enter between the move and the new partition
  execute format('lock table %s in access exclusive mode', v_default);
  execute format(
    'select jsonb_agg(to_jsonb(unplaced)) from %s unplaced where %s', v_default, v_range) into v_rows;
  if v_rows is not null then
    execute format('delete from %s where %s', v_default, v_range);
  end if;
  perform app.add_partition(
    p_table, p_name,
    format('for values from (%s) to (%L)', coalesce(quote_literal(p_from), 'minvalue'), p_to));
  if v_rows is not null then
    execute format(
      'insert into %1$s (%2$s) overriding system value
       select %2$s from jsonb_populate_recordset(null::%1$s, $1) unplaced returning business_id',
      p_table, v_columns)
    using v_rows;
  end if;
end $$;
