-- The state of the job queue and its workers. alive: workers with a heartbeat within
-- p_alive_within; due: jobs that could run now, including the outbox; late: due before p_late and
-- not started; long_running: started more than an hour before p_late; failing: eight or more
-- attempts, and will be retried; dead: no attempts left. Platform staff only.
create function jobs.check(p_late timestamptz, p_alive_within interval)
returns table (
  alive int, last_seen_at timestamptz, due int, late int, long_running int, failing int, dead int)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select
      (select count(*)::int from jobs.workers worker
        where worker.seen_at > clock_timestamp() - p_alive_within),
      (select max(worker.seen_at) from jobs.workers worker),
      (select count(*)::int from jobs.outbox waiting
        where waiting.run_at is null or waiting.run_at <= clock_timestamp())
        + count(*) filter (
          where job.locked_at is null and job.run_at <= clock_timestamp() and not job.is_dead)::int,
      count(*) filter (
        where job.locked_at is null and not job.is_dead and job.run_at < p_late)::int,
      count(*) filter (where job.locked_at < p_late - interval '1 hour')::int,
      count(*) filter (where not job.is_dead and job.attempts >= 8)::int,
      count(*) filter (where job.is_dead)::int
    from (
      select queued.run_at, queued.locked_at, queued.attempts,
        queued.attempts >= queued.max_attempts and queued.locked_at is null as is_dead
      from jobs._private_jobs queued) as job;
end $$;

revoke all on function jobs.check(timestamptz, interval) from public;
grant execute on function jobs.check(timestamptz, interval) to silla_admin;
