-- Of each numbered table of tenants and of the registry the id that its next row gets, at least (sessions keep numbers in
-- advance), and the highest id of its rows, which the primary key has for each business. A sequence that was restarted
-- shows its number to its owner only. For `silla db doctor`.
create or replace function registry.next_ids()
returns table (sequence_name text, next_id bigint, highest_id bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_table text;
  v_of_tenants boolean;
begin
  for sequence_name, v_table, v_of_tenants in
    select format('%s.%s', space.nspname, sequence.relname),
      format('%s.%s', space.nspname, class.relname), space.nspname = 'app'
    from pg_class class
    join pg_namespace space on space.oid = class.relnamespace
    join pg_attribute attribute on attribute.attrelid = class.oid and attribute.attname = 'id'
    join pg_depend owned
      on owned.classid = 'pg_class'::regclass and owned.refobjid = class.oid
        and owned.refobjsubid = attribute.attnum and owned.deptype in ('a', 'i')
    join pg_class sequence on sequence.oid = owned.objid and sequence.relkind = 'S'
    where space.nspname in ('app', 'registry') and not class.relispartition
    order by 1
  loop
    if v_of_tenants then
      execute format(
        'select coalesce(max(last.id), 0) from registry.businesses business
         cross join lateral (select max(id) as id from %s where business_id = business.business_id) last',
        v_table) into highest_id;
    else
      execute format('select coalesce(max(id), 0) from %s', v_table) into highest_id;
    end if;
    -- after the rows: what is inserted meanwhile is no problem
    execute format('select last_value + is_called::int from %s', sequence_name) into next_id;
    return next;
  end loop;
end $$;

revoke all on function registry.next_ids() from public;
grant execute on function registry.next_ids() to silla_admin;
