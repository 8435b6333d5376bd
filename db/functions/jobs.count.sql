-- Kept for release 0.2.0, which calls it.
--
-- The number of jobs that jobs.list would list. Platform staff only.
create or replace function jobs.count(p_business_id uuid, p_only_dead boolean) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan as $$
begin
  return (
    select count(*) from jobs._private_jobs job
    where (p_business_id is null or (job.payload ->> 'businessId')::uuid = p_business_id)
      and (not p_only_dead or job.attempts >= job.max_attempts));
end $$;

revoke all on function jobs.count(uuid, boolean) from public;
grant execute on function jobs.count(uuid, boolean) to silla_admin;
