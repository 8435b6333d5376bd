-- Whether the default partition of a table has rows of months that come later than those for which partitions are made
-- (app.add_months): they stay there until their month comes. For `silla db doctor`.
create or replace function registry.has_far_months(p_table text, p_now timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '3s' as $$
declare
  v_default constant regclass := (
    select part.inhrelid
    from pg_inherits part
    join pg_class class on class.oid = part.inhrelid
    where part.inhparent = to_regclass(p_table) and class.relnamespace = 'app'::regnamespace
      and pg_get_expr(class.relpartbound, class.oid) = 'DEFAULT');
  v_found boolean := false;
begin
  if v_default is not null then
    execute format('select exists (select from %s where partition_month > $1)', v_default)
    into v_found using (p_now at time zone 'utc' + interval '3 months')::date;
  end if;
  return v_found;
end $$;

revoke all on function registry.has_far_months(text, timestamptz) from public;
grant execute on function registry.has_far_months(text, timestamptz) to silla_admin;
