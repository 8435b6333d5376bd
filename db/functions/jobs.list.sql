-- Lists jobs: dead ones first, then by due time. Null matches every business and every job. Each
-- call is planned for its arguments, so that a single job or the dead ones are found by their
-- index. Without a business, the first waiting jobs are read in the order of graphile-worker's
-- index, which is that in which they run, and not all of them. Platform staff only.
create or replace function jobs.list(
  p_business_id uuid, p_only_dead boolean, p_job_id bigint, p_at_most int)
returns table (
  id bigint, task text, business_id uuid, state text, run_at timestamptz, attempts int,
  max_attempts int, last_error text, payload jsonb)
language plpgsql security definer set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan as $$
begin
  return query
    select job.id, task.identifier, (job.payload ->> 'businessId')::uuid,
      case when job.locked_at is not null then 'running'
           when job.attempts >= job.max_attempts then 'dead'
           when job.attempts > 0 then 'retrying'
           else 'waiting' end,
      job.run_at, job.attempts::int, job.max_attempts::int, coalesce(job.last_error, ''),
      job.payload::jsonb
    from jobs._private_jobs job join jobs._private_tasks task on task.id = job.task_id
    where job.id = any (array(
      (select dead.id from jobs._private_jobs dead
        where dead.attempts >= dead.max_attempts
          and (p_business_id is null or (dead.payload ->> 'businessId')::uuid = p_business_id)
          and (p_job_id is null or dead.id = p_job_id))
      union
      (select running.id from jobs._private_jobs running
        where running.locked_at is not null and not p_only_dead
          and (p_business_id is null or (running.payload ->> 'businessId')::uuid = p_business_id)
          and (p_job_id is null or running.id = p_job_id))
      union
      (select waiting.id from jobs._private_jobs waiting
        where waiting.is_available and not p_only_dead
          and (p_business_id is null or (waiting.payload ->> 'businessId')::uuid = p_business_id)
          and (p_job_id is null or waiting.id = p_job_id)
        order by waiting.priority, waiting.run_at, waiting.id limit p_at_most)))
    order by (job.attempts >= job.max_attempts) desc, job.run_at, job.id
    limit p_at_most;
end $$;

revoke all on function jobs.list(uuid, boolean, bigint, int) from public;
grant execute on function jobs.list(uuid, boolean, bigint, int) to silla_admin;
