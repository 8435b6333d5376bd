-- The businesses that nightly maintenance covers: all but those that have left, or arrive, by silla
-- businesses move. Suspended businesses are included, because their data still has to be processed.
create or replace function registry.business_ids() returns table (business_id uuid)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select business.business_id from registry.businesses business
    where not exists (
      select from registry.business_moves moving
      where moving.business_id = business.business_id and moving.phase <> 'leaving')
    order by business.business_id;
end $$;

revoke all on function registry.business_ids() from public;
grant execute on function registry.business_ids() to silla_worker;
