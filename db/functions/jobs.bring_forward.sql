-- Brings the scheduled jobs of a task forward so that they run within p_within of now, in their
-- order: delays of up to twelve hours are scaled down. A worker that starts uses it for work that
-- an event would have made due while nobody received it. Returns how many jobs it moved.
create or replace function jobs.bring_forward(p_task text, p_within interval) returns int
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_now timestamptz := clock_timestamp();
  v_factor float8 := extract(epoch from p_within) / extract(epoch from interval '12 hours');
  v_jobs int;
begin
  update jobs._private_jobs job
  set run_at = v_now + (job.run_at - v_now) * v_factor
  from jobs._private_tasks task
  where task.id = job.task_id and task.identifier = p_task
    and job.run_at > v_now and job.locked_at is null and job.attempts = 0;
  get diagnostics v_jobs = row_count;
  return v_jobs;
end $$;
