-- The hash of the source that each database function was created from. The CLI compares them with
-- its own files to detect the functions of another Silla version. migrate maintains the table.
create or replace function registry.applied_functions()
returns table (name text, hash text)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select applied.name, applied.hash from registry.functions_applied applied
    order by applied.name;
end $$;

revoke all on function registry.applied_functions() from public;
grant execute on function registry.applied_functions() to silla_admin;
