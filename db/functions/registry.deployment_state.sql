-- The state of the deployment for start-up and readiness checks: which migrations ran, and whether
-- it holds demo salons.
create or replace function registry.deployment_state()
returns table (applied_migrations text[], holds_demo boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select
    (select coalesce(array_agg(migration.name order by migration.index), '{}')
      from registry.migrations_applied migration
      where migration.obsolete is not true),
    exists (select from registry.businesses business where business.mode = 'demo');
end $$;

revoke all on function registry.deployment_state() from public;
grant execute on function registry.deployment_state() to silla_api, silla_worker, silla_admin;
