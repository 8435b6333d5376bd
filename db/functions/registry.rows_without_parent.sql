-- Rows that refer to rows which do not exist, for each foreign key and business: somebody has written while foreign keys
-- were switched off, or has added one as NOT VALID. Those that refer to a business only are left to the checks of the
-- registry. Each foreign key is one query over all businesses, because a row of every table is read. Platform staff only.
--
-- p_most_bytes: tables that are larger, or refer to larger ones, are not read; null: all are
-- result: rows_found is null for a foreign key that was not checked; listing is a query of the rows
create or replace function registry.rows_without_parent(p_most_bytes bigint)
returns table (
  table_name text, constraint_name text, parent_name text, listing text, business_id uuid,
  rows_found bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '3s' as $$
declare
  v_key record;
  v_broken text;
begin
  for v_key in
    select child.oid as child, reference.conname as name,
      format('%I.%I', child_space.nspname, child.relname) as child_name,
      format('%I.%I', parent_space.nspname, parent.relname) as parent_name,
      columns.filled, columns.equal,
      exists (
        select from pg_attribute own
        where own.attrelid = child.oid and own.attname = 'business_id' and not own.attisdropped)
        as has_business,
      greatest(
        coalesce(
          (select sum(pg_relation_size(part.relid)) from pg_partition_tree(child.oid) part),
          pg_relation_size(child.oid)),
        coalesce(
          (select sum(pg_relation_size(part.relid)) from pg_partition_tree(parent.oid) part),
          pg_relation_size(parent.oid))) as bytes
    from pg_constraint reference
    join pg_class child on child.oid = reference.conrelid
    join pg_namespace child_space on child_space.oid = child.relnamespace
    join pg_class parent on parent.oid = reference.confrelid
    join pg_namespace parent_space on parent_space.oid = parent.relnamespace
    cross join lateral (
      select string_agg(format('child.%I is not null', own.attname), ' and ') as filled,
        string_agg(format('parent.%I = child.%I', other.attname, own.attname), ' and ') as equal,
        array_agg(own.attname::text) as names
      from unnest(reference.conkey, reference.confkey) as pair (own, other)
      join pg_attribute own on own.attrelid = child.oid and own.attnum = pair.own
      join pg_attribute other on other.attrelid = parent.oid and other.attnum = pair.other) columns
    where reference.contype = 'f' and child_space.nspname in ('app', 'registry')
      and not child.relispartition and not parent.relispartition
      -- on a cluster, without its shards
      and child.relname !~ '_\d{6,}$' and columns.names <> array['business_id']
    order by child_name, name
  loop
    table_name := v_key.child_name;
    constraint_name := v_key.name;
    parent_name := v_key.parent_name;
    v_broken := format(
      'from %s child where %s and not exists (select from %s parent where %s)',
      v_key.child_name, v_key.filled, v_key.parent_name, v_key.equal);
    listing := 'select child ' || v_broken;
    if v_key.bytes > p_most_bytes then
      business_id := null;
      rows_found := null;
      return next;
      continue;
    end if;
    for business_id, rows_found in
      execute format(
        'select %s as id, count(*) %s group by 1 order by 1',
        case when v_key.has_business then 'child.business_id' else 'null::uuid' end, v_broken)
    loop
      return next;
    end loop;
  end loop;
end $$;

revoke all on function registry.rows_without_parent(bigint) from public;
grant execute on function registry.rows_without_parent(bigint) to silla_admin;
