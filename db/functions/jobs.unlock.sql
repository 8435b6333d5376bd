-- Returns the jobs of workers that ended without completing them to the queue. A job that was
-- enqueued again while it ran has been replaced: graphile-worker took its key and its remaining
-- attempts, so nothing would ever run or remove it. Such a job is deleted; the worker of release
-- 0.2.0 does not mark it (jobs.replace). Jobs are idempotent, so
-- it is safe if a worker was only paused.
create or replace function jobs.unlock(p_pool_ids text[]) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_ids bigint[];
begin
  delete from jobs._private_jobs job
  where job.locked_by = any (p_pool_ids) and job.locked_at is not null
    and job.key is null and job.attempts = job.max_attempts
    and (job.last_error is null or job.flags ? 'replaced');
  v_ids := array(
    select job.id from jobs._private_jobs job
    where job.locked_by = any (p_pool_ids) and job.locked_at is not null);
  perform jobs.force_unlock_workers(p_pool_ids);
  perform jobs.add_turns(v_ids);
end $$;
