-- The state of the job queue and its workers. alive: workers with a heartbeat within
-- p_alive_within; due: jobs that could run now, including the outbox; late: due before p_late and
-- not started, or not even taken from the outbox, except those of a salon that moves; long_running: started more than an hour before p_late; failing: eight or more
-- attempts, and will be retried; dead: no attempts left. A job that was replaced while it ran is
-- neither (jobs.replace). Platform staff only.
create or replace function jobs.check(p_late timestamptz, p_alive_within interval)
returns table (
  alive int, last_seen_at timestamptz, due int, late int, long_running int, failing int, dead int)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_now timestamptz := clock_timestamp();
  v_long_ago timestamptz := p_late - interval '1 hour';
begin
  -- one sub-select per index: of very many waiting jobs, few are due, running or failing
  return query select
    (select count(distinct coalesce(worker.worker_id, worker.pool_id))::int
      from jobs.workers worker where worker.seen_at > v_now - p_alive_within),
    (select max(worker.seen_at) from jobs.workers worker),
    (select count(*)::int from jobs.outbox waiting
      where waiting.run_at is null or waiting.run_at <= v_now)
      + (select count(*)::int from jobs._private_jobs job
        where job.is_available and job.run_at <= v_now),
    (select count(*)::int from jobs._private_jobs job
      where job.is_available and job.run_at < p_late)
      + (select count(*)::int from jobs.outbox waiting
        where waiting.enqueued_at < p_late
          and coalesce(
            (waiting.payload ->> 'businessId')::uuid <> all (registry.parked_business_ids()), true)),
    (select count(*)::int from jobs._private_jobs job where job.locked_at < v_long_ago),
    (select count(*)::int from jobs._private_jobs job
      where job.attempts >= 8 and (job.attempts < job.max_attempts or job.locked_at is not null)
        and not coalesce(job.flags ? 'replaced', false)),
    (select count(*)::int from jobs._private_jobs job
      where job.attempts >= job.max_attempts and job.locked_at is null
        and not coalesce(job.flags ? 'replaced', false));
end $$;

revoke all on function jobs.check(timestamptz, interval) from public;
grant execute on function jobs.check(timestamptz, interval) to silla_admin;
