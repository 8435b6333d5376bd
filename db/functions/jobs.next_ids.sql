-- The same as registry.next_ids for the tables of jobs.
create or replace function jobs.next_ids()
returns table (sequence_name text, next_id bigint, highest_id bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_table text;
begin
  for sequence_name, v_table in
    select 'jobs.' || sequence.relname, 'jobs.' || class.relname
    from pg_class class
    join pg_attribute attribute on attribute.attrelid = class.oid and attribute.attname = 'id'
    join pg_depend owned
      on owned.classid = 'pg_class'::regclass and owned.refobjid = class.oid
        and owned.refobjsubid = attribute.attnum and owned.deptype = 'i'
    join pg_class sequence on sequence.oid = owned.objid
    where class.relnamespace = 'jobs'::regnamespace
    order by 1
  loop
    execute format('select coalesce(max(id), 0) from %s', v_table) into highest_id;
    execute format('select last_value + is_called::int from %s', sequence_name) into next_id;
    return next;
  end loop;
end $$;

revoke all on function jobs.next_ids() from public;
grant execute on function jobs.next_ids() to silla_admin;
