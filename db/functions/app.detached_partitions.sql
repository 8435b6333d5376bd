-- The names of the tables that are called like a partition of a partitioned table, and are none: somebody has detached
-- them, and nothing reads their rows. Empty: there are none.
create or replace function app.detached_partitions(p_table regclass) returns text[]
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  return array(
    select detached.relname::text
    from pg_class parent
    join pg_class detached
      on detached.relnamespace = parent.relnamespace and detached.relkind = 'r'
        and not detached.relispartition
        and detached.relname ~ ('^' || parent.relname || '_(before|default|\d{4}_\d{2})$')
    where parent.oid = p_table
    order by 1);
end $$;
