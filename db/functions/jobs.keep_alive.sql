-- Records a worker's heartbeat and unlocks the jobs of workers whose heartbeat is older than
-- p_dead_after (jobs.unlock). Returns how many jobs were unlocked.
create or replace function jobs.keep_alive(p_pool_id text, p_dead_after interval)
returns int language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_now timestamptz := clock_timestamp();
  v_dead text[];
  v_jobs int;
begin
  insert into jobs.workers (pool_id, seen_at) values (p_pool_id, v_now)
  on conflict on constraint workers_pk do update set seen_at = excluded.seen_at;
  delete from jobs.workers where seen_at < v_now - p_dead_after;
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
