-- Lists jobs: dead ones first, and each part by priority, due time and id. Null matches every business and
-- every job. p_after is the place of the last job before these; null: from the first one on. Each call is
-- planned for its arguments, so that a single job or the dead ones are found by their index. Without a
-- business, about as many waiting jobs are read as are listed, in the order of graphile-worker's index: those of
-- one priority apart, because PostgreSQL expects next to no row of a comparison that begins with a column of
-- few values, and would sort all that follow. Platform staff only.
create or replace function jobs.list_page(
  p_business_id uuid, p_only_dead boolean, p_job_id bigint, p_after text, p_at_most int)
returns table (
  id bigint, task text, business_id uuid, state text, run_at timestamptz, attempts int,
  max_attempts int, last_error text, payload jsonb, place text)
language plpgsql security definer set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan as $$
declare
  v_past_dead boolean := p_after is not null and split_part(p_after, '.', 1) = '1';
  v_priority int := split_part(p_after, '.', 2);
  v_run_at timestamptz :=
    timestamptz 'epoch' + split_part(p_after, '.', 3)::float8 * interval '1 microsecond';
  v_id bigint := split_part(p_after, '.', 4);
begin
  return query
    select job.id, task.identifier, (job.payload ->> 'businessId')::uuid,
      case when job.locked_at is not null then 'running'
           when job.attempts >= job.max_attempts then 'dead'
           when job.attempts > 0 then 'retrying'
           else 'waiting' end,
      job.run_at, job.attempts::int, job.max_attempts::int, coalesce(job.last_error, ''),
      job.payload::jsonb,
      concat_ws('.', (job.attempts < job.max_attempts)::int, job.priority,
        (extract(epoch from job.run_at) * 1000000)::bigint, job.id)
    from jobs._private_jobs job join jobs._private_tasks task on task.id = job.task_id
    where job.id = any (array(
      (select dead.id from jobs._private_jobs dead
        where dead.attempts >= dead.max_attempts and not v_past_dead
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
          and v_past_dead and waiting.priority = v_priority
          and (waiting.run_at, waiting.id) > (v_run_at, v_id)
        order by waiting.run_at, waiting.id limit p_at_most)
      union
      (select waiting.id from jobs._private_jobs waiting
        where waiting.is_available and not p_only_dead
          and (p_business_id is null or (waiting.payload ->> 'businessId')::uuid = p_business_id)
          and (p_job_id is null or waiting.id = p_job_id)
          and (not v_past_dead or waiting.priority > v_priority)
        order by waiting.priority, waiting.run_at, waiting.id limit p_at_most)))
      and (p_after is null
        or (job.attempts < job.max_attempts, job.priority::int, job.run_at, job.id)
          > (v_past_dead, v_priority, v_run_at, v_id))
    order by (job.attempts < job.max_attempts), job.priority, job.run_at, job.id
    limit p_at_most;
end $$;

revoke all on function jobs.list_page(uuid, boolean, bigint, text, int) from public;
grant execute on function jobs.list_page(uuid, boolean, bigint, text, int) to silla_admin;
