-- Records the heartbeat of a worker's pools and unlocks the jobs of pools whose heartbeat is older
-- than p_dead_after (jobs.unlock). Deletes the jobs that were replaced while they ran and have failed. Returns how many jobs were unlocked.
create or replace function jobs.record_heartbeat(
  p_worker_id text, p_pool_ids text[], p_dead_after interval)
returns int language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_now timestamptz := clock_timestamp();
  v_dead text[];
  v_jobs int;
begin
  insert into jobs.workers (pool_id, worker_id, seen_at)
  select pool.id, p_worker_id, v_now from unnest(p_pool_ids) as pool (id)
  on conflict on constraint workers_pk do update
  set worker_id = excluded.worker_id, seen_at = excluded.seen_at;
  delete from jobs.workers where seen_at < v_now - p_dead_after;
  delete from jobs._private_jobs job
  where job.attempts >= job.max_attempts and job.locked_at is null and job.flags ? 'replaced';
  v_dead := array(
    select distinct job.locked_by from jobs._private_jobs job
    where job.locked_at < v_now - p_dead_after
      and not exists (select from jobs.workers worker where worker.pool_id = job.locked_by));
  if cardinality(v_dead) = 0 then
    return 0;
  end if;
  v_jobs := (select count(*) from jobs._private_jobs job
    where job.locked_by = any (v_dead) and job.locked_at is not null);
  perform jobs.unlock(v_dead);
  return v_jobs;
end $$;
