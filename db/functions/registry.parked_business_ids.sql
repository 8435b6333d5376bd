-- The businesses whose jobs no worker takes, because they move.
create or replace function registry.parked_business_ids() returns uuid[]
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return array(
    select moving.business_id from registry.business_moves moving where moving.jobs_parked);
end $$;

revoke all on function registry.parked_business_ids() from public;
grant execute on function registry.parked_business_ids() to silla_worker;
