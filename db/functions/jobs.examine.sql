-- How the work stands. A worker that was heard of within p_alive_within is alive. late: due before
-- p_late and not begun; too_long: begun an hour before that; failing: tried eight times or more,
-- and to be tried again. Only platform staff may ask.
create function jobs.examine(p_late timestamptz, p_alive_within interval)
returns table (alive int, last_seen_at timestamptz, asked_for int, late int, too_long int, failing int, dead int)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select
      (select count(*)::int from jobs.workers worker where worker.seen_at > clock_timestamp() - p_alive_within),
      (select max(worker.seen_at) from jobs.workers worker),
      (select count(*)::int from jobs.outbox asked where asked.run_at is null or asked.run_at <= clock_timestamp())
        + count(*) filter (where job.locked_at is null and job.run_at <= clock_timestamp() and not job.is_dead)::int,
      count(*) filter (where job.locked_at is null and not job.is_dead and job.run_at < p_late)::int,
      count(*) filter (where job.locked_at < p_late - interval '1 hour')::int,
      count(*) filter (where not job.is_dead and job.attempts >= 8)::int,
      count(*) filter (where job.is_dead)::int
    from (
      select queued.run_at, queued.locked_at, queued.attempts,
        queued.attempts >= queued.max_attempts and queued.locked_at is null as is_dead
      from jobs._private_jobs queued) as job;
end $$;

revoke all on function jobs.examine(timestamptz, interval) from public;
grant execute on function jobs.examine(timestamptz, interval) to silla_admin;
