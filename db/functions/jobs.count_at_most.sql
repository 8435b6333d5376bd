-- The number of jobs that jobs.list would list, at most p_at_most: of very many, not all are read.
-- Platform staff only.
create or replace function jobs.count_at_most(
  p_business_id uuid, p_only_dead boolean, p_at_most int)
returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan as $$
begin
  return (
    select count(*) from (
      select from jobs._private_jobs job
      where (p_business_id is null or (job.payload ->> 'businessId')::uuid = p_business_id)
        and (not p_only_dead or job.attempts >= job.max_attempts)
      limit p_at_most) counted);
end $$;

revoke all on function jobs.count_at_most(uuid, boolean, int) from public;
grant execute on function jobs.count_at_most(uuid, boolean, int) to silla_admin;
