-- The jobs that could run now and have not started, those of the outbox included: how many, and for
-- how many seconds the first of them has been due; 0 without one. A job that was enqueued or comes
-- back after its time is due from then on. Reads at most p_at_most jobs of the queue and as many of
-- the outbox, so that it is cheap when very many are late.
create or replace function jobs.find_backlog(p_at_most int)
returns table (due_jobs int, oldest_due_seconds double precision)
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_now timestamptz := clock_timestamp();
begin
  return query
    select count(*)::int, coalesce(extract(epoch from v_now - min(due.since)), 0)::double precision
    from (
      (select greatest(job.run_at, job.created_at) as since
        from jobs._private_jobs job
        where job.is_available and job.run_at <= v_now
        order by job.priority, job.run_at limit p_at_most)
      union all
      (select greatest(waiting.run_at, waiting.enqueued_at)
        from jobs.outbox waiting
        where waiting.task is not null
          and (waiting.run_at is null or waiting.run_at <= v_now)
        order by waiting.id limit p_at_most)) due;
end $$;
