-- Makes a table of tenants one that is partitioned by the month in which its rows were stored, without
-- copying them: the table with its rows becomes the first partition (decision 0091). It holds the lock of
-- the table for as long as it takes to change the catalogue. Before it, unique indexes for the keys
-- (`<constraint>_before`, with partition_month) and the check `<table>_before` were created beside the
-- programs that use the table (db/src/migrate/partitions.ts).
--
-- A table without rows is dropped instead, and on a cluster every one, after its rows were copied: there an
-- identity cannot be dropped, nor a constraint made of an index.
create or replace function app.partition_table(p_table regclass) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_name constant text := (select relname from pg_class where oid = p_table);
  v_before constant text := v_name || '_before';
  v_has_identity constant boolean := exists (
    select from pg_attribute where attrelid = p_table and attname = 'id' and attidentity <> '');
  v_is_cluster constant boolean := exists (select from pg_extension where extname = 'citus');
  v_next_month constant date :=
    (date_trunc('month', now() at time zone 'utc') + interval '1 month')::date;
  v_replaced text;
  v_has_rows boolean;
  v_stays boolean;
  v_last_id bigint;
  v_columns text;
  v_foreign_keys text[];
  v_indexes text[];
  v_key record;
  v_keys text[] := '{}';
  v_statement text;
  v_table regclass;
begin
  -- first the tables that it refers to, as others lock them: the triggers of foreign keys are exchanged too
  execute format(
    'lock table %s in access exclusive mode',
    concat_ws(', ', (
      select string_agg(distinct confrelid::regclass::text, ', ')
      from pg_constraint where conrelid = p_table and contype = 'f'), p_table));
  execute format('select exists (select 1 from %s)', p_table) into v_has_rows;
  v_stays := v_has_rows and not v_is_cluster;
  select string_agg(quote_ident(attname), ', ' order by attnum) into v_columns
  from pg_attribute where attrelid = p_table and attnum > 0 and not attisdropped;
  select coalesce(array_agg(
    format('add constraint %I %s', conname, pg_get_constraintdef(oid)) order by conname), '{}')
  into v_foreign_keys
  from pg_constraint where conrelid = p_table and contype = 'f';
  select coalesce(array_agg(pg_get_indexdef(made.indexrelid)), '{}')
  into v_indexes
  from pg_index made join pg_class class on class.oid = made.indexrelid
  where made.indrelid = p_table and class.relname not like '%\_before'
    and not exists (
      select from pg_constraint where conindid = made.indexrelid and contype in ('p', 'u', 'x'));

  -- its names become those of the partitioned table
  for v_key in
    select conname as name, case contype when 'p' then 'primary key' else 'unique' end as kind,
      array_to_string(array(
        select quote_ident(attname)
        from unnest(conkey) with ordinality part (number, position)
        join pg_attribute on attrelid = conrelid and attnum = part.number
        order by part.position), ', ') as columns
    from pg_constraint where conrelid = p_table and contype in ('p', 'u') order by contype, conname
  loop
    v_keys := v_keys || format(
      'add constraint %I %s (%s, partition_month)', v_key.name, v_key.kind, v_key.columns);
    execute format('alter table %s drop constraint %I', p_table, v_key.name);
    if v_stays then
      execute format(
        'alter table %s add constraint %I %s using index %I',
        p_table, v_key.name || '_before', v_key.kind, v_key.name || '_before');
    end if;
  end loop;
  for v_key in
    select class.relname as name
    from pg_index made join pg_class class on class.oid = made.indexrelid
    where made.indrelid = p_table and class.relname not like '%\_before'
  loop
    execute format('alter index app.%I rename to %I', v_key.name, v_key.name || '_before');
  end loop;
  if v_has_identity then
    execute format(
      'alter sequence %s rename to %I',
      pg_get_serial_sequence(p_table::text, 'id'), v_before || '_id_seq');
  end if;
  -- app.add_months attaches a table that has the name of a partition
  v_replaced := case when v_stays then v_before else v_name || '_replaced' end;
  execute format('alter table %s rename to %I', p_table, v_replaced);

  execute format(
    'create table app.%I (like app.%I including defaults including constraints including storage %s)
     partition by range (partition_month)',
    v_name, v_replaced, case when v_has_identity then 'including identity' end);
  v_table := format('app.%I', v_name)::regclass;
  execute format('alter table %s drop constraint if exists %I', v_table, v_before);
  execute format(
    'alter table %s alter column partition_month
       set default (date_trunc(''month'', (now() at time zone ''utc'')))::date', v_table);
  perform app.protect(v_table);
  perform app.distribute(v_table, 'tenant');
  foreach v_statement in array v_keys || v_foreign_keys loop
    execute format('alter table %s %s', v_table, v_statement);
  end loop;
  foreach v_statement in array v_indexes loop
    execute v_statement;
  end loop;

  if v_stays then
    if v_has_identity then
      execute format('select last_value from %s', pg_get_serial_sequence(p_table::text, 'id'))
      into v_last_id;
      execute format('alter table %s alter column id drop identity', p_table);
      -- sessions have drawn numbers in advance
      execute format('alter table %s alter column id restart with %s', v_table, v_last_id + 1);
    end if;
    execute format(
      'alter table %s attach partition %s for values from (minvalue) to (%L)',
      v_table, p_table, v_next_month);
    -- it has spared the scan; rows of the rest of this month are younger
    execute format('alter table %s drop constraint %I', p_table, v_before);
    perform app.add_partition(v_table, v_name || '_default', 'default');
    perform app.add_months(v_table, now());
    return;
  end if;
  perform app.add_partition(v_table, v_name || '_default', 'default');
  perform app.add_months(v_table, now());
  if v_has_rows then
    execute format(
      'insert into %1$s (%2$s) overriding system value select %2$s from %3$s returning business_id',
      v_table, v_columns, p_table);
  end if;
  execute format('drop table %s', p_table);
end $$;
