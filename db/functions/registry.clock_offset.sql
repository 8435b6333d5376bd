-- How far the clock of a business is ahead of real time, in milliseconds; 0 also for one that was
-- deleted. For the worker, which knows the business of a job and nothing else.
create or replace function registry.clock_offset(p_business_id uuid) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return coalesce((
    select business.clock_offset_milliseconds
    from registry.businesses business where business.business_id = p_business_id), 0);
end $$;

revoke all on function registry.clock_offset(uuid) from public;
grant execute on function registry.clock_offset(uuid) to silla_worker;
