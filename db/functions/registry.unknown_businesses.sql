-- The businesses that have rows, but neither a profile nor an entry in the registry, with the tables of these rows. Each
-- table is read by its index only between the ids that are known. What remains of a business that was deleted or has moved
-- is left out. Platform staff only; not for a cluster, whose nodes would read all rows.
create or replace function registry.unknown_businesses()
returns table (business_id uuid, table_names text[])
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '3s' as $$
declare
  v_known uuid[];
  v_found uuid[];
  v_table text;
  v_rows jsonb := '[]';
begin
  select array_agg(known.id order by known.id) into v_known
  from (
    select own.business_id from app.businesses own
    union select registered.business_id from registry.businesses registered
    union select moved.business_id from registry.moved_businesses moved
    union all values ('00000000-0000-0000-0000-000000000000'::uuid),
      ('ffffffff-ffff-ffff-ffff-ffffffffffff')) known (id);
  for v_table in
    select format('%I.%I', space.nspname, owned.relname)
    from pg_class owned
    join pg_namespace space on space.oid = owned.relnamespace
    join pg_attribute attribute on attribute.attrelid = owned.oid
      and attribute.attname = 'business_id' and attribute.attnotnull and not attribute.attisdropped
    where space.nspname in ('app', 'registry') and owned.relkind in ('r', 'p')
      and not owned.relispartition
      and (space.nspname, owned.relname) not in (
        ('app', 'audit_entries'), ('registry', 'business_moves'), ('registry', 'deleted_businesses'),
        ('registry', 'moved_businesses'), ('registry', 'moved_hashes'))
    order by 1
  loop
    -- by index, the first one between two that are known: without the limit, PostgreSQL may read the whole table
    -- between every two
    execute format(
      'with recursive unknown (id, high) as (
         select first.id, gap.high
         from (
           select bound.id as low, lead(bound.id) over (order by bound.id) as high
           from unnest($1) as bound (id)) gap
         cross join lateral (
           select own.business_id as id from %1$s own
           where own.business_id > gap.low and own.business_id < gap.high
           order by own.business_id limit 1) first
         union all
         select following.id, unknown.high
         from unknown
         cross join lateral (
           select own.business_id as id from %1$s own
           where own.business_id > unknown.id and own.business_id < unknown.high
           order by own.business_id limit 1) following)
       select array_agg(unknown.id) from unknown', v_table)
    into v_found using v_known;
    v_rows := v_rows || coalesce(
      (select jsonb_agg(jsonb_build_object('id', found.id, 'name', v_table))
        from unnest(v_found) as found (id)), '[]');
  end loop;
  return query
    select found.id, array_agg(found.name order by found.name)
    from jsonb_to_recordset(v_rows) as found (id uuid, name text)
    group by found.id
    order by found.id;
end $$;

revoke all on function registry.unknown_businesses() from public;
grant execute on function registry.unknown_businesses() to silla_admin;
