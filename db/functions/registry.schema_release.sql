-- The release of Silla that migrated the database last, and the oldest release whose programs can
-- use it. No row until the first migrate that records it has finished.
create or replace function registry.schema_release()
returns table (release text, compatible_from text)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select recorded.release, recorded.compatible_from from registry.schema_release recorded;
end $$;

revoke all on function registry.schema_release() from public;
grant execute on function registry.schema_release() to silla_api, silla_worker, silla_admin;
