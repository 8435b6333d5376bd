-- Which text each of our functions was made from, so that platform staff can tell those of another
-- Silla. migrate keeps the table.
create function registry.applied_functions()
returns table (name text, hash text)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select made.name, made.hash from registry.functions_applied made order by made.name;
end $$;

revoke all on function registry.applied_functions() from public;
grant execute on function registry.applied_functions() to silla_admin;
